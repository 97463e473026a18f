// Games to play. The server knows nothing of them: a code says what the game is, and the browser keeps the guesses.

import { ask } from "./api.js";
import { button, copy, el, fill, labelled, select } from "./dom.js";
import { load, save } from "./store.js";
import { capitals, colour, listName, number, say, t } from "./text.js";
import { drawBoard, drawDraft, drawKeyboard, drawRow, listen, sized } from "./tiles.js";

// A code of a link; what is damaged is for the server to refuse.
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const NONE = { code: "", title: "", guesses: [], gave_up: false, source: "", date: "" };

export function makePlay(panel, choices, lexiconName, isKept, go) {
  const wishes = load("wishes", { lexicon: lexiconName, mode: "normal", tiles: "true", boards: 1 });
  if (!isKept(wishes.lexicon)) wishes.lexicon = lexiconName;
  // The game that is played, and what the server said of it last; `error` is a function, for the language may change.
  let game = load("game", NONE), accepted = game;
  let typed = { words: "", code: "" };
  let view = null, draft = "", error = null, link = "", isSure = false, isCopied = false, asked = 0, isAsking = false;

  const lexicon = () => choices.lexicons.find(({ name }) => name === view?.lexicon) ?? choices.lexicons[0];
  const linkTo = (code) => `${location.origin}${location.pathname}#play/${encodeURIComponent(code)}`;

  async function update(changes) {
    game = { ...game, ...changes };
    const mine = ++asked;
    [error, isSure, isCopied, isAsking] = [null, false, false, true];
    try {
      const answer = await ask("play", {
        code: game.code, guesses: game.guesses, gave_up: game.gave_up, title: game.title,
        palette: document.documentElement.dataset.palette,
      });
      if (mine !== asked) return;
      [view, accepted, draft, isAsking] = [answer, game, "", false];
      save("game", game);
    } catch (problem) {
      if (mine !== asked) return;
      [game, isAsking] = [accepted, false];
      error = () => say(problem.message);
      if (!view && problem.isRefused) game = { ...NONE }; // what was kept is no game any more
    }
    render();
  }

  async function start(source, words = []) {
    const mine = ++asked;
    [error, link] = [null, ""];
    const date = new Date(), day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
    const kind = { lexicon: wishes.lexicon, mode: wishes.mode, tiles: wishes.tiles };
    try {
      const made = await ask("new_game", { kind, source, date: source === "daily" ? day : null, words, boards: source === "adversary" ? 1 : Number(wishes.boards) });
      if (mine !== asked) return; // another was begun meanwhile
      if (source === "words") {
        link = linkTo(made.code);
        render();
        return;
      }
      begin({ code: made.code, title: made.title, source, date: day });
    } catch (problem) {
      if (mine !== asked) return;
      error = () => say(problem.message);
      render();
    }
  }

  // A daily game that was begun is gone on with, so that nobody plays it twice by accident.
  function begin(values) {
    view = null;
    const kept = game.code === values.code ? game : {};
    game = accepted = { ...NONE, ...kept, ...values };
    [draft, link, typed] = ["", "", { words: "", code: "" }];
    render();
    update({});
  }

  function open(text) {
    const code = decode(text.trim().replace(/^.*#play\//, ""));
    if (code) begin({ code, source: "words" });
  }

  function leave() {
    asked += 1; // what is still answered belongs to the game that is left
    game = accepted = { ...NONE };
    [view, error, link, isAsking] = [null, null, "", false];
    save("game", game);
    if (location.hash !== "#play") location.hash = "play";
    render();
  }

  function type(key) {
    // Until a guess is answered it stays, and is not sent again.
    if (!view || view.is_over || isAsking || /^[012]$/.test(key)) return;
    if (key === "Enter") {
      if (draft) update({ guesses: [...game.guesses, draft] });
      return;
    }
    error = null;
    if (key === "Backspace") draft = draft.slice(0, -1);
    else if (draft.length < lexicon().word_length) draft += key;
    render();
  }

  // --- what is shown ------------------------------------------------------------------------------------------

  function render() {
    if (!panel.firstChild) panel.append(el("div", { class: "status", role: "status" }), el("div", { class: "content" }));
    const [status, content] = panel.children;
    panel.classList.toggle("many", Boolean(view) && view.boards.length > 1);
    // What the tiles are can be seen by those who see.
    fill(status, view ? [el("span", { class: "said" }, describe()), outcome()] : []);
    fill(content, view ? drawGame() : game.code ? drawWait() : drawStart());
  }

  function describe() {
    const last = view.guesses.length ? view.boards.filter((b) => b.rows.length === view.guesses.length).map((b) =>
      [...b.rows.at(-1).tiles].map((tile) => colour(tile)).join(", ")).join("; ") : "";
    return last ? `${t("answered", { word: capitals(view.guesses.at(-1)), tiles: last })} ` : "";
  }

  function outcome() {
    const count = view.guesses.length;
    if (view.status === "won") return count === 1 ? t("found_one") : t("found", { number: count });
    if (view.is_over) {
      const words = view.boards.filter((b) => !b.is_solved).map((b) => capitals(b.answer));
      return t(words.length > 1 ? "missed_more" : "missed", { words: words.join(", ") });
    }
    return t("guess_of", { number: count + 1, max: view.max_guesses });
  }

  function drawStart() {
    const set = (name, value, more = {}) => { Object.assign(wishes, { [name]: value, ...more }); save("wishes", wishes); render(); };
    const starts = ["daily", "random", "adversary"].map((source) => el("button", { type: "button", class: "start", "data-key": source, onclick: () => start(source) },
      el("b", {}, t(`play_${source}`)), el("span", {}, t(`play_${source}_note`))));
    const field = (name, maxlength) => el("input", {
      type: "text", "data-key": name, value: typed[name], autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength,
      oninput: ({ target }) => { typed[name] = target.value; },
    });
    return el("div", { class: "columns" },
      el("div", {},
        el("section", { class: "card", "aria-label": t("settings") }, el("h2", {}, t("settings")), el("div", { class: "fields" },
          labelled(t("lexicon"), select("play-lexicon", choices.lexicons.map((l) => [l.name, listName(l.title)]), wishes.lexicon, (v) => set("lexicon", v))),
          labelled(t("boards"), select("play-boards", Array.from({ length: choices.most_boards }, (_, i) => [i + 1, i + 1]), wishes.boards, (v) => set("boards", Number(v), v > 1 ? { mode: "normal" } : {}))),
          labelled(t("mode"), select("play-mode", choices.modes.map((m) => [m, t(`mode_${m}`)]), wishes.mode, (v) => set("mode", v, v === "normal" ? {} : { boards: 1 }))),
          labelled(t("tiles"), select("play-tiles", choices.tiles.map((name) => [name, t(`tiles_${name}`)]), wishes.tiles, (v) => set("tiles", v)))))),
      el("div", {},
        el("p", { class: "error", role: "alert" }, error?.()),
        el("div", { class: "starts" }, starts),
        el("form", { class: "card", onsubmit: (event) => { event.preventDefault(); start("words", typed.words.trim().split(/[\s,;]+/).filter(Boolean)); } },
          el("h2", {}, t("play_friend")), el("p", { class: "soft" }, t("play_friend_note")),
          labelled(t("friend_words"), field("words", 120)), el("p", {}, el("button", { class: "button" }, t("make_link"))),
          link ? [el("p", { role: "status" }, t("your_link")), el("p", { class: "link" }, link),
            button(t("copy"), async (event) => { await copy(link); event.target.textContent = t("copied"); }, { class: "button", "data-key": "copy-link" })] : null),
        el("form", { class: "card", onsubmit: (event) => { event.preventDefault(); open(typed.code); } },
          labelled(t("play_code"), field("code", 400)), el("p", {}, el("button", { class: "button" }, t("open"))))));
  }

  function drawWait() {
    return el("div", { class: "card" }, el("p", { class: "error", role: "alert" }, error?.()),
      error ? el("div", { class: "bar" }, button(t("retry"), () => update({}), { "data-key": "retry" }), button(t("new_game"), leave)) : el("p", {}, t("loading")));
  }

  function title() {
    const name = game.source === "daily" ? t("title_daily", { date: game.date }) : t(`title_${game.source || "words"}`);
    const mode = view.mode === "normal" ? "" : ` · ${t(`mode_${view.mode}`)}`;
    return `${name} · ${listName(lexicon().title)}${mode}`;
  }

  function drawGame() {
    const length = lexicon().word_length, total = view.boards.length;
    const boards = view.boards.map((board, at) => {
      const rows = board.rows.map((row, i) => drawRow(row.guess, row.tiles, i + 1));
      if (!view.is_over && !board.is_solved) rows.push(drawDraft(draft, length));
      // A board of the usual size shows how many guesses are left; the adversary gives a hundred.
      if (!view.is_over && total === 1 && view.max_guesses <= 10) {
        while (rows.length < view.max_guesses) rows.push(el("li", { class: "row blank", "aria-hidden": "true" }, Array.from({ length }, () => el("span", { class: "tile" }))));
      }
      const shown = view.is_over && !board.is_solved ? ` · ${capitals(board.answer)}` : "";
      return drawBoard(at + 1, total, rows, { class: board.is_solved && !view.is_over ? "done" : "", title: t("board_number", { number: at + 1 }) + shown });
    });
    const isGreenLie = view.boards.some((b) => !b.is_solved && b.rows.length && /^g+$/.test(b.rows.at(-1).tiles));
    const notes = [
      view.is_adversarial && !view.is_over ? t("adversary_left", { count: number(view.open_answers) }) : "",
      view.tells_truth ? "" : view.lies === null ? t("lies_note") : t(view.lies === 1 ? "lies_one" : "lies_more", { count: view.lies }), view.is_waived ? t("waived") : "", isGreenLie && !view.is_over ? t("all_green_lie", { green: colour("g") }) : "",
    ].filter(Boolean);
    return el("div", { class: "columns" },
      el("div", {}, el("div", { class: "card game" },
        el("h2", {}, title()), notes.map((note) => el("p", { class: "soft" }, note)),
        sized(length, el("div", { class: "boards" }, boards)),
        el("p", { class: "error", role: "alert" }, error?.()),
        view.is_over ? null : drawKeyboard(lexicon().alphabet, view.marks, type))),
      el("div", {}, view.is_over ? drawEnd() : null, el("div", { class: "card bar" },
        button(t("new_game"), leave, { "data-key": "new", class: view.is_over ? "main" : "" }),
        view.is_over ? null : button(t(isSure ? "sure" : "give_up"), ({ detail }) => {
          if (isSure && detail > 1) return; // a double click is no second thought
          if (isSure) update({ gave_up: true });
          else { isSure = true; render(); }
        }, { "data-key": "give-up" }),
        button(t(isCopied ? "copied" : "share_link"), async () => { await copy(linkTo(game.code)); isCopied = true; render(); }, { "data-key": "share-link" }),
        !view.is_over && total === 1 && view.tiles ? button(t("get_help"), help, { "data-key": "get-help" }) : null)));
  }

  function drawEnd() {
    return el("section", { class: "card" }, el("h2", {}, outcome()), el("pre", { class: "share", "data-key": "share" }, view.share),
      el("div", { class: "bar" },
        button(t("copy_share"), async (event) => { await copy(view.share); event.target.textContent = t("copied"); }, { "data-key": "copy-share", class: "main" }),
        view.guesses.length ? view.boards.map((board, i) => button(t("review_this") + (view.boards.length > 1 ? ` (${i + 1})` : ""), () => review(board), { "data-key": `review-${i}` })) : null));
  }

  function review(board) {
    const guesses = board.rows.map((row) => row.guess);
    go("review", (to) => to.take({ lexicon: view.lexicon, mode: view.mode, answer: board.answer, text: guesses.join("\n") }));
  }

  function help() {
    const turns = view.boards[0].rows.map((row) => ({ guess: row.guess, tiles: [row.tiles] }));
    go("help", (to) => to.take({ lexicon: view.lexicon, mode: view.mode, tiles: view.tiles, turns }));
  }

  listen(() => !panel.hidden && view !== null, () => lexicon().alphabet, type);
  return {
    render,
    // The squares have the colours of the tiles.
    restyle() { if (view?.is_over || (view && isAsking)) update({}); },
    enter(text) {
      const code = decode(text ?? "");
      if (code && code !== game.code) begin({ code, source: "words" });
      else if (game.code && !view) update({});
      else render();
    },
  };
}
