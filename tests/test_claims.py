"""The lists of claims keep their form: valid columns, roundings that fit, and checks in the words of their README."""

import ast
import csv
import re
from collections import Counter

from wordle_jax.resources import data_dir

FOLDER = data_dir() / "claims"
COLUMNS = ["id", "place", "what", "value", "unit", "rounding", "kind", "how", "expected_verdict_hint", "note"]
KINDS = {"measurement", "lexicon", "closed form", "proof", "arithmetic", "formula", "not checkable"}
ARITHMETIC = {"arithmetic", "at_most", "at_least"}
FREE = {"share_of", "agree"}
SOURCES = ("paper", "article", "hybrid", "cpp")


def read_claims(source: str) -> list[dict[str, str]]:
    with (FOLDER / f"{source}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == COLUMNS
    return rows


def read_vocabulary() -> dict[str, set[str]]:
    """The words of each family: what stands in the first column under its heading, up to a colon or with its =."""
    vocabulary: dict[str, set[str]] = {}
    families: list[str] = []
    for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            families = line.removeprefix("### ").split(", ") if line.startswith("### ") else []
            vocabulary |= {family: set() for family in families}
        elif line.startswith("| `"):
            words = [re.sub(r"(?<=\w):.*", "", word) for word in re.findall("`([^`]+)`", line.split("|")[1])]
            for family in families:
                vocabulary[family] |= set(words)
    return vocabulary


def expected_rounding(value: str) -> str:
    """Half a unit of the last printed digit; after ~, of the last that is not a trailing zero."""
    if not re.fullmatch(r"~?[+-]?\d+(\.\d+)?", value):
        return ""
    digits = value.lstrip("~+-")
    places = len(digits.partition(".")[2])
    zeros = len(digits) - len(digits.rstrip("0")) if value[0] == "~" and not places and int(digits) else 0
    return f"{0.5 * 10.0 ** (zeros - places):.10f}".rstrip("0").rstrip(".")


CLAIMS = [claim for source in SOURCES for claim in read_claims(source)]
VOCABULARY = read_vocabulary()


def test_the_claims_are_many_and_numbered_in_order() -> None:
    assert len(CLAIMS) >= 250
    for source in SOURCES:
        claims = read_claims(source)
        assert [claim["id"] for claim in claims] == [f"{source}-{i:03d}" for i in range(1, len(claims) + 1)]


def test_columns_are_filled_with_what_they_may_hold() -> None:
    for claim in CLAIMS:
        assert all(text == text.strip() for text in claim.values()), claim
        assert all(claim[name] for name in ("place", "what", "value", "unit", "how")), claim
        assert claim["kind"] in KINDS, claim
        assert claim["expected_verdict_hint"] in {"", "impossible", "contradicts itself", "holds"}, claim
        assert (claim["unit"] == "claim") == (claim["value"] == "yes"), claim
        # A verdict against a source has its reason beside it.
        assert claim["note"] or claim["expected_verdict_hint"] in {"", "holds"}, claim
        assert (claim["kind"] == "not checkable") == (claim["how"] == "none"), claim
        assert (claim["kind"] == "arithmetic") == (claim["how"].partition(":")[0] in ARITHMETIC | FREE), claim


def test_no_claim_stands_twice() -> None:
    twice = Counter((c["id"].partition("-")[0], c["place"], c["what"], c["value"], c["how"]) for c in CLAIMS)
    assert [claim for claim, times in twice.items() if times > 1] == []


def test_roundings_are_half_a_unit_of_the_last_digit() -> None:
    assert expected_rounding("3.54") == "0.005"
    assert expected_rounding("~40") == "5"
    assert expected_rounding("2315") == "0.5"
    assert expected_rounding("<0.001") == ""
    assert [(c["id"], c["rounding"]) for c in CLAIMS if c["rounding"] != expected_rounding(c["value"])] == []


def test_expressions_use_numbers_and_known_functions() -> None:
    for claim in CLAIMS:
        family, _, expression = claim["how"].partition(": ")
        if family in ARITHMETIC:
            names = {node.id for node in ast.walk(ast.parse(expression, mode="eval")) if isinstance(node, ast.Name)}
            assert names <= VOCABULARY[family], claim


def test_other_checks_use_the_words_of_the_vocabulary() -> None:
    unknown = []
    for claim in CLAIMS:
        head, *words = claim["how"].split()
        family, _, subject = head.partition(":")
        known = VOCABULARY.get(family)
        if family in ARITHMETIC | FREE and known is not None:
            continue
        if known is None or (subject and not {f":{subject}", ":WORD"} & known):
            unknown.append((claim["id"], head))
        else:
            used = [re.sub("=.*", "=", w) if "=" in w else w.partition(":")[0] for w in words]
            unknown += [(claim["id"], word) for word in used if word not in known]
    assert unknown == []


def test_every_word_of_the_vocabulary_is_used() -> None:
    used = {word for claim in CLAIMS for word in re.findall(r"\w+=?|:\w+", claim["how"])}
    used |= {word.removesuffix("=") for word in used} | {f":{word}" for word in used}
    words = {word for family in VOCABULARY.values() for word in family}
    assert sorted(words - used - {":WORD"}) == []
