"""What the command shows of a search: one line while it goes on, a table of what it came to at the end."""

from collections.abc import Mapping
from typing import Any

from wordle_jax.console import show_facts
from wordle_jax.tree.best import Found


def describe_progress(found: Found) -> str:
    """Return how far a search is."""
    best = "none yet" if found.cost is None else f"{found.cost:,}"
    done = f"openers {len(found.done):,} of {found.openers:,}"
    return f"{done}, best {best}, bound {found.lower_bound:,}, nodes {found.nodes:,}"


def show_result(summary: Mapping[str, Any]) -> None:
    """Print the content of summary.json."""
    facts = {
        "answers": (f"{summary['answers']:,}", f"opener {summary['opener']}"),
        "total guesses": (f"{summary['total_guesses']:,}", ""),
        "mean guesses": (f"{summary['mean_guesses']:.4f}", ""),
        "worst case": (f"{summary['worst_case']}", f"{summary['failures']} need more than {summary['max_guesses']}"),
    }
    if "optimal" in summary:
        if summary["prior"] == "frequency":
            facts["expected guesses"] = (f"{summary['expected_guesses']:.4f}", "answers as often as they are used")
        facts["lower bound"] = _describe_bound(summary)
        facts["sets searched"] = (f"{summary['nodes']:,}", f"{summary['ratings']:,} rated")
        excluded = "  ".join(
            f"{how.replace('_', ' ')}: {number:,}" for how, number in summary["openers_excluded"].items()
        )
        facts["openers"] = (f"{summary['openers']:,}", f"excluded {excluded}" if summary["openers"] > 1 else "")
    show_facts(f"{summary['made_by']} · {summary['lexicon']} · {summary['rules']} rules", facts)
    if len(summary.get("best_openers", [])) > 1:
        ranked = "  ".join(f"{best['opener']} {best['guesses']:,}" for best in summary["best_openers"])
        print(f"openers  {ranked}")
    print("guesses  " + "  ".join(f"{key}: {count:,}" for key, count in summary["distribution"].items()))


def _describe_bound(summary: Mapping[str, Any]) -> tuple[str, str]:
    """Return what no tree falls short of, and in words of what it is a bound and whether it is reached."""
    of_what = "at worst" if summary["objective"] == "worst_case" else "in total"
    value = f"{summary['lower_bound']:,}"
    if summary["prior"] == "frequency":
        of_what, value = "expected", f"{summary['lower_bound']:.4f}"
    trees = "tree" if summary["openers"] > 1 else f"tree that opens with {summary['opener']}"
    proof = f"proved optimal: no {trees} needs fewer" if summary["optimal"] else "not proved to be reached"
    return value, f"guesses {of_what}; {proof}"
