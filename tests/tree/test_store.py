"""A tree that is written is read again as it was, and nothing else is taken for one."""

import json

import pytest
from worlds import tiny_lexicon, tiny_world

from tests.tree.test_tree import tree_of
from wordle_jax.errors import UserError
from wordle_jax.tree.export import to_graphviz, to_html, to_text
from wordle_jax.tree.store import load_tree, save_tree
from wordle_jax.tree.tree import Node, Tree, walk
from wordle_jax.tree.verify import verify_tree

WORLDS = ("five", "three", "accented", "six")


def shape(node):
    return node.guess, [(code, child and shape(child)) for code, child in sorted(node.branches.items())]


@pytest.mark.parametrize("name", WORLDS)
def test_what_is_saved_is_loaded(name, tmp_path):
    tree, match = tree_of(name, "entropy")
    path = tmp_path / "tree.json"
    save_tree(tree, match.lexicon, path)
    first = path.read_bytes()
    again = load_tree(path, match.lexicon)
    assert shape(again.root) == shape(tree.root)
    assert (again.lexicon_digest, again.mode, again.settings) == (tree.lexicon_digest, tree.mode, tree.settings)
    assert verify_tree(again, match.lexicon) == verify_tree(tree, match.lexicon)
    save_tree(again, match.lexicon, path)
    assert path.read_bytes() == first
    content = json.loads(first)
    assert content["lexicon"]["sha256"] == tiny_lexicon(name).digest
    assert content["total_guesses"] == tree.total_guesses


def test_another_lexicon_is_refused(tmp_path):
    tree, match = tree_of("five", "entropy")
    save_tree(tree, match.lexicon, tmp_path / "tree.json")
    with pytest.raises(UserError, match=r"belongs to another lexicon \(five, sha256 .*\) than Custom list"):
        load_tree(tmp_path / "tree.json", tiny_lexicon("three"))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda content: "no JSON {", "is not a tree of this program: it is no JSON"),
        (lambda content: [1, 2], "its format is not"),
        (lambda content: content | {"format": "another"}, "its format is not"),
        (lambda content: content | {"rules": "easy"}, "has the rules 'easy'"),
        (lambda content: content | {"tree": ["nowhere", {}]}, "is damaged"),
        (lambda content: content | {"tree": ["speed", {"bbbbb": None}]}, "is damaged"),
        (lambda content: content | {"tree": ["speed", {"ggggg": "abide"}]}, "is damaged"),
        (lambda content: content | {"tree": ["speed", {"zzzzz": "abide"}]}, "is damaged"),
        (lambda content: content | {"total_guesses": content["total_guesses"] + 1}, "is damaged"),
        (lambda content: content | {"answers": 1}, "is damaged"),
        (lambda content: content | {"settings": [1]}, "is damaged"),
        (lambda content: content | {"tree": 7}, "is damaged"),
        (lambda content: {key: value for key, value in content.items() if key != "settings"}, "is damaged"),
    ],
)
def test_what_is_no_tree_is_refused(change, problem, tmp_path):
    tree, match = tree_of("five", "entropy")
    path = tmp_path / "tree.json"
    save_tree(tree, match.lexicon, path)
    content = change(json.loads(path.read_text(encoding="utf-8")))
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    with pytest.raises(UserError, match=problem):
        load_tree(path, match.lexicon)
    with pytest.raises(UserError, match="cannot be read"):
        load_tree(tmp_path / "none.json", match.lexicon)


# --- for people


def little_tree():
    """Guess abide first among abide, array and spasm; the others are told apart by it."""
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    index = lexicon.guess_index
    wins = {242: None}
    root = Node(
        index["abide"],
        {**wins, 162: Node(index["array"], {**wins, 3: Node(index["spasm"], wins)}), 1: Node(index["geese"], wins)},
    )
    return Tree(world.digest, "normal", root), lexicon


def test_text_is_sorted_by_size():
    tree, lexicon = little_tree()
    lines = ["abide*  4", "  gbbbb array*  2", "    bbbyb spasm*", "  bbbby geese*"]
    assert to_text(tree, lexicon).splitlines() == lines
    assert to_text(tree, lexicon, levels=2).splitlines() == [lines[0], lines[1], lines[3]]


def test_graphviz_has_a_node_a_guess_and_an_edge_a_pattern():
    tree, lexicon = little_tree()
    text = to_graphviz(tree, lexicon)
    assert text.count("[label=") == 4 + 3
    assert '[label="gbbbb"]' in text
    for node, _ in walk(tree.root):
        assert f'[label="{lexicon.guesses[node.guess]}", style=filled' in text


def test_crib_sheet_names_every_answer_once():
    tree, match = tree_of("accented", "entropy")
    page = to_html(tree, match.lexicon)
    for answer in match.lexicon.answers:
        if answer != match.lexicon.guesses[tree.root.guess]:
            assert page.count(f"<b>{answer}</b>") == 1
    assert page.count("<section>") == sum(child is not None for child in tree.root.branches.values())
    assert page.count("<ul>") == page.count("</ul>")
