"""Trees on disk: a compact JSON with the words spelled out, of which each node is a guess and what follows.

A node is [guess, {tiles: node, ...}], where the winning tiles have null. A guess that only wins is the word alone.
"""

import json
from pathlib import Path
from typing import Any

from wordle_jax.directory import replacing
from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import format_pattern, num_patterns, parse_pattern
from wordle_jax.tree.tree import Node, Tree

FORMAT = "wordle_jax tree 1"
_MODES = ("normal", "hard", "ultra_hard")


def save_tree(tree: Tree, lexicon: Lexicon, path: Path) -> None:
    """Write a tree; the same tree gives the same bytes. Raises UserError if the file cannot be written."""
    win = num_patterns(lexicon.word_length) - 1

    def spell(node: Node) -> Any:
        word = lexicon.guesses[node.guess]
        if list(node.branches) == [win]:
            return word
        branches = sorted(node.branches.items())
        return [
            word,
            {
                format_pattern(code, lexicon.word_length): None if child is None else spell(child)
                for code, child in branches
            },
        ]

    content = {
        "format": FORMAT,
        "lexicon": {"name": lexicon.name, "sha256": lexicon.digest},
        "rules": tree.mode,
        "settings": dict(tree.settings),
        "total_guesses": tree.total_guesses,
        "answers": tree.num_answers,
        "tree": spell(tree.root),
    }
    with replacing(path) as partial:
        partial.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def load_tree(path: Path, lexicon: Lexicon) -> Tree:
    """Return the tree of a file.

    Raises UserError if it cannot be read, is no such file, is damaged, or belongs to another lexicon.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not a tree of this program: it is no JSON") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise UserError(f"{path} is not a tree of this program: its format is not {FORMAT!r}")
    try:
        made_for, mode = content["lexicon"], content["rules"]
        if made_for["sha256"] != lexicon.digest:
            raise UserError(
                f"{path} belongs to another lexicon ({made_for['name']}, sha256 {made_for['sha256'][:12]}...) than "
                f"{lexicon.title} (sha256 {lexicon.digest[:12]}...); name its own with lexicon=..."
            )
        if mode not in _MODES:
            raise UserError(f"{path} has the rules {mode!r}; they are one of {', '.join(_MODES)}")
        tree = Tree(lexicon.digest, mode, _read_node(content["tree"], lexicon), dict(content["settings"]))
        if (content["total_guesses"], content["answers"]) != (tree.total_guesses, tree.num_answers):
            raise ValueError("totals")
        return tree
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise UserError(f"{path} is damaged: it is not a whole tree") from error


def _read_node(written: Any, lexicon: Lexicon) -> Node:
    win = num_patterns(lexicon.word_length) - 1
    if isinstance(written, str):
        return Node(lexicon.guess_index[written], {win: None})
    word, branches = written
    read: dict[int, Node | None] = {}
    for tiles, child in branches.items():
        try:
            code = parse_pattern(tiles, lexicon.word_length)
        except UserError as error:
            raise ValueError(tiles) from error
        if (child is None) != (code == win):
            raise ValueError(tiles)
        read[code] = None if child is None else _read_node(child, lexicon)
    return Node(lexicon.guess_index[word], read)
