"""How this program is built: from word lists to tables and figures (as figure 1 of the paper shows its own)."""

from pathlib import Path

from wordle_jax.study.draw import draw_arrow, draw_box, drawing

_WIDTH, _HEIGHT = 2.6, 1.1
_STEP_X, _STEP_Y = 3.3, 1.75
# Column and row of each box, the colour of its kind, its text. Kinds: what the game is, who plays, what comes of it.
BOXES = {
    "lexicon": (0, 3, 0, "Lexicon\nanswers, guesses,\nfrequencies"),
    "matrix": (1, 3, 0, "Pattern matrix\nfeedback of each guess\nto each answer"),
    "rules": (2, 3, 0, "Rules\nlegal guesses,\nhow many"),
    "search": (3, 3, 2, "Tree search\nbest trees,\nand proofs"),
    "belief": (0, 2, 2, "Belief\nhard: candidates;\nsoft: a weight a word"),
    "score": (1, 2, 2, "Pool and score\nentropy, parts, mass,\nlookahead"),
    "choice": (2, 2, 2, "Choice\nties, endgame, opener,\nrecovery"),
    "tree": (3, 2, 2, "Decision trees\nsaved, verified,\nexported"),
    "constraints": (0, 1, 2, "Constraint model\nforward checking, MAC,\nGCC-Light, SAT"),
    "executor": (1, 1, 1, "Executor\none process, or Ray\non many machines"),
    "engine": (2, 1, 1, "Game engine\nall games turn by turn;\nholds secrets and chance"),
    "channel": (3, 1, 0, "Channel\ntrue tiles to shown tiles:\nnoise, lies"),
    "tables": (0, 0, 1, "Tables and figures\ntests, effect sizes,\nintervals"),
    "studies": (1, 0, 1, "Studies\nsolvers, noise, lexicons,\nablation"),
    "records": (2, 0, 1, "Records\na row a game,\nsummary, timing"),
}
# From, to, and from which side to which: r(ight), l(eft), t(op), b(ottom).
ARROWS = (
    ("lexicon", "matrix", "r", "l"),
    ("lexicon", "belief", "b", "t"),
    ("matrix", "score", "b", "t"),
    ("rules", "choice", "b", "t"),
    ("search", "tree", "b", "t"),
    ("belief", "score", "r", "l"),
    ("score", "choice", "r", "l"),
    ("tree", "choice", "l", "r"),
    ("choice", "engine", "b", "t"),
    ("executor", "engine", "r", "l"),
    ("channel", "engine", "l", "r"),
    ("engine", "records", "b", "t"),
    ("records", "studies", "l", "r"),
    ("studies", "tables", "l", "r"),
    ("constraints", "tables", "b", "t"),
)


def draw(directory: Path, path: Path) -> None:
    """Draw the boxes and arrows; no table is read."""
    with drawing(path, (9.6, 5.2)) as figure:
        axes = figure.subplots()
        for column, row, kind, text in BOXES.values():
            draw_box(axes, (column * _STEP_X, row * _STEP_Y), (_WIDTH, _HEIGHT), text, kind)
        for start, end, leaves, enters in ARROWS:
            draw_arrow(axes, find_side(start, leaves), find_side(end, enters))
        axes.set_xlim(-0.2, 3 * _STEP_X + _WIDTH + 0.2)
        axes.set_ylim(-0.2, 3 * _STEP_Y + _HEIGHT + 0.2)
        axes.set_axis_off()


def find_side(name: str, side: str) -> tuple[float, float]:
    """Return the middle of a side of a box."""
    column, row, _, _ = BOXES[name]
    x, y = column * _STEP_X, row * _STEP_Y
    return {
        "l": (x, y + _HEIGHT / 2),
        "r": (x + _WIDTH, y + _HEIGHT / 2),
        "b": (x + _WIDTH / 2, y),
        "t": (x + _WIDTH / 2, y + _HEIGHT),
    }[side]
