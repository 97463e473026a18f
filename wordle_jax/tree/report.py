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
        proof = "proved optimal" if summary["optimal"] else "the best found"
        facts["lower bound"] = (f"{summary['lower_bound']:,}", proof)
        facts["nodes"] = (f"{summary['nodes']:,}", f"{summary['ratings']:,} sets rated")
        excluded = "  ".join(
            f"{how.replace('_', ' ')}: {number:,}" for how, number in summary["openers_excluded"].items()
        )
        facts["openers"] = (f"{summary['openers']:,}", f"excluded {excluded}" if summary["openers"] > 1 else "")
    show_facts(f"{summary['made_by']} · {summary['lexicon']} · {summary['rules']} rules", facts)
    if len(summary.get("best_openers", [])) > 1:
        ranked = "  ".join(f"{best['opener']} {best['guesses']:,}" for best in summary["best_openers"])
        print(f"openers  {ranked}")
    print("guesses  " + "  ".join(f"{key}: {count:,}" for key, count in summary["distribution"].items()))
