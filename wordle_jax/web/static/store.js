// What the browser keeps, so that neither a reload nor a restart of the server loses anything.

const PREFIX = "wordle_jax.";

export function load(name, otherwise) {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + name));
    return found && typeof found === "object" ? { ...otherwise, ...found } : { ...otherwise };
  } catch {
    return { ...otherwise };
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch { /* a browser may forbid it: then a reload begins anew */ }
}
