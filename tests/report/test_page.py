"""What a report looks like in HTML and Markdown, from documents made by hand."""

import pytest

from report.parsed import check_page, parse, read_tables
from wordle_jax.errors import UserError
from wordle_jax.report.document import Figure, Listing, Section, Table, Text, show, show_facts
from wordle_jax.report.figures import draw_distribution, list_outcomes
from wordle_jax.report.markdown import to_markdown
from wordle_jax.report.page import to_html
from wordle_jax.study.draw import draw_svg

TABLE = Table(
    "Words & numbers",
    ("word", "guesses", "verdict"),
    [("<b>", "1,234.5 (1 to 2)", "holds"), ("a|b", "none", "near"), ("é", "-3", "holds")],
    note="A note.",
    filter_by="verdict",
)
REPORT = Section(
    "All of <it>",
    [Text("A text & more."), TABLE],
    [
        Section("First", [Listing("Settings", "a: ```x```\n<y>\n"), Listing("Command", "python -m x", is_long=False)]),
        Section("Second", [], [Section("Below", [Text("Deep.")])]),
    ],
)


def test_text_is_text_whatever_it_holds():
    page = check_page(to_html(REPORT))
    assert page.one("h1").text == "All of <it>"
    assert [heading.text for heading in page.all("h2")] == ["First", "Second"]
    assert [heading.text for heading in page.all("h3")] == ["Below"]
    assert read_tables(page) == {TABLE.caption: (list(TABLE.header), [list(row) for row in TABLE.rows])}
    assert page.one("details").one("code").text == "a: ```x```\n<y>\n"
    assert [code.text for code in page.all("code")][1] == "python -m x"
    assert not page.all("b")


def test_links_lead_to_the_sections_of_the_first_level():
    page = parse(to_html(REPORT))
    headings = {heading.attributes["id"]: heading.text for heading in page.all("h2")}
    assert [(headings[link.attributes["href"][1:]]) for link in page.one("nav").all("a")] == ["First", "Second"]


def test_columns_of_numbers_stand_to_the_right_and_are_told_by_their_beginning():
    assert [TABLE.is_numeric(column) for column in range(3)] == [False, True, False]
    assert not Table("", ("a",), [("",), ("none",)]).is_numeric(0)
    heads = check_page(to_html(REPORT)).one("thead").all("th")
    assert [head.attributes.get("class") for head in heads] == [None, "number", None]


def test_rows_can_be_chosen_by_the_values_of_a_column():
    page = check_page(to_html(REPORT))
    choice = page.one("select")
    table = page.one("table", id=choice.attributes["data-table"])
    assert table.one("thead").all("th")[int(choice.attributes["data-column"])].text == "verdict"
    assert [(option.attributes["value"], option.text) for option in choice.all("option")] == [
        ("", "all (3)"), ("holds", "holds (2)"), ("near", "near (1)")
    ]  # fmt: skip


def test_markdown_says_the_same():
    assert (
        to_markdown(REPORT)
        == """\
# All of <it>

A text & more.

**Words & numbers**

| word | guesses | verdict |
| --- | ---: | --- |
| <b> | 1,234.5 (1 to 2) | holds |
| a\\|b | none | near |
| é | -3 | holds |

A note.

## First

Settings:

````
a: ```x```
<y>
````

Command:

```
python -m x
```

## Second

### Below

Deep.
"""
    )


def test_figures_that_hold_the_same_ids_stand_on_one_page():
    counts = {"one": {"1": 1, "2": 3, "fail": 0}, "two": {"2": 2, "10": 2}}
    drawn = draw_distribution("Guesses", counts, "games")
    page = check_page(to_html(Section("Two", [drawn, draw_distribution("Again", counts, "games")])))
    assert len(page.all("figure")) == 2
    texts = {text.text for text in page.all("svg")[0].all("text")}
    assert {"1", "2", "10", "not solved", "guesses", "games, %", "one (4)", "two (4)"} <= texts
    assert drawn == draw_distribution("Guesses", counts, "games")
    assert list_outcomes(list(counts.values())) == ["1", "2", "10", "fail"]


def test_a_heat_map_is_an_image_that_the_page_may_show():
    drawn = draw_svg(lambda figure: figure.subplots().imshow([[1, 2], [3, 4]]), (3.0, 2.0))
    page = check_page(to_html(Section("One", [Figure("Map", drawn)])))
    assert page.one("image").attributes["href"].startswith("data:image/png;base64,")
    (policy,) = [meta.attributes["content"] for meta in page.all("meta", **{"http-equiv": "Content-Security-Policy"})]
    assert {"default-src 'none'", "img-src data:"} <= set(policy.split("; "))


@pytest.mark.parametrize("svg", ["<svg", "<svg/>", '<svg viewBox="0 0"/>'])
def test_a_figure_that_is_none_is_refused(svg):
    with pytest.raises(UserError, match="Broken is damaged: it is no SVG"):
        to_html(Section("One", [Figure("Broken", svg)]))


def test_a_figure_brings_no_program_and_no_style_of_its_own():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>*{}</style><g><script>x()</script></g></svg>'
    )
    page = check_page(to_html(Section("One", [Figure("Safe", svg)])))
    assert not page.one("svg").all("script")
    assert not page.one("svg").all("style")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, "none"), (True, "yes"), (1234567, "1,234,567"), (1234.56789, "1,234.5679"), ("1234", "1234")],
)
def test_values_as_people_read_them(value, shown):
    assert show(value) == shown
    assert show_facts("Facts", {"it": value}).rows == [("it", shown)]
