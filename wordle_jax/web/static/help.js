// Help with a game: the board as it was entered, and what the assistant says of it.

import { ask } from "./api.js";
import { button, el, fill, labelled, select } from "./dom.js";
import { load, save } from "./store.js";
import { capital, capitals, colour, listName, number, percent, say, t } from "./text.js";
import { drawBoard, drawChoice, drawDraft, drawKeyboard, drawRow, listen, markKeys, sized } from "./tiles.js";

const NEW = { turns: [], found: [], is_tolerant: false, is_widened: false };

const makeRating = () => ({ word: "", asked: "", said: () => "" });

export function makeHelp(panel, choices, lexiconName, isKept, go) {
  const first = { lexicon: lexiconName, mode: "normal", tiles: "true", solver: choices.solvers[0], boards: 1, ...NEW };
  const state = load("help", first);
  if (!isKept(state.lexicon)) Object.assign(state, first);
  // What the server accepted last; what an earlier visit left it may not.
  let accepted = first;
  // What is typed but not sent, and what the server said last. What is told is a function, for the language may change.
  let draft = { word: "", tiles: [], cursor: 0, isSuggested: false, isColoured: false, goesOn: [], entered: null };
  let advice = null, worst = null, error = null, told = null, all = null, asked = 0;
  // Whether an answer is outstanding, and so long that it is said; until then the suggestions are those of before.
  let isAsking = false, isWaiting = false;
  let rating = makeRating();

  const lexicon = () => choices.lexicons.find(({ name }) => name === state.lexicon);
  const kind = () => ({ lexicon: state.lexicon, mode: state.mode, tiles: state.tiles });
  const position = () => ({ boards: state.boards, turns: state.turns, found: state.found, is_tolerant: state.is_tolerant, is_widened: state.is_widened });
  const request = () => ({ kind: kind(), solver: state.solver, position: position() });
  // A doubtful board is green, but its tiles may be wrong.
  const isOver = () => !advice || !["open", "doubtful"].includes(advice.status) || advice.turn > advice.max_turns;
  const isDoubtful = (board) => advice?.boards[board].status === "doubtful";

  // Asks for advice on a changed state; one that the server refuses is taken back.
  async function update(changes) {
    const sent = draft, mine = ++asked;
    // Advice on another kind of game would be in the way of what is typed next.
    if (["lexicon", "boards", "mode", "tiles"].some((name) => name in changes)) advice = null;
    Object.assign(state, "turns" in changes ? { found: [] } : {}, changes);
    error = told = null;
    rating = makeRating();
    setWord("");
    [isAsking, isWaiting] = [true, false];
    render();
    // Most answers come before anybody notices.
    const noticed = setTimeout(() => {
      if (mine !== asked) return;
      isWaiting = true;
      render();
    }, 300);
    try {
      const answer = await ask("assist", request()).finally(() => { clearTimeout(noticed); });
      if (mine !== asked) return;
      isAsking = isWaiting = false;
      [advice, worst, all] = [answer, null, null];
      accepted = { ...state };
      save("help", state);
      if (!draft.word) takeSuggestion(); // or somebody types on already
      // What was entered meanwhile is sent, unless its tiles are for other boards than those that turn out to be open.
      const { entered } = draft;
      draft.entered = null;
      if (entered !== null && !isOver() && entered === String(openBoards())) submit();
      render();
      if (mine === asked) search(mine);
    } catch (problem) {
      if (mine !== asked) return;
      isAsking = isWaiting = false;
      // What was kept stays while the server is out of reach, but not if the lists no longer agree with it.
      if (advice || problem.isRefused) Object.assign(state, accepted);
      if (!draft.word) draft = sent;
      draft.entered = null;
      error = () => say(problem.message);
      render();
      if (advice && !worst) search(mine); // what was asked of it before comes too late
    }
  }

  async function search(mine) {
    if (isOver() || state.boards > 1 || state.tiles !== "true" || state.is_tolerant || !state.turns.length) return;
    try {
      const found = (await ask("search", request())).worst_case;
      if (mine !== asked) return;
      worst = found;
      render();
    } catch { /* the suggestions are there without it */ }
  }

  // Asks more about what is shown; an answer or a refusal that comes when it has changed is dropped.
  async function askMore(path, take) {
    const mine = asked;
    let answer, refusal = null;
    try {
      answer = await ask(path, request());
    } catch (problem) {
      refusal = () => say(problem.message);
    }
    if (mine !== asked) return;
    error = refusal;
    if (!refusal) take(answer);
    render();
  }

  function takeSuggestion() {
    const best = advice?.suggestions[0]?.guess;
    setWord(isOver() || !best ? "" : best, true);
  }

  // Letters that are known already get their colour.
  function setWord(word, isSuggested = false) {
    draft = { word, tiles: [], cursor: 0, isSuggested, isColoured: false, goesOn: [], entered: null };
    if (word.length !== lexicon().word_length) return;
    draft.tiles = Array.from({ length: state.boards }, (_, board) => [...word].map((letter, i) =>
      state.turns.some((turn) => turn.guess[i] === letter && turn.tiles[board]?.[i] === "g") ? "g" : "b"));
  }

  function type(key) {
    if (isOver()) return;
    error = draft.entered = null;
    if (key === "Enter") submit();
    else if (/^[012]$/.test(key)) setNext("byg"[key]);
    else if (key === "Backspace") setWord(draft.isSuggested ? "" : draft.word.slice(0, -1));
    else if (draft.isSuggested) setWord(key);
    else if (draft.word.length < lexicon().word_length) setWord(draft.word + key);
    render();
  }

  // The boards that a guess is for: beside open ones a doubtful one is taken for solved, unless somebody colours it.
  function openBoards() {
    const taken = advice.status === "doubtful" ? ["doubtful"] : ["open", "contradiction"];
    return advice.boards.map((_, i) => i).filter((i) => taken.includes(advice.boards[i].status) || draft.goesOn.includes(i));
  }

  function undo() {
    update(state.found.length ? { found: [] } : { turns: state.turns.slice(0, -1) });
  }

  function confirm() {
    if (!isAsking) update({ found: advice.boards.map((_, i) => i).filter(isDoubtful) });
  }

  // 0, 1 and 2 colour one tile after the other.
  function setNext(tile) {
    if (!draft.tiles.length) return;
    const length = lexicon().word_length, open = openBoards(), at = draft.cursor % (length * open.length);
    draft.tiles[open[Math.floor(at / length)]][at % length] = tile;
    draft.cursor = at + 1;
    draft.isSuggested = false;
    draft.isColoured = true;
    announce(`${capital(draft.word[at % length])}, ${colour(tile)}`);
  }

  function submit() {
    if (!draft.tiles.length) return;
    const open = openBoards();
    if (isAsking) {
      draft.entered = String(open);
      return;
    }
    if (!draft.isColoured) { // perhaps nobody has thought of it
      draft.isColoured = true;
      const isGray = open.every((board) => draft.tiles[board].every((tile) => tile === "b"));
      error = () => t(isGray ? "ask_gray" : "ask_rest");
      return;
    }
    const tiles = draft.tiles.map((row, board) => (open.includes(board) ? row.join("") : null));
    update({ turns: [...state.turns, { guess: draft.word, tiles }] });
  }

  function announce(text) {
    panel.querySelector(".said")?.replaceChildren(text);
  }

  // --- what is shown ------------------------------------------------------------------------------------------

  function render() {
    if (!panel.firstChild) {
      panel.append(el("p", { class: "said", "aria-live": "assertive" }), el("div", { class: "content" }));
    }
    panel.classList.toggle("many", state.boards > 1);
    // The live region stays, or screen readers would not notice that it changes.
    let status = panel.querySelector(".status");
    status ??= el("div", { class: "status", role: "status" });
    const [text, more] = describe();
    fill(status, text, more ? el("span", { class: "more" }, more) : null);
    const content = panel.querySelector(".content");
    if (!content.firstChild) {
      const right = el("div", { class: "right" });
      // Keys too would take what was there before, and mean what is about to come.
      right.addEventListener("click", (event) => { if (isAsking) event.stopPropagation(); }, { capture: true });
      content.append(status, el("div", { class: "columns" }, el("div", { class: "left" }), right));
    }
    content.querySelector(".right").setAttribute("aria-busy", isAsking);
    fill(content.querySelector(".left"), drawSettings(), drawGame());
    fill(content.querySelector(".right"), advice ? [...drawContradictions(), drawSwitches(), drawSuggestions(), drawCandidates(), drawReasons()] : []);
  }

  function describe() {
    if (!advice || isWaiting) return [error ? "" : t("loading"), ""];
    const best = capitals(advice.suggestions[0]?.guess ?? "");
    if (advice.status === "solved") {
      return [state.boards > 1 ? t("solved_all") : t("solved", { word: capitals(advice.boards[0].answer) }), ""];
    }
    if (advice.status === "contradiction") return [t("contradiction"), ""];
    if (advice.status === "lost") return [t("lost"), ""];
    if (advice.status === "doubtful") {
      return [advice.boards.filter((board) => board.status === "doubtful").map(describeDoubt).join(" "), isOver() ? t("lost") : t("doubtful_on", { word: best })];
    }
    const one = advice.boards[0], isSoft = advice.belief === "soft";
    if (state.boards > 1) {
      return [t("best", { word: best }), t(isSoft ? "left_boards_soft" : "left_boards", { counts: advice.boards.map(countLeft).join(" · ") })];
    }
    if (one.candidates === 1 && !isSoft) return [t("left_one", { word: capitals(one.likeliest[0].word) }), ""];
    return [t("best", { word: best }), t(isSoft ? "left_soft" : "left", { count: number(one.candidates) })];
  }

  // A board that seems to be solved has a word and not a number.
  const countLeft = (board) => (board.status === "doubtful" ? `${capitals(board.answer)} ${percent(board.certainty, 0)}` : number(board.candidates));
  const describeDoubt = (board) => t("doubtful", { word: capitals(board.answer), share: percent(board.certainty, 0), green: colour("g") });

  function drawGame() {
    const length = lexicon().word_length;
    const boards = Array.from({ length: state.boards }, (_, board) => {
      const rows = state.turns.filter((turn) => turn.tiles[board] !== null && turn.tiles[board] !== undefined)
        .map((turn, i) => drawRow(turn.guess, turn.tiles[board], i + 1));
      const told = advice?.boards[board];
      if (!isOver() && ["open", "doubtful"].includes(told?.status)) {
        rows.push(draft.tiles.length
          ? drawChoice(draft.word, draft.tiles[board], `tile-${board}`, (i, tile) => {
            draft.tiles[board][i] = tile;
            if (isDoubtful(board)) draft.goesOn.push(board);
            draft.isSuggested = false;
            draft.isColoured = true;
            error = draft.entered = null;
            announce(`${capital(draft.word[i])}, ${colour(tile)}`);
            render();
          }, draft.isSuggested)
          : drawDraft(draft.word, length));
      }
      const drawn = drawBoard(board + 1, state.boards, rows, { class: told?.status === "solved" && advice.status !== "solved" ? "done" : "" });
      if (isDoubtful(board) && advice.status !== "doubtful") drawn.append(el("p", { class: "soft" }, describeDoubt(told), " ", t("doubtful_board")));
      return drawn;
    });
    const rows = state.boards === 1 ? state.turns.map((turn) => [turn.guess, turn.tiles[0] ?? ""]) : [];
    return el("div", { class: "card game" },
      state.turns.length ? null : el("p", { class: "soft" }, t("help_intro")),
      sized(length, el("div", { class: "boards" }, boards)),
      el("p", { class: "error", role: "alert" }, error?.()),
      advice ? null : el("div", { class: "bar" }, button(t("retry"), () => update({}), { "data-key": "retry", disabled: !error })),
      el("div", { class: "bar" },
        advice?.boards.some((_, board) => isDoubtful(board)) ? button(t("confirm"), confirm, { class: "main", "data-key": "confirm" }) : null,
        button(t("undo"), undo, { "data-key": "undo", disabled: !state.turns.length }),
        button(t("restart"), () => update({ ...NEW }), { "data-key": "restart", disabled: !state.turns.length }),
        button(t("hint"), hint, { "data-key": "hint", disabled: isOver() }),
        state.turns.length && state.boards === 1 && state.tiles === "true" ? button(t("review_this"), review, { "data-key": "to-review" }) : null),
      el("p", { class: "soft", role: "status" }, told?.()),
      drawKeyboard(lexicon().alphabet, markKeys(rows), type));
  }

  function drawSettings() {
    const set = (name, value) => update({ [name]: value, ...NEW });
    return el("details", { class: "card" },
      el("summary", { "data-key": "settings" }, t("settings"), el("span", { class: "soft" }, describeSettings())),
      el("div", { class: "fields" },
        labelled(t("lexicon"), select("lexicon", choices.lexicons.map((l) => [l.name, listName(l.title)]), state.lexicon, (v) => set("lexicon", v))),
        labelled(t("boards"), select("boards", Array.from({ length: choices.most_boards }, (_, i) => [i + 1, i + 1]), state.boards, (v) => update({ boards: Number(v), ...NEW, ...(v > 1 ? { mode: "normal" } : {}) }))),
        labelled(t("mode"), select("mode", choices.modes.map((m) => [m, t(`mode_${m}`)]), state.mode, (v) => update({ mode: v, ...NEW, ...(v !== "normal" ? { boards: 1 } : {}) }))),
        labelled(t("tiles"), select("tiles", choices.tiles.map((name) => [name, t(`tiles_${name}`)]), state.tiles, (v) => set("tiles", v))),
        labelled(t("solver"), select("solver", choices.solvers.map((name) => [name, name.replaceAll("_", " ")]), state.solver, (v) => update({ solver: v })))));
  }

  function describeSettings() {
    const unusual = [state.tiles === "true" ? "" : t(`tiles_${state.tiles}`), state.boards === 1 ? "" : t("board_count", { count: state.boards })];
    return ["", listName(lexicon().title), t(`mode_${state.mode}`), ...unusual.filter(Boolean)].join(" · ");
  }

  function drawSuggestions() {
    if (!advice.suggestions.length) return null;
    const guessesLeft = advice.max_turns - advice.turn + 1;
    const rows = advice.suggestions.map((s) => el("tr", {},
      el("td", {}, button([capitals(s.guess), s.is_candidate ? el("span", { "aria-hidden": "true" }, " ●") : null, s.is_candidate ? el("span", { class: "said" }, `, ${t("is_candidate")}`) : null],
        () => { setWord(s.guess); render(); panel.querySelector(".choice button")?.focus(); }, { class: "word", "data-key": `take-${s.guess}` })),
      el("td", {}, number(s.entropy_bits, 2)), el("td", {}, number(s.parts)), el("td", {}, number(s.expected_left, 1)),
      el("td", {}, number(s.worst_case)), el("td", {}, percent(s.win_chance))));
    return el("section", { class: "card" },
      el("div", { class: "frame" }, el("table", {}, el("caption", {}, t("suggestions")),
        el("thead", {}, el("tr", {}, ["guess", "bits", "parts", "expected", "worst", "win"].map((key) => el("th", { scope: "col" }, t(key))))),
        el("tbody", {}, rows))),
      el("p", { class: "soft" }, t("suggestions_note")),
      worst ? el("p", {}, t("worst_case", { word: capitals(worst.guess), guesses: worst.guesses }), worst.is_proved ? "." : ` ${t("worst_case_some")}.`,
        worst.guesses > guessesLeft ? ` ${t("worst_case_more", { left: guessesLeft })}` : "") : null,
      advice.notes.map((note) => el("p", { class: "soft" }, say(note))),
      drawRating());
  }

  // What is typed and said here stays while the answer of the search comes in, or the language changes.
  function drawRating() {
    const rate = async (event) => {
      event.preventDefault();
      const mine = rating, word = rating.word.trim();
      if (!word) return;
      mine.asked = word;
      let said;
      try {
        const { suggestion: s, best, rank, notes } = await ask("rate", { ...request(), word });
        said = () => {
          const place = rank ? `(${t("rank", { rank: number(rank) })}) ` : "";
          return [t("rated", {
            word: capitals(s.guess), bits: number(s.entropy_bits, 2), expected: number(s.expected_left, 1),
            worst: number(s.worst_case), win: percent(s.win_chance), rank: place,
          }), t("rated_best", { word: capitals(best.guess), bits: number(best.entropy_bits, 2) }), ...notes.map((note) => `${say(note)}.`)].join(" ");
        };
      } catch (problem) {
        said = () => say(problem.message);
      }
      if (mine.asked !== word) return;
      mine.said = said;
      panel.querySelector(".rated")?.replaceChildren(rating.said());
    };
    const input = el("input", {
      type: "text", "data-key": "rate", value: rating.word, autocapitalize: "none", autocomplete: "off", spellcheck: "false", maxlength: 16,
      oninput: ({ target }) => { rating.word = target.value; },
    });
    return el("form", { onsubmit: rate }, el("div", { class: "inline" }, labelled(t("rate_label"), input), el("button", { class: "button" }, t("rate"))),
      el("p", { class: "soft rated", role: "status" }, rating.said()));
  }

  function drawCandidates() {
    return advice.boards.map((board, i) => {
      if (!board.likeliest.length || (!state.turns.length && i)) return null;
      const words = all?.[i]?.words ?? board.likeliest;
      const name = t(advice.belief === "soft" ? "candidates_soft" : "candidates");
      const title = state.boards > 1 && state.turns.length ? `${t("board_number", { number: i + 1 })} · ${name}` : name;
      return el("section", { class: "card" }, el("h2", {}, isDoubtful(i) ? t("if_on") : "", `${title}: ${number(board.candidates)}`),
        el("ul", { class: "chips" }, words.map((c) => el("li", {}, c.word, el("small", {}, percent(c.probability))))),
        board.candidates > words.length && board.candidates <= 1000 ? el("p", {}, button(t("show_all", { count: number(board.candidates) }), showAll, { class: "button", "data-key": `all-${i}` })) : null);
    });
  }

  const showAll = () => askMore("words", ({ boards }) => { all = Object.fromEntries(boards.map((list) => [list.board, list])); });

  const hint = () => askMore("hint", ({ letter, share }) => {
    told = () => (letter ? t(share === 1 ? "hint_sure" : "hint_letter", { letter: capital(letter), share: percent(share, 0) }) : t("hint_none"));
  });

  function drawReasons() {
    const reasons = advice.why.map((sentence) => el("li", {}, say(sentence)));
    const why = reasons.length ? el("section", { class: "card" }, el("h2", {}, t("why_this")), el("ul", { class: "why" }, reasons)) : null;
    return [why, ...advice.boards.map((board, i) => {
      if (!["open", "doubtful"].includes(board.status) || (!board.reasons.length && !board.mistakes.length)) return null;
      const what = !board.mistakes.length ? "why" : state.tiles === "true" ? "mistaken" : "wrong";
      const title = `${isDoubtful(i) ? t("if_on") : ""}${state.boards > 1 ? `${t("board_number", { number: i + 1 })} · ` : ""}${t(what)}`;
      const lines = board.mistakes.length
        ? board.mistakes.map((m) => `${m.tiles.map(describeTile).join(t("and"))} (${percent(m.share, 0)})`) : board.reasons.map(say);
      return el("section", { class: "card" }, el("h2", {}, title), el("ul", { class: "why" }, lines.map((line) => el("li", {}, line))));
    })];
  }

  const describeTile = (tile) => t("correct_tile", {
    entry: tile.entry, guess: tile.guess, place: tile.place, shown: colour(tile.shown), instead: colour(tile.instead),
  });

  function drawContradictions() {
    return advice.boards.map((board, at) => {
      const c = board.contradiction;
      if (!c) return null;
      const where = state.boards > 1 ? t("on_board", { number: at + 1 }) : "";
      return el("section", { class: "card warn", "aria-label": t("contradiction") },
        el("h2", {}, t("contradiction")), el("p", {}, where, say(c.sentence), "."),
        el("ul", { class: "why" }, c.reasons.map((reason) => el("li", {}, say(reason)))),
        el("div", { class: "ways" },
          button(t("undo_last"), () => update({ turns: state.turns.slice(0, -1) }), { class: "main", "data-key": "undo-last" }),
          c.mistakes.map((mistake, i) => button(`${t("correct", { what: mistake.tiles.map(describeTile).join(t("and")) })} (${t("fixes_left", { words: mistake.likeliest.join(", ") + (mistake.words > mistake.likeliest.length ? "…" : "") })})`,
            () => update({ turns: mend(mistake, at) }), { "data-key": `mend-${i}` })),
          c.num_other_words ? button(t("widen", { count: number(lexicon().guesses), words: c.other_words.join(", ") }), () => update({ is_widened: true }), { "data-key": "widen" }) : null,
          state.is_tolerant ? null : button(t("tolerate"), () => update({ is_tolerant: true }), { "data-key": "tolerate" })));
    });
  }

  function mend(mistake, board) {
    const turns = structuredClone(state.turns);
    for (const { entry, place, instead } of mistake.tiles) {
      const row = [...turns[entry - 1].tiles[board]];
      row[place - 1] = instead;
      turns[entry - 1].tiles[board] = row.join("");
    }
    return turns;
  }

  function drawSwitches() {
    const switches = [["is_tolerant", "tolerant_on"], ["is_widened", "widened_on"]].filter(([name]) => state[name]);
    return switches.map(([name, text]) => el("p", { class: "bar" }, el("span", {}, t(text)),
      button(t("turn_off"), () => update({ [name]: false }), { "data-key": name })));
  }

  function review() {
    const answer = advice?.boards[0].answer ?? "";
    const guesses = state.turns.map((turn) => (answer ? turn.guess : `${turn.guess} ${turn.tiles[0]}`));
    go("review", (to) => to.take({ lexicon: state.lexicon, mode: state.mode, answer, text: guesses.join("\n") }));
  }

  listen(() => !panel.hidden, () => lexicon().alphabet, type);
  return {
    render,
    enter() { if (!advice) update({}); },
    take(values) {
      asked += 1; // what is still answered belongs to the game before
      advice = null;
      Object.assign(state, { boards: 1, mode: "normal", tiles: "true", ...NEW, ...values });
    },
  };
}
