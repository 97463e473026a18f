"use strict";
// A cell that begins with a number is sorted by it: 28.33% (23.33 to 33.67) by 28.33. Cells without a value come last.
const NUMBER = /^[+-]?[\d,]*\.?\d+(e[+-]?\d+)?/i;
const words = new Intl.Collator("en", { numeric: true });

function readKey(cell) {
  const text = cell.textContent.trim();
  if (text === "" || text === "none") return null;
  const found = NUMBER.exec(text);
  return found ? Number(found[0].replaceAll(",", "")) : text;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return words.compare(String(a), String(b));
}

function sort(button) {
  const head = button.closest("th"), table = head.closest("table"), body = table.tBodies[0];
  const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
  const rows = Array.from(body.rows, (row) => ({ row, key: readKey(row.cells[head.cellIndex]) }));
  rows.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    return sign * compare(a.key, b.key);
  });
  body.append(...rows.map(({ row }) => row));
}

function filter(choice) {
  const body = document.getElementById(choice.dataset.table).tBodies[0];
  for (const row of body.rows) {
    row.hidden = choice.value !== "" && row.cells[choice.dataset.column].textContent !== choice.value;
  }
}

for (const button of document.querySelectorAll("thead button")) button.addEventListener("click", () => sort(button));
for (const choice of document.querySelectorAll("select[data-table]")) {
  choice.addEventListener("change", () => filter(choice));
}
