"""The figures over all studies say what the tables of the parts say."""

import math
from pathlib import Path

import pytest

from study.figures.captured import draw_captured, write_tables
from study.figures.test_main_figures import TABLES, read_names, read_points
from wordle_jax.study.figures import architecture, four_dimensions, gallery

RUNTIME = """\
solver,by,group,milliseconds
random,all,,0.5
mine,all,,0.25
mac,all,,0.125
"""
COMPARISONS = """\
first,second,test,holm
mine,random,paired t test,0.0004
mine,random,McNemar's exact test,0.2
mac,random,paired t test,0.03
mac,mine,McNemar's exact test,0.004
mac,mine,Welch's t test,0.9
"""
ROBUSTNESS = """\
solver,noise,success_rate,success_rate_low,success_rate_high,\
success_after_recovery,success_after_recovery_low,success_after_recovery_high
mine,0.0,1.0,1.0,1.0,,,
mine,0.1,0.5,0.25,0.75,0.125,0.0,0.25
mac,0.1,0.25,0.125,0.5,,,
"""
FAILURES = """\
solver,quarter,failures,mean_guesses_all,mean_guesses_all_low,mean_guesses_all_high
random,1,5,3.5,3.25,3.75
random,2,0,4.0,3.5,4.5
random,3,1,4.0,3.5,4.5
random,4,2,4.0,3.5,4.5
"""
UNCERTAINTY = """\
name,turn,mean_bits,mean_candidates
random,0,8.0,256.0
random,1,3.0,10.0
random,2,1.0,2.5
entropy,0,8.0,256.0
"""
LEXICON = """\
variant,games,failures,distribution_1,distribution_2
english,4,1,1,2
spanish,4,2,0,2
"""
WORD_TYPES = """\
variant,factor,group,success_rate
english,vowels,2,0.5
english,quarter,1,0.25
spanish,vowels,2,
spanish,clusters,yes,0.75
"""
STARTING_WORDS = """\
word,is_played,guesses,rank_entropy,rank_parts
soare,True,100,1,10
raise,False,100,2,20
"""


def write_study(directory: Path) -> Path:
    """A study with all parts; main has no failures by quarter but those of random."""
    main = {**TABLES, "runtime": RUNTIME, "comparisons": COMPARISONS, "frequency_quartiles": FAILURES}
    main["performance"] = TABLES["performance"].replace("within_4_high", "within_4_high,mean_guesses_all", 1)
    lines = main["performance"].splitlines()
    main["performance"] = "\n".join([lines[0], *(f"{line},{k}.0" for k, line in enumerate(lines[1:], 3))]) + "\n"
    parts = {
        "main": main,
        "noise": {"robustness": ROBUSTNESS},
        "lexicon": {"lexicon": LEXICON, "word_types": WORD_TYPES},
        "strategies": {"uncertainty": UNCERTAINTY},
        "starting_words": {"starting_words": STARTING_WORDS},
    }
    for part, tables in parts.items():
        (directory / part).mkdir()
        write_tables(directory / part, **tables)
    return directory


def read_heat(axes) -> list[list[float | None]]:
    array = axes.get_images()[0].get_array()
    return [[None if value is None or math.isnan(value) else value for value in row] for row in array.tolist()]


def read_dots(axes) -> set[tuple[float, float]]:
    return {(x[0], y[0]) for x, y in read_points(axes) if len(x) == 1}


def test_four_dimensions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    success, guesses, speed, robustness = draw_captured(monkeypatch, four_dimensions, write_study(tmp_path)).axes
    assert {(50.0, 0.0), (100.0, 1.0), (75.0, 2.0)} <= read_dots(success)
    assert {(4.0, 0.0), (3.0, 1.0)} <= read_dots(guesses)
    assert read_dots(speed) == {(0.5, 0.0), (0.25, 1.0), (0.125, 2.0)}
    assert read_names(robustness.get_yticklabels()) == ["mine", "mac"]
    assert {(50.0, 0.0), (25.0, 1.0)} <= read_dots(robustness)


def test_gallery_has_sixteen_panels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    panels = draw_captured(monkeypatch, gallery, write_study(tmp_path)).axes
    assert [axes.get_title(loc="left")[:3] for axes in panels] == [f"({letter})" for letter in "abcdefghijklmnop"]
    assert read_points(panels[8]) == [([0, 1, 2], [256.0, 10.0, 2.5]), *[([], [])] * 5]
    assert read_points(panels[9]) == [([1, 2], [5.0, 2.0]), *[([], [])] * 5]
    # Success, guesses, within four, speed, ten percent of wrong tiles: random, mine, mac.
    assert read_heat(panels[12]) == [[3, 1, 3, 3, None], [1, 2, 1, 2, 1], [2, 3, 2, 1, 2]]
    assert read_dots(panels[13]) == {(0.5, 3.0), (0.25, 4.0), (0.125, 5.0)}
    assert read_heat(panels[14]) == [[5, 0, 1, 2]]
    # Below the diagonal t tests, above it McNemar's: how many of 5%, 1% and 0.1% p is below.
    assert read_heat(panels[15]) == [[None, 0, None], [3, None, 2], [1, None, None]]
    assert list(filter(None, read_names(panels[15].texts))) == [".200", "<.001", ".004", ".030"]


def test_kinds_of_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    axes = draw_captured(monkeypatch, gallery, write_study(tmp_path)).axes[7]
    assert read_names(axes.get_yticklabels()) == ["vowels: 2", "clusters: yes"]
    english, spanish = read_points(axes)
    assert english == ([50.0], [0.0])
    assert (spanish[0][1], spanish[1]) == (75.0, [0.0, 1.0])


def test_a_study_that_is_no_part_leaves_its_panel_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "noise").mkdir()
    write_tables(tmp_path / "noise", robustness=ROBUSTNESS)
    panels = draw_captured(monkeypatch, gallery, tmp_path).axes
    assert read_names(panels[0].texts) == ["not played: main"]
    assert read_names(panels[12].texts) == ["not played: main"]
    assert len(read_points(panels[4])) > 0


def test_ranks_leave_out_what_is_not_known() -> None:
    found = gallery.rank_known([2.0, math.nan, 1.0, 2.0, 3.0])
    assert [found[k] for k in (0, 2, 3, 4)] == [2, 1, 2, 4]
    assert math.isnan(found[1])


def test_boxes_of_the_architecture_do_not_overlap_and_are_all_joined() -> None:
    places = [box[:2] for box in architecture.BOXES.values()]
    assert len(set(places)) == len(places)
    assert {name for arrow in architecture.ARROWS for name in arrow[:2]} == set(architecture.BOXES)


@pytest.mark.parametrize("module", [architecture, four_dimensions, gallery])
def test_same_tables_same_bytes(tmp_path: Path, module) -> None:
    directory = write_study(tmp_path)
    module.draw(directory, tmp_path / "figure")
    before = (tmp_path / "figure.svg").read_bytes()
    module.draw(directory, tmp_path / "figure")
    assert (tmp_path / "figure.svg").read_bytes() == before
