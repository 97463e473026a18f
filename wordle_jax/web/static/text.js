// All texts of the page, in English and Spanish; and the sentences of the server, which are English, in Spanish.

const EN = {
  skip: "Skip to the content", looks: "Language and colours", language: "Language", tabs: "What to do",
  tab_help: "Help", tab_play: "Play", tab_review: "Review",
  contrast: "High contrast", theme_auto: "Theme: auto", theme_light: "Theme: light", theme_dark: "Theme: dark",
  tile_b: "gray", tile_y: "yellow", tile_g: "green", contrast_b: "gray", contrast_y: "blue", contrast_g: "orange",
  row: "Row {number}: {word}", empty: "empty", choose: "Colours of the guess: space or arrow keys change a tile",
  board: "Board", board_number: "Board {number}", board_count: "{count} boards", keyboard: "Keyboard", enter: "Enter", key_Enter: "Enter", key_Backspace: "Delete",
  settings: "Game settings", lexicon: "Word list", boards: "Boards", mode: "Rules", tiles: "Tiles", solver: "Solver",
  mode_normal: "Normal", mode_hard: "Hard mode", mode_ultra_hard: "Ultra hard mode",
  tiles_true: "All true", tiles_noise_1: "1 in 100 wrong", tiles_noise_5: "1 in 20 wrong", tiles_noise_10: "1 in 10 wrong",
  tiles_noise_20: "1 in 5 wrong", tiles_lie: "One lie a row",
  loading: "Thinking…", retry: "Try again", undo: "Undo", restart: "Start over", hint: "Hint",
  help_intro: "Type the word that you guessed, or take the suggestion. Then set the colours by clicking the tiles, or with 0, 1, 2, and press Enter.",
  left_one: "One word is left: {word}.", left: "{count} words left", left_boards: "Words left: {counts}", left_soft: "{count} words hold 99% of the belief", left_boards_soft: "Words that hold 99% of the belief: {counts}", candidates_soft: "Words that hold 99% of the belief",
  ask_gray: "All gray? Press Enter again, or set the colours.", ask_rest: "All others gray? Press Enter again, or set the colours.",
  best: "Best guess: {word}", solved: "Solved! The word is {word}.", doubtful: "All {green}, but tiles may be wrong: the word is {word} with a chance of {share}.", doubtful_on: "Was that it? If the game goes on, it was not; the best guess is then {word}.", doubtful_board: "If it goes on, set its colours.", confirm: "That was it", if_on: "If the game goes on: ",
  solved_all: "All boards are solved!", lost: "All guesses are used up.",
  contradiction: "These colours contradict each other", on_board: "Board {number}: ",
  undo_last: "Undo the last guess", widen: "Allow all {count} words of the guess list: {words} …", tolerate: "A tile may be mistyped: go on with the likeliest words",
  correct: "Correct it: {what}", correct_tile: "guess {entry} ({guess}), tile {place}: {shown} should be {instead}", fixes_left: "then {words}", and: " and ",
  mistaken: "Probably mistyped", wrong: "Probably wrong", tolerant_on: "A tile may have been mistyped", widened_on: "Every word of the guess list may be the answer", turn_off: "Turn off",
  suggestions: "Suggestions", guess: "Guess", bits: "Bits", parts: "Parts", expected: "Expected left", worst: "Worst case", win: "Wins next",
  is_candidate: "may be the answer", suggestions_note: "Bits: what the guess is expected to tell. Parts: how many different answers it can get. ● may be the answer. Press a word to take it.",
  worst_case: "For the worst case: {word}, which needs at most {guesses} guesses in all", worst_case_some: "(of the best few that were tried)", worst_case_more: "That is more than the {left} left.",
  candidates: "Words left", show_all: "Show all {count}", why: "What is known", why_this: "Why this guess",
  rate_label: "What about another word?", rate: "Rate", rank: "number {rank} of all guesses", rated: "{word}: {bits} bits, expected left {expected}, worst case {worst}, wins next {win}. {rank}",
  rated_best: "The best is {word} with {bits} bits.", hint_letter: "Hint: the word may well have the letter {letter} ({share}).", hint_sure: "Hint: the word has the letter {letter}.", hint_none: "There is no hint: all letters were tried.",
  review_this: "Review this game",
  play_daily: "Today's word", play_daily_note: "The same for everyone, another one tomorrow", play_random: "Random word", play_random_note: "A new one every time",
  play_adversary: "Adversary", play_adversary_note: "Keeps its answer open as long as it can", play_friend: "A word for a friend", play_friend_note: "Choose it, and send the link",
  play_code: "Code or link of a game", open: "Play it", friend_words: "Word, or one for each board", make_link: "Make the link", your_link: "Send this link to your friend:", copy: "Copy", copied: "Copied",
  new_game: "New game", give_up: "Give up", share_link: "Copy a link to this game", guess_of: "Guess {number} of {max}", adversary_left: "{count} words are still possible", waived: "No word fits the rules any more: this once every word may be guessed.",
  lies_note: "Some tiles may show a wrong colour.", lies_one: "Exactly one tile of every row is wrong.", lies_more: "Exactly {count} tiles of every row are wrong.", found: "Found in {number}!", found_one: "Found at once!", missed: "The word was {words}.", missed_more: "The words were {words}.", share: "Share", copy_share: "Copy the squares", get_help: "Ask the assistant", sure: "Sure? Press again",
  title_daily: "Word of {date}", title_random: "Random word", title_adversary: "Adversary", title_words: "From a friend", answered: "{word}: {tiles}.", all_green_lie: "All {green}, yet not the word: tiles may lie.",
  review_intro: "Enter a game that is over, or paste the squares that somebody shared.", answer: "Answer (if you know it)", guesses: "Guesses, one a line; or a grid of squares",
  review_empty: "Enter the guesses of a game, one a line, or paste its squares.", guesses_note: "Without the answer each guess needs its colours: crane bybbg.", review: "Review",
  luck: "Luck", skill: "Skill", luck_note: "50 is as expected", skill_note: "99 is the best guess every time", not_found: "Not found: {count} left, such as {words}",
  before_after: "Words left", got: "Bits got", got_of: "{bits}, {expected} expected", better: "Best guess", same_best: "this one", line: "Best line", none: "none",
  lost_guesses: "yours needs {lost} guesses more", lost_bits: "yours tells {lost} less",
  grid_title: "{count} of {all} answers fit this grid", grid_share: "Share", grid_row: "Row", grid_alone: "Answers alone", grid_guesses: "Guesses that fit", grid_examples: "Such as, for {word}", grid_answers: "Likeliest answers",
  asked_fits: "{word} fits.", asked_not: "{word} does not fit.",
};

const ES = {
  skip: "Ir al contenido", looks: "Idioma y colores", language: "Idioma", tabs: "Qué hacer",
  tab_help: "Ayuda", tab_play: "Jugar", tab_review: "Análisis",
  contrast: "Alto contraste", theme_auto: "Tema: automático", theme_light: "Tema: claro", theme_dark: "Tema: oscuro",
  tile_b: "gris", tile_y: "amarillo", tile_g: "verde", contrast_b: "gris", contrast_y: "azul", contrast_g: "naranja",
  row: "Fila {number}: {word}", empty: "vacía", choose: "Colores de la palabra: espacio o flechas cambian una casilla",
  board: "Tablero", board_number: "Tablero {number}", board_count: "{count} tableros", keyboard: "Teclado", enter: "Enviar", key_Enter: "Enviar", key_Backspace: "Borrar",
  settings: "Ajustes de la partida", lexicon: "Lista de palabras", boards: "Tableros", mode: "Reglas", tiles: "Casillas", solver: "Método",
  mode_normal: "Normales", mode_hard: "Modo difícil", mode_ultra_hard: "Modo muy difícil",
  tiles_true: "Todas ciertas", tiles_noise_1: "Falla 1 de 100", tiles_noise_5: "Falla 1 de 20", tiles_noise_10: "Falla 1 de 10",
  tiles_noise_20: "Falla 1 de 5", tiles_lie: "Una mentira por fila",
  loading: "Pensando…", retry: "Reintentar", undo: "Deshacer", restart: "Empezar de nuevo", hint: "Pista",
  help_intro: "Escribe la palabra que has probado, o acepta la sugerencia. Después pon los colores pulsando las casillas, o con 0, 1, 2, y pulsa Intro.",
  left_one: "Queda una palabra: {word}.", left: "Quedan {count} palabras", left_boards: "Palabras que quedan: {counts}", left_soft: "{count} palabras suman el 99% de la probabilidad", left_boards_soft: "Palabras que suman el 99% de la probabilidad: {counts}", candidates_soft: "Palabras que suman el 99% de la probabilidad",
  ask_gray: "¿Todo gris? Pulsa Intro otra vez, o pon los colores.", ask_rest: "¿Las demás son grises? Pulsa Intro otra vez, o pon los colores.",
  best: "Mejor intento: {word}", solved: "¡Resuelto! La palabra es {word}.", doubtful: "Todo {green}, pero las casillas pueden mentir: la palabra es {word} con una probabilidad de {share}.", doubtful_on: "¿Era esa? Si la partida sigue, no lo era; el mejor intento es entonces {word}.", doubtful_board: "Si sigue, pon sus colores.", confirm: "Era esa", if_on: "Si la partida sigue: ",
  solved_all: "¡Todos los tableros están resueltos!", lost: "No quedan intentos.",
  contradiction: "Estos colores se contradicen", on_board: "Tablero {number}: ",
  undo_last: "Deshacer el último intento", widen: "Admitir las {count} palabras de la lista de intentos: {words}…", tolerate: "Puede haber una casilla equivocada: seguir con las palabras más probables",
  correct: "Corregir: {what}", correct_tile: "intento {entry} ({guess}), casilla {place}: en vez de {shown}, {instead}", fixes_left: "queda {words}", and: " y ",
  mistaken: "Probablemente equivocadas", wrong: "Probablemente falsas", tolerant_on: "Puede haber una casilla equivocada", widened_on: "Cualquier palabra de la lista de intentos puede ser la respuesta", turn_off: "Desactivar",
  suggestions: "Sugerencias", guess: "Intento", bits: "Bits", parts: "Partes", expected: "Quedarán", worst: "Peor caso", win: "Acierta",
  is_candidate: "puede ser la respuesta", suggestions_note: "Bits: lo que se espera que diga el intento. Partes: cuántas respuestas distintas puede recibir. ● puede ser la respuesta. Pulsa una palabra para usarla.",
  worst_case: "Para el peor caso: {word}, que necesita como mucho {guesses} intentos en total", worst_case_some: "(de los mejores que se probaron)", worst_case_more: "Son más que los {left} que quedan.",
  candidates: "Palabras que quedan", show_all: "Ver las {count}", why: "Lo que se sabe", why_this: "Por qué este intento",
  rate_label: "¿Y otra palabra?", rate: "Valorar", rank: "la número {rank} de todas", rated: "{word}: {bits} bits, quedarán {expected}, peor caso {worst}, acierta {win}. {rank}",
  rated_best: "La mejor es {word}, con {bits} bits.", hint_letter: "Pista: la palabra puede tener la letra {letter} ({share}).", hint_sure: "Pista: la palabra tiene la letra {letter}.", hint_none: "No hay pista: todas las letras se han probado.",
  review_this: "Analizar esta partida",
  play_daily: "La palabra de hoy", play_daily_note: "La misma para todos; mañana, otra", play_random: "Palabra al azar", play_random_note: "Cada vez una nueva",
  play_adversary: "Adversario", play_adversary_note: "No se decide por una palabra mientras puede evitarlo", play_friend: "Una palabra para un amigo", play_friend_note: "Elígela y envía el enlace",
  play_code: "Código o enlace de una partida", open: "Jugarla", friend_words: "Palabra, o una por tablero", make_link: "Crear el enlace", your_link: "Envía este enlace:", copy: "Copiar", copied: "Copiado",
  new_game: "Partida nueva", give_up: "Rendirse", share_link: "Copiar enlace a esta partida", guess_of: "Intento {number} de {max}", adversary_left: "Aún son posibles {count} palabras", waived: "Ninguna palabra cumple ya las reglas: por esta vez vale cualquiera.",
  lies_note: "Algunas casillas pueden mostrar un color falso.", lies_one: "En cada fila es falsa exactamente una casilla.", lies_more: "En cada fila son falsas exactamente {count} casillas.", found: "¡Encontrada en {number}!", found_one: "¡A la primera!", missed: "La palabra era {words}.", missed_more: "Las palabras eran {words}.", share: "Compartir", copy_share: "Copiar los cuadros", get_help: "Preguntar al ayudante", sure: "¿Seguro? Pulsa otra vez",
  title_daily: "Palabra del {date}", title_random: "Palabra al azar", title_adversary: "Adversario", title_words: "De un amigo", answered: "{word}: {tiles}.", all_green_lie: "Todo {green}, pero no es la palabra: las casillas pueden mentir.",
  review_intro: "Escribe una partida terminada, o pega los cuadros que alguien ha compartido.", answer: "Respuesta (si la sabes)", guesses: "Intentos, uno por línea; o los cuadros",
  review_empty: "Escribe los intentos de una partida, uno por línea, o pega sus cuadros.", guesses_note: "Sin la respuesta, cada intento necesita sus colores: cerdo bybbg.", review: "Analizar",
  luck: "Suerte", skill: "Acierto", luck_note: "50 es lo esperado", skill_note: "99 es el mejor intento siempre", not_found: "No encontrada: quedan {count}, como {words}",
  before_after: "Palabras", got: "Bits", got_of: "{bits}, se esperaban {expected}", better: "Mejor intento", same_best: "este", line: "Mejor camino", none: "ninguno",
  lost_guesses: "el tuyo necesita {lost} intentos más", lost_bits: "el tuyo dice un {lost} menos",
  grid_title: "{count} de {all} respuestas encajan", grid_share: "Parte", grid_row: "Fila", grid_alone: "Respuestas por sí sola", grid_guesses: "Intentos que encajan", grid_examples: "Por ejemplo, para {word}", grid_answers: "Respuestas más probables",
  asked_fits: "{word} encaja.", asked_not: "{word} no encaja.",
};

export const TEXTS = { en: EN, es: ES };
let language = "en";

export function setLanguage(name) { language = name in TEXTS ? name : "en"; }
export const getLanguage = () => language;

export function t(key, values = {}) {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const colour = (tile) => t(document.documentElement.dataset.palette === "high_contrast" ? `contrast_${tile}` : `tile_${tile}`);

// A letter whose capital is two, such as the German ß, stays small.
export function capital(letter) {
  const large = letter.toUpperCase();
  return [...large].length === 1 ? large : letter;
}

export const capitals = (word) => [...word].map(capital).join("");

export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

// What is neither certain nor impossible is not rounded to either.
export function percent(value, digits = 1) {
  const step = 10 ** -digits, half = step / 200;
  if (value > 0 && value < half) return `<${number(step, digits)}%`;
  if (value < 1 && value > 1 - half) return `>${number(100 - step, digits)}%`;
  return `${number(100 * value, value === 0 || value === 1 ? 0 : digits)}%`;
}

const LISTS = [
  [/^English\b/, "Inglés"], [/^Spanish\b/, "Español"], [/^Custom list\b/, "Lista propia"],
  [/\(NYT guesses\)/, "(intentos del NYT)"], [/\(every word an answer\)/, "(toda palabra puede ser la respuesta)"],
  [/, every word an answer$/, ", toda palabra puede ser la respuesta"],
  [/, ([\d,]+) most frequent/, (_, count) => `, las ${comma(count)} más frecuentes`],
];

// Returns the title of a word list in the language of the page.
export function listName(title) {
  return language === "es" ? LISTS.reduce((text, [english, spanish]) => text.replace(english, spanish), title) : title;
}

// --- sentences of the server ----------------------------------------------------------------------------------

const NUMBERS = { no: "ninguna", one: "una", two: "dos", three: "tres", four: "cuatro", five: "cinco", six: "seis", seven: "siete", eight: "ocho" };
const PLACES = { first: "primera", second: "segunda", third: "tercera", fourth: "cuarta", fifth: "quinta", sixth: "sexta", seventh: "séptima", eighth: "octava" };
const COUNT = "(no|one|two|three|four|five|six|seven|eight)";
const n = (word) => NUMBERS[word] ?? word;
const comma = (figure) => figure.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."));
const mode = (words) => (words.startsWith("ultra") ? "muy difícil" : "difícil");

const SENTENCES = [
  [/^position (\d+) is not (.+)$/, (_, p, l) => `la letra ${p} no es ${l}`],
  [/^position (\d+) is one of (.+)$/, (_, p, l) => `la letra ${p} es una de ${l}`],
  [/^position (\d+) is (.+)$/, (_, p, l) => `la letra ${p} es ${l}`],
  [RegExp(`^exactly ${COUNT} (.)$`, "u"), (_, k, l) => `exactamente ${n(k)} ${l}`],
  [RegExp(`^at least ${COUNT} and at most ${COUNT} (.)$`, "u"), (_, a, b, l) => `al menos ${n(a)} y como mucho ${n(b)} ${l}`],
  [RegExp(`^at least ${COUNT} (.)$`, "u"), (_, k, l) => `al menos ${n(k)} ${l}`],
  [RegExp(`^at most ${COUNT} (.)$`, "u"), (_, k, l) => `como mucho ${n(k)} ${l}`],
  [/^no (.(?:, .)*)$/u, (_, l) => `sin ${l}`],
  [RegExp(`^contradiction: at least ${COUNT} (.), yet (at most )?${COUNT} (.)$`, "u"), (_, a, l, most, b, m) => `contradicción: al menos ${n(a)} ${l}, pero ${most ? `como mucho ${n(b)}` : b === "no" ? "ninguna" : n(b)} ${m}`],
  [RegExp(`^contradiction: ${COUNT} positions have no room for (.+)$`, "u"), (_, k, l) => `contradicción: en ${n(k)} letras no caben ${l.replace(RegExp(COUNT, "g"), n)}`],
  [/^contradiction: no letter is left for position (\d+)$/, (_, p) => `contradicción: no queda ninguna letra para la posición ${p}`],
  [RegExp(`^contradiction: at least ${COUNT} (.), which can stand (only )?(?:at positions? (.+)|nowhere)$`, "u"), (_, k, l, only, p) => `contradicción: al menos ${n(k)} ${l}, que ${p ? `solo cabe en ${p}` : "no cabe en ningún sitio"}`],
  [RegExp(`^contradiction: at most ${COUNT} (.), which stands at positions? (.+)$`, "u"), (_, k, l, p) => `contradicción: como mucho ${n(k)} ${l}, que está en ${p}`],
  [/^entry (\d+) \((.+)\) contradicts (.+), the only word left before it$/, (_, e, r, w) => `el intento ${e} (${r}) contradice ${w}, la única palabra que quedaba`],
  [/^entry (\d+) \((.+)\) makes it impossible: none of the ([\d,]+) (left before it|answers) (?:answers so|shows that)$/, (_, e, r, k) => `el intento ${e} (${r}) lo hace imposible: ninguna de las ${comma(k)} palabras que quedaban responde así`],
  [/^(\S+) takes every tile for true, so (\S+) suggests in its place$/, (_, a, b) => `${a} da por cierta cada casilla, así que sugiere ${b}`],
  [/^all (\d+) guesses are used up(; undo takes the last entry back)?$/, (_, k, undo) => `se han usado los ${k} intentos${undo ? "; «Deshacer» quita el último" : ""}`],
  [/^the game was solved with entry (\d+) \((.+)\); undo takes it back$/, (_, e, w) => `la partida se resolvió con el intento ${e} (${w}); «Deshacer» lo quita`],
  [/^(what is suggested|the hint) leaves out boards? (.+), whose entries contradict each other$/, (_, what, boards) => `${what === "the hint" ? "la pista" : "la sugerencia"} no cuenta con ${boards.includes(" ") ? "los tableros" : "el tablero"} ${boards.replaceAll(" and ", " y ")}, cuyos intentos se contradicen`],
  [/^no word is legal under (.+) rules: all are considered$/, (_, m) => `ninguna palabra es legal en modo ${mode(m)}: se consideran todas`],
  [/^(?:.*: )?'?(.+?)'? is not a word of the lexicon (.+?)(?:: did you mean (.+)\?)?$/, (_, w, l, near) => `«${w}» no está en la lista ${listName(l)}${near ? `: ¿quizá ${near}?` : ""}`],
  [/^'?(.+?)'? may be guessed in the lexicon (.+) but is not one of its answers$/, (_, w, l) => `«${w}» se puede probar en la lista ${listName(l)}, pero no es una de sus respuestas`],
  [/^(.+?)(?: on board (\d+))?: no word can answer that: the (\w+) tile cannot be yellow, because (.+)$/, (_, r, b, p, why) => `${r}${b ? ` (tablero ${b})` : ""}: ninguna palabra responde así: la ${PLACES[p]} casilla no puede ser de color ${colour("y")}, porque ${because(why)}`],
  [/^(?:.*: )?(.+) is illegal under (.+) rules after (\S+) (\S+): (.+)$/, (_, w, m, g, s, why) => `en modo ${mode(m)} no vale ${w} después de ${g} ${s}: ${illegal(why)}`],
  [/^(.+) mode does not allow (\S+): (.+?)(?: \((.+)\))?$/, (_, m, w, why, r) => `en modo ${mode(m)} no vale ${w}: ${illegal(why)}${r ? ` (${r})` : ""}`],
  [/^not the answer(?: on board (\d+))?: (\S+) would have shown (\S+), not (\S+)$/, (_, b, g, a, s) => `no es la respuesta${b ? ` del tablero ${b}` : ""}: ${g} habría mostrado ${a}, no ${s}`],
  [/^(.+) is damaged or incomplete; copy all of it$/, (_, c) => `el código ${c} está dañado o incompleto; cópialo entero`],
  [/^(.+) is no code of a game.*$/, (_, c) => `${c} no es el código de una partida`],
  [/^every word that may be guessed is an answer already: there is nothing to widen$/, () => "todas las palabras de la lista ya son respuestas"],
  [/^(\S+) is the only word left$/, (_, w) => `${w} es la única palabra que queda`],
  [/^(\S+) tells ([\d.]+) bits(?: on (\d+) boards)?: (?:([\d,]+) different answers|one answer whatever the word), ([\d.,]+) words left on average, ([\d,]+) at worst$/, (_, w, b, k, p, e, m) => `${w} dice ${comma(b)} bits${k ? ` en ${k} tableros` : ""}: ${p ? `${comma(p)} respuestas distintas` : "una respuesta sea cual sea la palabra"}, de media quedarán ${comma(e)} palabras, ${comma(m)} en el peor caso`],
  [/^(\S+) is the likeliest word for the last guess: (\S+)$/, (_, w, p) => `${w} es la palabra más probable para el último intento: ${comma(p)}`],
  [/^(\S+) may be expected to solve most boards with the last guess: (\S+)$/, (_, w, k) => `con el último intento, ${w} es la que más tableros resuelve de media: ${comma(k)}`],
  [/^these words are of those that hold 99% of the belief, if the tiles to come are true$/, () => "estas palabras son de las que suman el 99% de la probabilidad, si las casillas que vienen son ciertas"],
  [/^it cannot be the answer, but tells more than (\S+), which may be: ([\d.]+) bits$/, (_, w, b) => `no puede ser la respuesta, pero dice más que ${w}, que sí puede serlo: ${comma(b)} bits`],
  [/^it may be the answer: (\S+)$/, (_, p) => `puede ser la respuesta: ${comma(p)}`],
  [/^the server does not answer$/, () => "el servidor no responde"],
  [/^(\S+) has no tiles; give them, as in '\S+ (\S+)', or the answer$/, (_, w, s) => `${w} no tiene colores; escríbelos, como en ${w} ${s}, o da la respuesta`],
  [/^'?(.+?)'? is no word of (\d+) letters; give a word, or a word and its tiles$/, (_, w, k) => `«${w}» no es una palabra de ${k} letras; escribe una palabra, o una palabra y sus colores`],
  [/^(.+): none of the ([\d,]+) words left before it answers so; see the entries$/, (_, r, k) => `${r}: ninguna de las ${comma(k)} palabras que quedaban responde así`],
  [/^(\S+) comes after the word was found; leave it out$/, (_, w) => `${w} viene después de haber encontrado la palabra; quítala`],
  [/^(\S+) shows (\S+) to (\S+), not (\S+); leave the tiles out$/, (_, w, s, a, o) => `con ${a}, ${w} muestra ${s} y no ${o}; quita los colores`],
  [/^row (\d+) follows one that is all green, where a game ends; leave it out$/, (_, r) => `la fila ${r} sigue a una toda de color ${colour("g")}, donde acaba la partida; quítala`],
  [/^has no row of tiles; give rows such as (\S+) or (\S+)$/, (_, a, b) => `no hay ninguna fila de casillas; escribe filas como ${a} o ${b}`],
  [/^(.+) is no row of tiles; give (.+) or (\S+)$/, (_, r, a, b) => `${r} no es una fila de casillas; usa ${a} o ${b}`],
  [/^(?:row (\d+): )?feedback (.+) has (\d+) tiles: give (\d+) tiles as (.+) or (\S+)$/, (_, r, f, k, n, a, b) => `${r ? `fila ${r}: ` : ""}${f} tiene ${k} casillas: da ${n}, con ${a} o ${b}`],
  [/^(\S+) was guessed before$/, (_, w) => `${w} ya se había probado`],
  [/^(\S+) is not a word of (.+)$/, (_, w, l) => `${w} no está en la lista ${listName(l)}`],
  [/^row (\d+): no guess shows (\S+) to any answer$/, (_, r, s) => `fila ${r}: ningún intento muestra ${s} con ninguna respuesta`],
  [/^each row agrees with some answers, all rows together with none: another lexicon may have it$/, () => "cada fila encaja con alguna respuesta, todas juntas con ninguna: quizá otra lista"],
  [/^the first line says (\S+), the rows (\S+): some may be missing$/, (_, a, b) => `la primera línea dice ${a}, las filas ${b}: pueden faltar algunas`],
  [/^hard mode would rule out more: rows are looked at one by one$/, () => "el modo difícil descartaría más: las filas se miran una a una"],
];

function because(why) {
  const earlier = why.match(/^an earlier (.) is gray$/u);
  if (earlier) return `una ${earlier[1]} anterior es ${colour("b")}`;
  return why.replace(/^the other tiles leave (.) (?:only (\w+)|no) places?$/u, (_, l, k) => `las otras casillas dejan a ${l} ${k ? `solo ${n(k)} sitio` : "sin sitio"}`);
}

function illegal(why) {
  return why
    .replace(/^(.) is green at place (\d+)$/u, (_, l, p) => `${l} es ${colour("g")} en la posición ${p}`)
    .replace(/^(\d+) (.) were revealed$/u, "se revelaron $1 $2")
    .replace(/^(.) was revealed$/u, "se reveló $1")
    .replace(/^(.) is not at place (\d+)$/u, "$1 no está en la posición $2")
    .replace(/^(\S+) shows no more than (\d+) (.)$/u, "$1 no muestra más de $2 $3")
    .replace(/^(\S+) shows no (.)$/u, "$1 no muestra $2")
    .replace(/^it was guessed before$/, "ya se había probado");
}

// Returns a sentence of the server in the language of the page, without the name of the key that it begins with.
export function say(sentence) {
  const plain = sentence.replace(/^(?:entry \d+|turns\[\d+\]|play\.(?:words?|code)|position): /, "");
  if (language === "es") {
    for (const [pattern, spanish] of SENTENCES) {
      if (pattern.test(plain)) return plain.replace(pattern, spanish);
    }
  }
  // Tiles have other colours in the other palette.
  return plain.replace(/(?<=: . is )green(?= at place \d)/u, colour("g")).replace(/(?<= tile cannot be )yellow(?=, because )/, colour("y"));
}
