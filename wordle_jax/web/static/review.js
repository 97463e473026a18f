// Reviews of games that are over, and what a grid of squares gives away.

import { ask } from "./api.js";
import { el, fill, labelled, select } from "./dom.js";
import { load, save } from "./store.js";
import { capitals, listName, number, percent, say, t } from "./text.js";
import { drawRow, sized } from "./tiles.js";

const SQUARES = /[⬛⬜🟨🟩🟦🟧]/u;

export function makeReview(panel, choices, lexiconName, isKept) {
  const state = load("review", { lexicon: lexiconName, mode: "normal", answer: "", text: "" });
  if (!isKept(state.lexicon)) state.lexicon = lexiconName;
  // An error is a function that tells it, for the language may change.
  let result = null, error = null, isThinking = false, asked = 0;

  const lexicon = () => choices.lexicons.find(({ name }) => name === state.lexicon);

  // What was typed: a grid if all of its rows are tiles, otherwise guesses, each with its tiles if they follow.
  function read() {
    const lines = state.text.normalize("NFC").split("\n").map((line) => line.trim()).filter(Boolean);
    const isTiles = (text) => /^[\sbyg012⬛⬜🟨🟩🟦🟧\ufe0f]+$/iu.test(text);
    const rows = lines.filter(isTiles);
    const others = lines.filter((line) => !isTiles(line) && !/[\dx]\/\d/i.test(line)); // without Wordle 1,234 4/6
    const isGrid = others.length ? SQUARES.test(rows.join()) && !SQUARES.test(others.join()) : rows.length > 0;
    if (isGrid) return { grid: state.text };
    const guesses = [];
    for (const token of state.text.normalize("NFC").split(/[\s,;]+/).filter(Boolean)) {
      if (guesses.length && isTiles(token) && !guesses.at(-1).includes(" ")) guesses.push(`${guesses.pop()} ${token}`);
      else guesses.push(token);
    }
    return { guesses };
  }

  async function submit() {
    const mine = ++asked, from = document.activeElement;
    save("review", state);
    if (!state.text.trim()) {
      [error, result, isThinking] = [() => t("review_empty"), null, false];
      render();
      return;
    }
    let answer = null, refusal = null;
    [error, result, isThinking] = [null, null, true];
    render();
    try {
      answer = await ask("review", { lexicon: state.lexicon, mode: state.mode, answer: state.answer.trim() || null, ...read() });
    } catch (problem) {
      refusal = () => say(problem.message.replace(/^(?:guesses\[\d+\]|answer|grid): /, "").replace(/; another lexicon may have it$/, ""));
    }
    if (mine !== asked) return; // another was asked for meanwhile
    [error, result, isThinking] = [refusal, answer, false];
    render();
    // Whoever is elsewhere by now stays there.
    if ([from, document.body].includes(document.activeElement)) panel.querySelector(".result")?.focus();
  }

  function render() {
    const text = el("textarea", { "data-key": "text", value: state.text, rows: 7, spellcheck: "false", autocapitalize: "none", maxlength: 1900, oninput: (event) => { state.text = event.target.value; } });
    const answer = el("input", { type: "text", "data-key": "answer", value: state.answer, autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 16, oninput: (event) => { state.answer = event.target.value; } });
    fill(panel, el("div", { class: "columns" },
      el("form", { class: "card", onsubmit: (event) => { event.preventDefault(); submit(); } },
        el("p", {}, t("review_intro")),
        el("div", { class: "fields" },
          labelled(t("lexicon"), select("review-lexicon", choices.lexicons.map((l) => [l.name, listName(l.title)]), state.lexicon, (v) => { state.lexicon = v; save("review", state); })),
          labelled(t("mode"), select("review-mode", choices.modes.map((m) => [m, t(`mode_${m}`)]), state.mode, (v) => { state.mode = v; save("review", state); })),
          labelled(t("answer"), answer)),
        labelled(t("guesses"), text), el("p", { class: "soft" }, t("guesses_note")),
        el("p", { class: "error", role: "alert" }, error?.()),
        el("button", { class: "button main", "data-key": "review" }, t("review"))),
      el("div", {}, el("p", { class: "soft", role: "status" }, isThinking ? t("loading") : ""), result ? (result.kind === "game" ? drawGame() : drawGrid()) : null)));
  }

  const fact = (name, ...value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));

  function score(name, value, note) {
    return el("div", {}, el("span", { class: "soft" }, name), el("b", {}, value === null ? t("none") : value),
      value === null ? null : el("meter", { min: 0, max: 99, value, "aria-label": `${name}: ${value}` }), el("span", { class: "soft" }, note));
  }

  function drawGame() {
    const left = result.left.length;
    return el("section", { class: "result card", tabindex: "-1", "aria-label": t("review") },
      el("div", { class: "totals" }, score(t("skill"), result.skill, t("skill_note")), score(t("luck"), result.luck, t("luck_note"))),
      result.is_solved ? null : el("p", {}, t("not_found", { count: number(left), words: result.left.slice(0, 10).join(", ") })),
      sized(result.turns[0].tiles.length, el("ol", { class: "turns" }, result.turns.map(drawTurn))));
  }

  function drawTurn(turn, at) {
    const isBest = turn.best === turn.guess;
    return el("li", { class: "turn" }, el("ol", { class: "rows" }, drawRow(turn.guess, turn.tiles, at + 1)),
      el("dl", { class: "facts" },
        fact(t("skill"), turn.skill ?? t("none")), fact(t("luck"), turn.luck),
        fact(t("before_after"), `${number(turn.before)} → ${number(turn.after)}`),
        fact(t("got"), t("got_of", { bits: number(turn.bits, 2), expected: number(turn.expected_bits, 2) })),
        fact(t("better"), isBest ? t("same_best") : [el("span", { class: "caps" }, capitals(turn.best)), turn.lost ? ` (${turn.method === "search" ? t("lost_guesses", { lost: number(turn.lost, 2) }) : t("lost_bits", { lost: percent(turn.lost, 0) })})` : ""]),
        fact(t("line"), el("span", { class: "caps" }, capitals(turn.line.join(" "))))),
      turn.notes.map((note) => el("p", { class: "soft" }, `${say(note)}.`)));
  }

  function drawGrid() {
    const about = result.asked?.word ?? result.answers[0]?.word;
    const isAsked = result.asked && result.asked.counts.every(Boolean);
    return el("section", { class: "result card", tabindex: "-1", "aria-label": t("review") },
      el("h2", {}, t("grid_title", { count: number(result.num_agreeing), all: number(result.num_answers) })),
      result.asked ? el("p", {}, t(isAsked ? "asked_fits" : "asked_not", { word: capitals(result.asked.word) })) : null,
      result.notes.map((note) => el("p", { class: "soft" }, `${say(note)}.`)),
      sized(result.rows[0].tiles.length, el("ol", { class: "turns" }, result.rows.map((row, i) => el("li", { class: "turn" },
        el("ol", { class: "rows" }, drawRow(" ".repeat(row.tiles.length), row.tiles, null)),
        el("dl", { class: "facts" }, fact(t("grid_alone"), number(row.answers_alone)), fact(t("grid_guesses"), number(row.guesses)),
          about ? fact(t("grid_examples", { word: capitals(about) }), row.examples.join(" ") || t("none")) : null))))),
      result.answers.length ? [el("h2", {}, t("grid_answers")), el("ul", { class: "chips" },
        result.answers.map((a) => el("li", {}, a.word, el("small", {}, percent(a.probability)))))] : null);
  }

  return {
    render,
    enter() { render(); },
    take(values) { Object.assign(state, values); submit(); },
  };
}
