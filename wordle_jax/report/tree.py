"""What a report says of a decision tree."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wordle_jax.errors import UserError
from wordle_jax.files import ANY, NUMBER, Shape, read_json
from wordle_jax.report.document import Section, Table, Text, show, show_facts
from wordle_jax.report.origin import describe_origin
from wordle_jax.report.run import describe_distribution
from wordle_jax.tree.store import FORMAT

_FACTS = (
    "opener", "answers", "total_guesses", "mean_guesses", "worst_case", "failures", "max_guesses", "expected_guesses",
    "objective", "prior", "optimal", "lower_bound", "nodes", "ratings", "openers",
)  # fmt: skip
_SUMMARY: dict[str, Shape] = {
    **dict.fromkeys(("opener", "lexicon", "rules"), str),
    "complete": bool,
    "distribution": {ANY: int},
    "openers_excluded": {ANY: NUMBER},
    "best_openers": [{"opener": str, "guesses": NUMBER}],
}


def describe_tree(directory: Path) -> Section:
    """Return the report on a tree. Raises UserError if a file of it is missing or damaged."""
    summary = read_json(directory / "summary.json", _SUMMARY)
    root = _read_root(directory / "tree.json")
    title = f"Tree that opens with {summary['opener']} · {summary['lexicon']} · {summary['rules']} rules"
    facts = {name.replace("_", " "): summary[name] for name in ("made_by", *_FACTS) if name in summary}
    blocks: list[Any] = (
        [] if summary["complete"] else [Text("The search was interrupted: the best tree that it found.")]
    )
    blocks += [show_facts("Result", facts), *describe_distribution(summary["distribution"], "answers")]
    try:
        levels = _list_second_guesses(root)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise UserError(f"{directory / 'tree.json'} is damaged: it is not a whole tree") from error
    sections = [Section("The first two levels", [levels])]
    if searched := _list_openers(summary):
        sections.append(Section("Openers", searched))
    return Section(title, blocks, [*sections, describe_origin(directory, "tree")])


def _read_root(path: Path) -> Any:
    content = read_json(path)
    if content.get("format") != FORMAT or "tree" not in content:
        raise UserError(f"{path} is not a tree of this program: its format is not {FORMAT!r}")
    return content["tree"]


def _list_second_guesses(root: Any) -> Table:
    """Return a row for each pattern of the opener that does not win, those with most answers first."""
    opener, branches = root if isinstance(root, list) else (root, {})
    going_on = [(tiles, node) for tiles, node in branches.items() if node is not None]
    depths = {tiles: list(_list_depths(node, 2)) for tiles, node in going_on}
    going_on.sort(key=lambda branch: -len(depths[branch[0]]))
    rows = [
        (tiles, show(len(of)), guess, "yes" if is_answer else "no", show(sum(of) / len(of), 2), str(max(of)))
        for tiles, node in going_on
        for of, (guess, is_answer) in [(depths[tiles], _look_at(node))]
    ]
    header = (f"tiles of {opener}", "answers", "second guess", "may be the answer", "mean guesses", "most guesses")
    return Table(
        f"What follows {opener}", header, rows, "Tiles: b gray, y yellow, g green. Guesses count from the first."
    )


def _look_at(node: Any) -> tuple[str, bool]:
    """Return the guess of a node, and whether it may be the answer."""
    return (node, True) if isinstance(node, str) else (node[0], None in node[1].values())


def _list_depths(node: Any, depth: int) -> Iterator[int]:
    """Yield for each answer that a node leads to the number of the guess that finds it."""
    if isinstance(node, str):
        yield depth
        return
    for child in node[1].values():
        if child is None:
            yield depth
        else:
            yield from _list_depths(child, depth + 1)


def _list_openers(summary: Mapping[str, Any]) -> list[Table]:
    tables = []
    if summary.get("openers_excluded"):
        rows = [(how.removeprefix("by_"), show(number)) for how, number in summary["openers_excluded"].items()]
        tables.append(Table("Openers that cannot be better", ("shown by", "openers"), rows))
    if summary.get("best_openers"):
        rows = [(best["opener"], show(best["guesses"])) for best in summary["best_openers"]]
        tables.append(Table("The best openers", ("opener", "guesses"), rows))
    return tables
