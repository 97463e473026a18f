"""Reads a page back as a person finds it: headings, tables by caption, and whatever refers to something else."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

VOID = {"meta", "br", "link", "img", "input"}


@dataclass
class Tag:
    """An element with what is inside it."""

    name: str
    attributes: dict[str, str]
    children: list["Tag | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, tag: str = "", /, **attributes: str) -> list["Tag"]:
        """The elements of a name below this one, those alone that have the attributes."""
        found = []
        for child in self.children:
            if isinstance(child, Tag):
                if tag in ("", child.name) and attributes.items() <= child.attributes.items():
                    found.append(child)
                found += child.all(tag, **attributes)
        return found

    def one(self, tag: str, /, **attributes: str) -> "Tag":
        (found,) = self.all(tag, **attributes)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Tag("", {})]

    def handle_starttag(self, tag, attrs) -> None:
        element = Tag(tag, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop().name == tag, f"{tag} is closed where it is not open"

    def handle_data(self, data) -> None:
        self.open[-1].children.append(data)


def parse(page: str) -> Tag:
    """The page as a tree. Fails unless every element is closed where it should be."""
    assert page.startswith("<!DOCTYPE html>\n")
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert len(reader.open) == 1
    return reader.open[0]


def read_tables(page: Tag) -> dict[str, tuple[list[str], list[list[str]]]]:
    """Header and rows of each table by its caption."""
    tables = {}
    for table in page.all("table"):
        head, *rows = table.all("tr")
        caption = table.one("caption").text
        assert caption not in tables, f"two tables are called {caption}"
        cells = [[cell.text for cell in row.children if isinstance(cell, Tag)] for row in rows]
        tables[caption] = ([cell.text for cell in head.all("th")], cells)
    return tables


def check_page(text: str) -> Tag:
    """The page, once it is sure that it needs nothing else and can be read without eyes or a mouse."""
    page = parse(text)
    assert page.one("html").attributes["lang"] == "en"
    assert page.one("head").one("title").text == page.one("h1").text
    assert "initial-scale=1" in page.one("meta", name="viewport").attributes["content"]
    every = page.all()
    # Nothing is fetched: only figures refer to their own parts, and links to headings.
    assert not {element.name for element in every} & {"link", "img", "iframe", "object", "embed", "video", "base"}
    assert page.one("script").attributes == {}
    assert "http" not in page.one("style").text + page.one("script").text
    ids = [element.attributes["id"] for element in every if "id" in element.attributes]
    assert len(set(ids)) == len(ids)
    for element in every:
        assert "src" not in element.attributes
        for key, value in element.attributes.items():
            if key in ("href", "xlink:href"):
                assert value[1:] in ids if value[0] == "#" else value.startswith("data:image/png;base64,")
            if "url(" in value:
                assert value.partition("url(#")[2].partition(")")[0] in ids
            if key == "aria-labelledby":
                assert value in ids
    levels = [int(element.name[1]) for element in every if element.name in ("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))
    for table in page.all("table"):
        width = len(table.one("thead").all("th", scope="col"))
        assert width == len(table.one("thead").all("button", type="button")) > 0
        for row in table.one("tbody").all("tr"):
            cells = [cell for cell in row.children if isinstance(cell, Tag)]
            assert [cell.name for cell in cells] == ["th"] + ["td"] * (width - 1)
            assert cells[0].attributes["scope"] == "row"
    for figure in page.all("figure"):
        drawing = figure.one("svg")
        assert drawing.attributes["role"] == "img"
        titles = [t for t in drawing.all("title") if t.attributes.get("id") == drawing.attributes["aria-labelledby"]]
        assert titles[0].text == figure.one("figcaption").text != ""
    for choice in page.all("select"):
        assert page.one("label", **{"for": choice.attributes["id"]}).text
    return page
