// Makes elements, and brings what is shown up to date without taking from under anybody's hands what stays as it was.

const isShown = (child) => child !== null && child !== undefined && child !== false;
const handlers = new Set();

export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (!isShown(value)) continue;
    if (key.startsWith("on")) {
      handlers.add(key);
      element[key] = value;
    } else if (key === "class") element.className = value;
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(isShown));
  return element;
}

export const button = (text, onclick, properties = {}) => el("button", { type: "button", onclick, ...properties }, text);

const isAlike = (old, fresh) => old.nodeName === fresh.nodeName && old.dataset?.key === fresh.dataset?.key;

// An element that is shown becomes like one that was drawn anew. Whether details are open is for people to say.
function refresh(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value; // which the page's policy allows, unlike the attribute
    else old.setAttribute(name, value);
  }
  for (const key of handlers) old[key] = fresh[key];
  place(old, [...fresh.childNodes]);
  if (old.value !== fresh.value) old.value = fresh.value;
}

function remove(from, to) {
  while (from !== to) {
    const gone = from;
    from = gone.nextSibling;
    gone.remove();
  }
}

function place(container, children) {
  let next = container.firstChild;
  for (const fresh of children) {
    let old = next;
    while (old && !isAlike(old, fresh)) old = old.nextSibling;
    if (!old) {
      container.insertBefore(fresh, next);
      continue;
    }
    remove(next, old);
    refresh(old, fresh);
    next = old.nextSibling;
  }
  remove(next, null);
}

// Shows children in place of those before: a press goes on, what is typed and opened stays, and so does the focus.
export function fill(container, ...children) {
  const key = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const nodes = children.flat(Infinity).filter(isShown).map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  place(container, nodes);
  // What has the focus may have moved.
  if (key && document.activeElement?.dataset.key !== key) container.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
}

export function labelled(text, control) {
  control.id = `field-${control.dataset.key}`;
  return el("div", { class: "field" }, el("label", { for: control.id }, text), control);
}

// Who chose with a pointer types on into the game; who chose with keys stays where they are.
export function select(key, options, value, onchange) {
  return el("select", {
    "data-key": key,
    onpointerdown: ({ currentTarget }) => { currentTarget.isPointed = true; },
    onkeydown: ({ currentTarget }) => { currentTarget.isPointed = false; },
    onchange: ({ target }) => {
      if (target.isPointed) target.blur();
      onchange(target.value);
    },
  }, options.map(([name, text]) => el("option", { value: name, selected: String(name) === String(value) }, text)));
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // the clipboard of browsers is for pages of this machine, or of https
    const area = el("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
