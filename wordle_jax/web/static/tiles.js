// Boards of tiles, and the keyboard below them. What a colour says, a sign and a name say as well.

import { button, el } from "./dom.js";
import { capital, colour, t } from "./text.js";

export const NEXT = { b: "y", y: "g", g: "b" };
const BEFORE = { y: "b", g: "y", b: "g" };
const SIGNS = { b: "×", y: "↔", g: "✓" };
const ROWS = ["qwertyuiop", "asdfghjklñ", "zxcvbnm"];

const name = (letter, tile) => `${capital(letter)}, ${colour(tile)}`;

function face(letter, tile) {
  return [el("span", { "aria-hidden": "true" }, capital(letter)),
    tile ? el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[tile]) : null];
}

export function drawRow(word, tiles, number) {
  return el("li", { class: "row", role: "listitem", "aria-label": number ? t("row", { number, word }) : null },
    [...word].map((letter, i) => el("span", {
      class: `tile ${tiles[i]}`, role: "img", "aria-label": name(letter, tiles[i]),
    }, face(letter, tiles[i]))));
}

// A row that is being typed; without tiles its colours are the game's business.
export function drawDraft(word, length, isSuggested = false) {
  const letters = Array.from({ length }, (_, i) => word[i] ?? "");
  return el("li", { class: `row draft${isSuggested ? " suggested" : ""}` },
    letters.map((letter) => el("span", {
      class: "tile", role: "img", "aria-label": letter ? capital(letter) : t("empty"),
    }, face(letter, null))));
}

// A row whose colours are chosen: by clicking, or with the arrow keys and the space bar.
export function drawChoice(word, tiles, key, onchange, isSuggested) {
  const items = [...word].map((letter, i) => button(face(letter, tiles[i]), () => onchange(i, NEXT[tiles[i]]), {
    class: `tile ${tiles[i]}`, "aria-label": name(letter, tiles[i]), "data-key": `${key}-${i}`,
    onkeydown: (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const turned = { ArrowUp: NEXT, ArrowDown: BEFORE }[event.key];
      if (turned) onchange(i, turned[tiles[i]]);
      else if (step) event.target.closest(".row").querySelectorAll("button")[i + step]?.focus();
      else return;
      event.preventDefault();
    },
  }));
  return el("li", { class: `row choice${isSuggested ? " suggested" : ""}`, role: "group", "aria-label": t("choose") }, items);
}

// What holds rows of so many letters; tiles become smaller where there is no room for them.
export function sized(letters, element) {
  element.style.setProperty("--letters", letters);
  return element;
}

export function drawBoard(number, boards, rows, extra = {}) {
  const title = boards > 1 ? t("board_number", { number }) : t("board");
  return el("section", { class: `board ${extra.class ?? ""}`, "aria-label": title },
    boards > 1 ? el("h3", {}, extra.title ?? title) : null,
    el("ol", { class: "rows" }, rows));
}

// The tile that is shown on each key: the best of any board.
export function markKeys(rows) {
  const marks = {};
  for (const [word, tiles] of rows) {
    [...word].forEach((letter, i) => {
      if (!marks[letter] || "byg".indexOf(tiles[i]) > "byg".indexOf(marks[letter])) marks[letter] = tiles[i];
    });
  }
  return marks;
}

export function drawKeyboard(alphabet, marks, onkey) {
  const others = [...alphabet].filter((letter) => !ROWS.join("").includes(letter));
  const rows = [...ROWS.map((row) => [...row].filter((letter) => alphabet.includes(letter))), others];
  const last = rows.findLastIndex((row) => row.length);
  const wide = (key, sign) => button(sign, () => onkey(key), { class: "key wide", "aria-label": t(`key_${key}`), "data-key": `key-${key}` });
  // A key that is clicked does not take the focus, so that Enter on a real keyboard still sends the word.
  const stay = (event) => event.preventDefault();
  return el("div", { class: "keyboard", role: "group", "aria-label": t("keyboard"), onmousedown: stay },
    rows.map((row, at) => row.length ? el("div", { class: "keys" },
      at === last ? wide("Enter", t("enter")) : null,
      row.map((letter) => button([capital(letter), marks[letter] ? el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[marks[letter]]) : null],
        () => onkey(letter), {
          class: `key ${marks[letter] ?? ""}`, "data-key": `key-${letter}`,
          "aria-label": marks[letter] ? name(letter, marks[letter]) : capital(letter),
        })),
      at === last ? wide("Backspace", "⌫") : null) : null));
}

// Accents are folded as the word lists fold them: á is a, but ñ is a letter.
function fold(key, alphabet) {
  if ([...key].length > 1) return key;
  const letter = key.toLowerCase().normalize("NFC");
  return alphabet.includes(letter) ? letter : letter.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}

// Lets keys that nothing else waits for be typed into the game that is shown.
export function listen(isShown, alphabet, onkey) {
  document.addEventListener("keydown", (event) => {
    if (!isShown() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target;
    if (target.closest("input, textarea, select")) return;
    const isControl = target.closest("button, a, summary") && !target.closest(".choice");
    if (event.key === "Enter" && isControl) return;
    const key = fold(event.key, alphabet());
    if (key === "Enter" || key === "Backspace" || /^[012]$/.test(key) || alphabet().includes(key)) {
      event.preventDefault();
      if (isControl) target.blur(); // or Enter would press it again
      onkey(key);
    }
  });
}
