"""Affix expansion: a small language written out in full."""

import pytest

from wordle_jax.hunspell import expand_dictionary, parse_affixes

AFFIXES = parse_affixes("""
SET UTF-8
FLAG UTF-8
PFX r Y 2
PFX r 0 re [^r]
PFX r r rer r
SFX S Y 3
SFX S 0 s [aeo]
SFX S z ces z
SFX S ón ones ón
SFX A Y 2
SFX A ar ación/S [^c]ar
SFX A car cación/S car
SFX I Y 1
SFX I errar ierro errar
SFX ñ Y 1
SFX ñ 0 illo .
""")


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        ("a", {"a"}),
        ("mesa/S", {"mesa", "mesas"}),
        ("paz/S", {"paz", "paces"}),
        ("cama/S ", {"cama", "camas"}),
        ("sol/Sñ", {"sol", "solillo"}),  # no rule of S fits an l
        ("mesa/?", {"mesa"}),  # a flag without rules
        # The second suffix by a flag of the first; the prefix before each of them.
        ("crear/Ar", {"crear", "creación", "creaciones", "recrear", "recreación", "recreaciones"}),
        ("tocar/A", {"tocar", "tocación", "tocaciones"}),
        ("rizo/rS", {"rizo", "rizos", "rerizo", "rerizos"}),
        ("errar/I", {"errar", "ierro"}),  # the affix replaces the whole word
        ("serrar/I", {"serrar", "sierro"}),
        ("Abad/S", set()),
        ("ABS", set()),
        ("", set()),
        ("/S", set()),
    ],
)
def test_forms_of_an_entry(entry: str, forms: set[str]) -> None:
    assert expand_dictionary(AFFIXES, [entry]) == forms


def test_forms_of_all_entries_together() -> None:
    assert expand_dictionary(AFFIXES, ["mesa/S", "mesa", "Mesa", "paz/S"]) == {
        "mesa",
        "mesas",
        "paz",
        "paces",
    }


def test_rules_as_they_are_read() -> None:
    rule = AFFIXES.suffixes["A"][0]
    assert (rule.is_suffix, rule.strip, rule.add, rule.flags) == (True, "ar", "ación", "S")
    assert (rule.apply("crear"), rule.apply("tocar"), rule.apply("mesa")) == ("creación", None, None)
    prefix = AFFIXES.prefixes["r"][1]
    assert (prefix.is_suffix, prefix.strip, prefix.add, prefix.flags) == (False, "r", "rer", "")
    assert (prefix.apply("rizo"), prefix.apply("mesa")) == ("rerizo", None)
    assert set(AFFIXES.prefixes) == {"r"}
    assert set(AFFIXES.suffixes) == {"S", "A", "I", "ñ"}
