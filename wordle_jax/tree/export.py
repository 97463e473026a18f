"""Trees for people: indented text, Graphviz, and a crib sheet to print."""

import html
from collections.abc import Iterator

from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import format_pattern
from wordle_jax.tree.tree import Node, Tree, walk

# How to read the lines of `to_text`.
LEGEND = "tiles, guess (* may be the answer), answers left; b gray (black), y yellow, g green\n"


def count_answers(node: Node) -> int:
    """Return how many answers a node leads to."""
    return sum(None in below.branches.values() for below, _ in walk(node))


def sort_branches(node: Node) -> list[tuple[int, Node]]:
    """Return the branches that go on, those with most answers first, ties in the order of their patterns."""
    going_on = [(code, child) for code, child in sorted(node.branches.items()) if child is not None]
    return sorted(going_on, key=lambda branch: -count_answers(branch[1]))


def to_text(tree: Tree, lexicon: Lexicon, levels: int | None = None) -> str:
    """Return a line a node: the tiles that lead to it, its guess, the answers it leads to; `*` where it may win."""

    def lines(tiles: str, node: Node, depth: int) -> Iterator[str]:
        wins = "*" if None in node.branches.values() else ""
        number = count_answers(node)
        yield f"{'  ' * (depth - 1)}{tiles}{lexicon.guesses[node.guess]}{wins}" + (f"  {number}" if number > 1 else "")
        if levels is None or depth < levels:
            for code, child in sort_branches(node):
                yield from lines(format_pattern(code, lexicon.word_length) + " ", child, depth + 1)

    return "\n".join(lines("", tree.root, 1)) + "\n"


def to_graphviz(tree: Tree, lexicon: Lexicon) -> str:
    """Return the tree in the language of Graphviz: `dot -Tsvg tree.dot`."""
    number = {id(node): i for i, (node, _) in enumerate(walk(tree.root))}
    lines = ["digraph tree {", "  rankdir=LR;", "  node [shape=box];"]
    for node, _ in walk(tree.root):
        style = ", style=filled, fillcolor=palegreen" if None in node.branches.values() else ""
        lines.append(f'  n{number[id(node)]} [label="{lexicon.guesses[node.guess]}"{style}];')
        for code, child in sort_branches(node):
            tiles = format_pattern(code, lexicon.word_length)
            lines.append(f'  n{number[id(node)]} -> n{number[id(child)]} [label="{tiles}"];')
    return "\n".join([*lines, "}", ""])


def to_html(tree: Tree, lexicon: Lexicon) -> str:
    """Return a page to print: a box for every answer to the first guess, in which to go on step by step.

    Boxes come in the order of their tiles, to be looked up; in each, branches with most answers come first.
    """
    opener = _spell(tree.root, lexicon)

    def tiles(code: int) -> str:
        return "".join(f'<i class="{tile}">{tile}</i>' for tile in format_pattern(code, lexicon.word_length))

    def steps(node: Node) -> str:
        inside = "".join(f"<li>{tiles(code)} {steps(child)}</li>" for code, child in sort_branches(node))
        return _spell(node, lexicon) + (f"<ul>{inside}</ul>" if inside else "")

    boxes = "\n".join(
        f"<section><h2>{tiles(code)} <small>{count_answers(child)}</small></h2>{steps(child)}</section>"
        for code, child in sorted(sort_branches(tree.root), key=lambda branch: branch[0])
    )
    facts = f"{tree.num_answers:,} answers, {tree.mean_guesses:.4f} guesses on average, at most {tree.worst_case}"
    limit = tree.settings.get("max_guesses", tree.worst_case)
    late = sum(number for guesses, number in tree.distribution.items() if guesses > limit)
    facts += f", {late:,} of them more than {limit}" if late else ""
    return f"""<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>{html.escape(lexicon.guesses[tree.root.guess])}: crib sheet</title><style>
body {{ font: 9pt/1.3 sans-serif; columns: 14em; column-gap: 1em; }}
h1, header {{ column-span: all; }} h2 {{ font-size: 9pt; margin: .6em 0 0; }} small {{ color: #666; }}
section {{ break-inside: avoid-column; }} p, ul {{ margin: 0; }} ul {{ padding-left: 1em; list-style: none; }}
i {{ display: inline-block; width: 1.1em; margin-right: 1px; font: 7pt/1.3 sans-serif; text-align: center; }}
i {{ background: #ddd; print-color-adjust: exact; }} .y {{ background: #f0d060; }} .g {{ background: #7cc27c; }}
</style></head><body>
<header><h1>Guess {opener}; if you then see …</h1>
<p>{html.escape(lexicon.title)}, {tree.mode} rules: {facts}. <b>Bold</b> words may be the answer. Tiles: b gray
(black), y yellow, g green; the number says how many answers are left.</p></header>
{boxes}
</body></html>
"""


def _spell(node: Node, lexicon: Lexicon) -> str:
    """Return the guess of a node in HTML, bold where it may be the answer."""
    word = html.escape(lexicon.guesses[node.guess])
    return f"<b>{word}</b>" if None in node.branches.values() else word
