"""Expands a hunspell dictionary, entries with affix flags, into all the forms that it stands for."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class AffixRule:
    """One way to change a word: take `strip` off and put `add` on, where `condition` holds.

    All three are about the end of the word for a suffix, its beginning for a prefix. `flags` name the rules
    that may change the result once more.
    """

    is_suffix: bool
    strip: str
    add: str
    flags: str
    condition: re.Pattern[str]

    def apply(self, word: str) -> str | None:
        """Return the changed word, or None where the rule does not apply.

        The strip may be the whole word, which hunspell itself allows only on demand: the shipped list was
        made so, and owes ierra, ierre and ierro (from errar) to it.
        """
        # The plain comparison first: it is cheap and turns most words away.
        fits = word.endswith(self.strip) if self.is_suffix else word.startswith(self.strip)
        if not fits or not self.condition.search(word):
            return None
        if self.is_suffix:
            return word.removesuffix(self.strip) + self.add
        return self.add + word.removeprefix(self.strip)


@dataclass(frozen=True)
class Affixes:
    """The rules of an affix file by their flag, a single character."""

    prefixes: dict[str, list[AffixRule]]
    suffixes: dict[str, list[AffixRule]]


def parse_affixes(text: str) -> Affixes:
    """Return the rules of an affix file.

    A rule reads: SFX or PFX, flag, strip, add with its flags after a slash, condition; 0 stands for nothing.
    """
    affixes = Affixes(defaultdict(list), defaultdict(list))
    for line in text.splitlines():
        fields = line.split()
        # The head of a flag's rules has four fields: it counts them, and says that prefixes meet suffixes.
        if len(fields) != 5 or fields[0] not in ("SFX", "PFX"):
            continue
        kind, flag, strip, addition, condition = fields
        add, _, flags = addition.partition("/")
        is_suffix = kind == "SFX"
        pattern = re.compile(f"(?:{condition})$" if is_suffix else f"^(?:{condition})")
        rules = affixes.suffixes if is_suffix else affixes.prefixes
        rules[flag].append(AffixRule(is_suffix, strip.strip("0"), add.strip("0"), flags, pattern))
    return affixes


def expand_dictionary(affixes: Affixes, entries: Iterable[str]) -> set[str]:
    """Return all forms of the entries, each a word with its flags after a slash.

    A form has at most one prefix and two suffixes, the second by a flag of the first. Entries with a capital,
    names and abbreviations, are left out.
    """
    forms: set[str] = set()
    for entry in entries:
        word, _, flags = entry.strip().partition("/")
        if not word or word != word.lower():
            continue
        stems = {word}
        for once, more_flags in _change(affixes.suffixes, word, flags):
            stems.add(once)
            stems.update(twice for twice, _ in _change(affixes.suffixes, once, more_flags))
        forms |= stems
        for stem in stems:
            forms.update(form for form, _ in _change(affixes.prefixes, stem, flags))
    return forms


def _change(rules: dict[str, list[AffixRule]], word: str, flags: str) -> Iterator[tuple[str, str]]:
    for flag in flags:
        for rule in rules.get(flag, ()):
            if (form := rule.apply(word)) is not None:
                yield form, rule.flags
