"""The claims of data/claims, and how each is to be checked (the vocabulary of data/claims/README.md)."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wordle_jax.audit.value import Value, parse_value
from wordle_jax.errors import UserError
from wordle_jax.resources import data_dir
from wordle_jax.schema import did_you_mean, find_close

SOURCES = ("paper", "article", "hybrid", "cpp")
KINDS = ("measurement", "lexicon", "closed form", "proof", "arithmetic", "formula", "not checkable")
# Of these families an expression or a value follows, no words.
ARITHMETIC = ("arithmetic", "at_most", "at_least", "share_of", "agree")


@dataclass(frozen=True)
class Check:
    """How a claim is checked: `FAMILY:SUBJECT KEY=ARGUMENT... MEASURE:PARAMETER`, or `FAMILY: EXPRESSION`."""

    text: str
    family: str
    subject: str
    arguments: Mapping[str, str]
    measure: str
    parameter: str

    def listed(self, key: str) -> tuple[str, ...]:
        """Return an argument that names several, separated by commas; nothing if it is not given."""
        return split(self.arguments.get(key, ""))


@dataclass(frozen=True)
class Claim:
    """One claim. `hint` is the verdict that counting or the source itself gave when the claim was written down."""

    id: str
    place: str
    what: str
    value: Value
    unit: str
    kind: str
    check: Check
    hint: str
    note: str

    @property
    def source(self) -> str:
        """The source, as its file is called."""
        return self.id.partition("-")[0]


def split(text: str) -> tuple[str, ...]:
    """Return what stands between commas; nothing for an empty text."""
    return tuple(text.split(",")) if text else ()


def parse_check(text: str) -> Check:
    """Return the parts of a check."""
    family, _, rest = text.partition(":")
    if family in ARITHMETIC:
        return Check(text, family, rest.strip(), {}, "", "")
    head, *words = text.split()
    family, _, subject = head.partition(":")
    arguments = dict(word.split("=", 1) for word in words if "=" in word)
    measure, _, parameter = next((word for word in reversed(words) if "=" not in word), "").partition(":")
    return Check(text, family, subject, arguments, measure, parameter)


def read_claims(path: Path) -> list[Claim]:
    """Return the claims of a file, in its order."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Claim(
                id=row["id"],
                place=row["place"],
                what=row["what"],
                value=parse_value(row["value"]),
                unit=row["unit"],
                kind=row["kind"],
                check=parse_check(row["how"]),
                hint=row["expected_verdict_hint"],
                note=row["note"],
            )
            for row in csv.DictReader(file)
        ]


def select_claims(sources: Sequence[str], kinds: Sequence[str], ids: Sequence[str]) -> list[Claim]:
    """Return the claims of these sources that are of these kinds and have these ids; an empty list stands for all.

    Raises UserError for a source, kind or id that there is not, and if no claim is left.
    """
    _check("audit.sources", sources, SOURCES)
    _check("audit.kinds", kinds, KINDS)
    claims = [claim for source in SOURCES for claim in read_claims(data_dir() / "claims" / f"{source}.csv")]
    _check_ids(ids, claims)
    chosen = [
        claim
        for claim in claims
        if (not sources or claim.source in sources)
        and (not kinds or claim.kind in kinds)
        and (not ids or claim.id in ids)
    ]
    if not chosen:
        raise UserError("audit.ids: no claim is of these sources and kinds; give fewer restrictions")
    return chosen


def _check(key: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            close = did_you_mean(find_close(name, list(known)))
            raise UserError(f"{key}: there is no {name!r}{close}; choose among {', '.join(known)}")


def _check_ids(ids: Sequence[str], claims: Sequence[Claim]) -> None:
    for name in ids:
        if name not in (claim.id for claim in claims):
            own = [claim for claim in claims if claim.source == name.partition("-")[0]] or claims
            of = {claim.source: claim.id for claim in reversed(own)}  # the first of each source
            last = {claim.source: claim.id for claim in own}
            ranges = ", ".join(f"{of[source]} to {last[source]}" for source in last)
            raise UserError(f"audit.ids: there is no {name!r}; they are {ranges}")
