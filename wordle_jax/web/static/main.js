// The page: its tabs, its language and its looks.

import { ask } from "./api.js";
import { makeHelp } from "./help.js";
import { makePlay } from "./play.js";
import { makeReview } from "./review.js";
import { load, save } from "./store.js";
import { say, setLanguage, t } from "./text.js";
import { el } from "./dom.js";

const TABS = ["help", "play", "review"];
const THEMES = ["auto", "light", "dark"];
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const looks = load("looks", { language: navigator.language.startsWith("es") ? "es" : "en", theme: "auto", palette: "standard" });
const panels = {};

function show() {
  setLanguage(looks.language);
  root.lang = looks.language;
  root.dataset.theme = looks.theme === "auto" ? (dark.matches ? "dark" : "light") : looks.theme;
  root.dataset.palette = looks.palette;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const element of document.querySelectorAll("[data-language]")) {
    element.setAttribute("aria-pressed", String(element.dataset.language === looks.language));
  }
  const palette = document.getElementById("palette"), theme = document.getElementById("theme");
  palette.title = t("contrast");
  palette.setAttribute("aria-label", t("contrast"));
  palette.setAttribute("aria-pressed", String(looks.palette === "high_contrast"));
  theme.textContent = { auto: "◐", light: "☀", dark: "☾" }[looks.theme];
  theme.title = t(`theme_${looks.theme}`);
  theme.setAttribute("aria-label", t(`theme_${looks.theme}`));
  for (const panel of Object.values(panels)) panel.render();
}

function change(values) {
  Object.assign(looks, values);
  save("looks", looks);
  show();
  panels.play?.restyle();
}

// #help, #review, #play, or #play/CODE for a game that somebody sent.
function route() {
  const [name, code] = location.hash.slice(1).split("/");
  const current = TABS.includes(name) ? name : "help";
  for (const tab of TABS) {
    const button = document.getElementById(`tab-${tab}`);
    button.setAttribute("aria-selected", String(tab === current));
    button.tabIndex = tab === current ? 0 : -1;
    document.getElementById(`panel-${tab}`).hidden = tab !== current;
  }
  panels[current]?.enter(code);
}

function listen() {
  const tabs = TABS.map((tab) => document.getElementById(`tab-${tab}`));
  tabs.forEach((button, i) => {
    button.addEventListener("click", () => { location.hash = TABS[i]; });
    button.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: i + 2, ArrowRight: i + 1, Home: 0, End: 2 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      tabs[to % 3].focus();
      location.hash = TABS[to % 3];
    });
  });
  for (const element of document.querySelectorAll("[data-language]")) {
    element.addEventListener("click", () => change({ language: element.dataset.language }));
  }
  document.getElementById("palette").addEventListener("click", () =>
    change({ palette: looks.palette === "standard" ? "high_contrast" : "standard" }));
  document.getElementById("theme").addEventListener("click", () =>
    change({ theme: THEMES[(THEMES.indexOf(looks.theme) + 1) % 3] }));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("main").focus();
  });
  // Enter that is held presses once: what is asked twice is answered twice.
  document.addEventListener("keydown", (event) => {
    if (!event.repeat || event.key !== "Enter" || event.target.closest("textarea")) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  dark.addEventListener("change", show);
  addEventListener("hashchange", route);
}

async function start() {
  setLanguage(looks.language);
  listen();
  show();
  let choices;
  try {
    choices = await ask("choices");
  } catch (error) {
    document.getElementById("main").append(el("p", { class: "error", role: "alert" }, say(error.message)));
    return;
  }
  const own = choices.lexicons.find(({ name }) => name.startsWith(looks.language === "es" ? "spanish" : "english"));
  const lexicon = choices.named ?? (own ?? choices.lexicons[0]).name;
  // A list that the server is told to begin with, and was not before, goes before what was chosen until then.
  const isNamedAnew = choices.named !== null && choices.named !== load("server", { named: null }).named;
  save("server", { named: choices.named });
  const isKept = (chosen) => (isNamedAnew ? chosen === lexicon : choices.lexicons.some(({ name }) => name === chosen));
  const go = (tab, prepare) => {
    prepare?.(panels[tab]);
    if (location.hash === `#${tab}`) route();
    else location.hash = tab;
  };
  panels.help = makeHelp(document.getElementById("panel-help"), choices, lexicon, isKept, go);
  panels.play = makePlay(document.getElementById("panel-play"), choices, lexicon, isKept, go);
  panels.review = makeReview(document.getElementById("panel-review"), choices, lexicon, isKept);
  show();
  route();
}

start();
