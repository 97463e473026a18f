"""The figures of the main study say what its tables say."""

from pathlib import Path

import pytest

from study.figures.captured import draw_captured, write_tables
from wordle_jax.errors import UserError
from wordle_jax.study.figures import distribution, performance, priors, quantiles, runtime

PERFORMANCE = """\
solver,success_rate,success_rate_low,success_rate_high,mean_guesses,mean_guesses_low,mean_guesses_high,\
within_4,within_4_low,within_4_high
random,0.5,0.25,0.75,4.0,3.5,4.5,0.25,0.125,0.5
mine,1.0,1.0,1.0,3.0,2.75,3.25,0.75,0.5,0.875
mac,0.75,0.5,1.0,,,,0.5,0.25,0.75
"""
DISTRIBUTION = """\
solver,count_1,count_2,count_fail,share_1,share_2,share_fail,solved_share_1
random,1,1,2,0.25,0.25,0.5,0.5
mine,0,4,0,0.0,1.0,0.0,0.0
mac,3,0,1,0.75,0.0,0.25,1.0
"""
QUARTERS = """\
solver,quarter,mean_guesses_all,mean_guesses_all_low,mean_guesses_all_high
random,1,9,9,9
forward_checking,1,3.5,3.25,3.75
forward_checking,2,4.0,3.5,4.5
probabilistic_csp,1,3.0,2.5,3.5
probabilistic_csp,2,,,
"""
PAIRS = """\
first,second,guesses_first,guesses_second,games
probabilistic_csp,forward_checking,2,3,4
probabilistic_csp,forward_checking,3,3,10
mac,forward_checking,1,4,1
"""
QUANTILES = """\
first,second,value,games,quantile_low,quantile_high,slope,intercept
random,,3.0,2,-1.0,-0.5,0.5,3.5
random,,4.0,3,-0.25,1.0,0.5,3.5
csp_aware,forward_checking,-1.0,2,-0.5,0.5,0.0,-1.0
mine,random,1.0,2,-0.5,0.5,0.0,1.0
"""
RUNTIME = """\
solver,by,group,milliseconds
random,together,,0.5
random,turn,1,0.25
random,turn,2,0.125
random,candidates,6-10,2.0
random,candidates,1001-,4.0
"""
TABLES = {
    "performance": PERFORMANCE,
    "distribution": DISTRIBUTION,
    "frequency_quartiles": QUARTERS,
    "guess_pairs": PAIRS,
    "quantiles": QUANTILES,
    "runtime": RUNTIME,
}
MODULES = [performance, distribution, priors, quantiles, runtime]


def read_points(axes) -> list[tuple[list[float], list[float]]]:
    """Where the lines of a panel run."""
    return [(list(map(float, line.get_xdata())), list(map(float, line.get_ydata()))) for line in axes.get_lines()]


def read_names(labels) -> list[str]:
    return [label.get_text() for label in labels]


def test_performance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, **TABLES)
    success, guesses, within, bars = draw_captured(monkeypatch, performance, tmp_path).axes
    # A kind after the other: baselines, propagators, other. Lines are counted from the top; caps of intervals follow.
    points = [(x, y) for x, y in read_points(success) if len(x) == 1 and y[0] == int(y[0])]
    assert [(x[0], y[0]) for x, y in points if x[0] in (50.0, 75.0, 100.0)][:1] == [(50.0, 0.0)]
    assert {(50.0, 0.0), (100.0, 1.0), (75.0, 2.0)} <= {(x[0], y[0]) for x, y in points}
    assert read_names(success.get_yticklabels()) == ["random", "mine", "mac"]
    assert success.get_ylim() == (2.5, -0.5)
    ends = [tuple(float(x) for x, _ in segment) for bars in success.collections for segment in bars.get_segments()]
    assert ends == [(25.0, 75.0), (50.0, 100.0), (100.0, 100.0)]
    assert (4.0, 0.0) in {(x[0], y[0]) for x, y in read_points(guesses)}
    assert (75.0, 1.0) in {(x[0], y[0]) for x, y in read_points(within)}
    assert len(bars.containers) == 3


def test_distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, **TABLES)
    axes = draw_captured(monkeypatch, distribution, tmp_path).axes[0]
    drawn = {bars.get_label(): [(bar.get_x(), bar.get_width()) for bar in bars] for bars in axes.containers}
    assert drawn == {
        "1": [(0, 25), (0, 0), (0, 75)],
        "2": [(25, 25), (0, 100), (75, 0)],
        "not solved": [(50, 50), (100, 0), (75, 25)],
    }
    assert read_names(axes.texts) == ["25", "75", "25", "100", "50", "25"]


def test_priors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, **TABLES)
    heat, lines = draw_captured(monkeypatch, priors, tmp_path).axes
    games = heat.get_images()[0].get_array()
    assert games.shape == (4, 4)
    assert (games[2][1], games[2][2]) == (4, 10)  # second: three guesses; first: two, three
    assert sorted(filter(None, read_names(heat.texts))) == ["10", "4"]
    assert heat.get_xlabel() == "guesses of probabilistic_csp"
    assert heat.get_ylim() == (-0.5, 3.5)
    assert next(y for _, y in read_points(lines) if len(y) == 2) == [3.5, 4.0]
    assert read_names(lines.get_legend().get_texts()) == ["forward_checking", "probabilistic_csp"]


def test_quantiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, **TABLES)
    panels = [axes for axes in draw_captured(monkeypatch, quantiles, tmp_path).axes if axes.get_visible()]
    assert [axes.get_title() for axes in panels] == ["random", "csp_aware less forward_checking"]
    line, dots = read_points(panels[0])
    assert line == ([-1.0, 1.0], [3.0, 4.0])
    assert dots == ([-1.0, -0.25, -0.5, 1.0], [3.0, 4.0, 3.0, 4.0])


def test_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(tmp_path, **TABLES)
    by_turn, by_candidates = draw_captured(monkeypatch, runtime, tmp_path).axes
    assert read_points(by_turn) == [([1, 2], [0.25, 0.125])]
    assert read_points(by_candidates) == [([6, 1001], [2.0, 4.0])]
    assert runtime.IS_TIMING


def test_other_solvers_are_drawn_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("probabilistic_csp", "forward_checking", "csp_aware")
    tables = dict(TABLES)
    for name in names:
        tables = {table: text.replace(name, f"my_{name}") for table, text in tables.items()}
    write_tables(tmp_path, **tables)
    heat, lines = draw_captured(monkeypatch, priors, tmp_path).axes
    assert heat.get_xlabel() == "guesses of mac"
    assert len(lines.get_legend().get_texts()) == 3
    panels = draw_captured(monkeypatch, quantiles, tmp_path).axes
    assert panels[1].get_title() == "mine less random"


@pytest.mark.parametrize("module", MODULES)
def test_same_tables_same_bytes(tmp_path: Path, module) -> None:
    write_tables(tmp_path, **TABLES)
    files = [tmp_path / "figure.svg", tmp_path / "figure.png"]
    module.draw(tmp_path, tmp_path / "figure")
    before = [file.read_bytes() for file in files]
    module.draw(tmp_path, tmp_path / "figure")
    assert [file.read_bytes() for file in files] == before


@pytest.mark.parametrize("module", MODULES)
def test_a_table_that_is_not_there_is_named(tmp_path: Path, module) -> None:
    with pytest.raises(UserError, match=r"study\.figures: one needs the table "):
        module.draw(tmp_path, tmp_path / "figure")
