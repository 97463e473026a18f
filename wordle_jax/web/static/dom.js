// Makes elements, and puts them in place without losing the focus.

export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const button = (text, onclick, properties = {}) => el("button", { type: "button", onclick, ...properties }, text);

// What has the focus is known by its data-key, and gets it again where the new content has the same.
export function fill(container, ...children) {
  const active = container.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset.key;
  container.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key) container.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
}

let labels = 0;

export function labelled(text, control) {
  control.id = `field-${++labels}`;
  return el("div", { class: "field" }, el("label", { for: control.id }, text), control);
}

// Who chose with a pointer types on into the game; who chose with keys stays where they are.
export function select(key, options, value, onchange) {
  let isPointed = false;
  return el("select", {
    "data-key": key,
    onpointerdown: () => { isPointed = true; },
    onkeydown: () => { isPointed = false; },
    onchange: ({ target }) => {
      if (isPointed) target.blur();
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
