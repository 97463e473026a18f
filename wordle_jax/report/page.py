"""Writes a report as one page of HTML that needs nothing else: no network, no other file."""

from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, tostring

from wordle_jax.errors import UserError
from wordle_jax.report.document import Figure, Listing, Section, Table, Text

_HERE = Path(__file__).parent
# Nothing may be fetched, whatever a file of results says; heat maps are images within a figure.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_ALL = "all"
# Largest width of a figure in pixels a point; the smallest is 1, at which its letters are ten pixels high.
_SCALE = 1.6
_MOST_NOTES = 5
_LONG = 30  # characters; columns of such cells are not made too narrow


def to_html(report: Section) -> str:
    """Return the report as a page. Raises UserError if a figure is no SVG."""
    page = Element("html", lang="en")
    head = SubElement(page, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": _POLICY})
    SubElement(head, "meta", {"name": "color-scheme", "content": "light dark"})
    SubElement(head, "title").text = report.title
    SubElement(head, "style").text = _read("page.css")
    body = SubElement(page, "body")
    main = SubElement(body, "main")
    _Writer().write(report, main, 1)
    SubElement(body, "script").text = _read("page.js")
    return f"<!DOCTYPE html>\n{tostring(page, encoding='unicode', method='html')}\n"


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


class _Writer:
    """Numbers what the page refers to."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def name(self, kind: str) -> str:
        self.numbers[kind] = self.numbers.get(kind, 0) + 1
        return f"{kind}-{self.numbers[kind]}"

    def write(self, section: Section, parent: Element, level: int) -> None:
        heading = SubElement(parent, f"h{min(level, 6)}", id=self.name("section"))
        heading.text = section.title
        if level == 1 and len(section.sections) > 1:
            self.list_sections(section, parent)
        for block in section.blocks:
            if isinstance(block, Text):
                SubElement(parent, "p").text = block.text
            elif isinstance(block, Table):
                self.write_table(block, parent)
            elif isinstance(block, Listing):
                _write_listing(block, parent)
            else:
                self.write_figure(block, parent)
        for below in section.sections:
            self.write(below, SubElement(parent, "section"), level + 1)

    def list_sections(self, report: Section, parent: Element) -> None:
        """Write links to the sections of the first level."""
        items = SubElement(SubElement(parent, "nav", {"aria-label": "Sections"}), "ul")
        number = 2  # the title of the report is the first
        for section in report.sections:
            SubElement(SubElement(items, "li"), "a", href=f"#section-{number}").text = section.title
            number += _count_sections(section)

    def write_table(self, table: Table, parent: Element) -> None:
        name = self.name("table")
        if table.filter_by is not None:
            _write_filter(table, name, parent)
        # A wide table scrolls in a frame of its own, by keyboard too.
        frame = SubElement(
            parent, "div", {"class": "frame", "role": "region", "tabindex": "0", "aria-labelledby": f"{name}-caption"}
        )
        element = SubElement(frame, "table", id=name)
        # The caption stays in sight when the table is moved sideways.
        SubElement(SubElement(element, "caption", id=f"{name}-caption"), "span").text = table.caption
        styles = [_style(table, column) for column in range(len(table.header))]
        head = SubElement(SubElement(element, "thead"), "tr")
        for title, style in zip(table.header, styles, strict=True):
            cell = SubElement(head, "th", {"scope": "col", **style})
            SubElement(cell, "button", type="button").text = title
        body = SubElement(element, "tbody")
        for row in table.rows:
            line = SubElement(body, "tr")
            for column, (text, style) in enumerate(zip(row, styles, strict=True)):
                tag, scope = ("td", {}) if column else ("th", {"scope": "row"})
                SubElement(line, tag, {**scope, **style}).text = text
        if table.note:
            SubElement(parent, "p", {"class": "note"}).text = table.note
        if table.notes:
            _write_notes(table, parent)

    def write_figure(self, figure: Figure, parent: Element) -> None:
        element = SubElement(parent, "figure")
        frame = SubElement(element, "div", {"class": "frame", "tabindex": "0", "role": "group"})
        frame.set("aria-label", figure.caption)
        frame.append(prepare_svg(figure, self.name("figure")))
        SubElement(element, "figcaption").text = figure.caption


def _style(table: Table, column: int) -> dict[str, str]:
    if table.is_numeric(column):
        return {"class": "number"}
    return {"class": "long"} if max((len(row[column]) for row in table.rows), default=0) > _LONG else {}


def _count_sections(section: Section) -> int:
    return 1 + sum(map(_count_sections, section.sections))


def _write_notes(table: Table, parent: Element) -> None:
    """Write the notes of a table; many are shown when they are asked for."""
    if len(table.notes) > _MOST_NOTES:
        parent = SubElement(parent, "details")
        SubElement(parent, "summary").text = f"{len(table.notes):,} notes on {table.caption}"
    items = SubElement(parent, "ul", {"class": "note"})
    for note in table.notes:
        SubElement(items, "li").text = note


def _write_listing(listing: Listing, parent: Element) -> None:
    if listing.is_long:
        parent = SubElement(parent, "details")
        SubElement(parent, "summary").text = listing.title
    else:
        SubElement(parent, "p").text = f"{listing.title}:"
    frame = SubElement(parent, "pre", {"tabindex": "0", "aria-label": listing.title})
    SubElement(frame, "code").text = listing.text


def _write_filter(table: Table, name: str, parent: Element) -> None:
    column = list(table.header).index(str(table.filter_by))
    line = SubElement(parent, "p", {"class": "filter"})
    SubElement(line, "label", {"for": f"{name}-filter"}).text = f"Show by {table.filter_by}: "
    choice = SubElement(
        line, "select", {"id": f"{name}-filter", "data-table": name, "data-column": str(column), "autocomplete": "off"}
    )
    values = [row[column] for row in table.rows]
    SubElement(choice, "option", value="").text = f"{_ALL} ({len(values):,})"
    for value in dict.fromkeys(values):
        SubElement(choice, "option", value=value).text = f"{value} ({values.count(value):,})"


def prepare_svg(figure: Figure, name: str) -> Element:
    """Return a figure as an element of the page: named for those who do not see it, its ids like no other figure's.

    Raises UserError if it is no SVG.
    """
    try:
        svg = fromstring(figure.svg)
        width = float(svg.get("viewBox", "").split()[2])
    except (ParseError, LookupError, ValueError) as error:
        raise UserError(f"{figure.file or figure.caption} is damaged: it is no SVG with a viewBox") from error
    for element in list(svg.iter()):
        for child in list(element):
            if _local(child.tag) in ("metadata", "style", "script"):
                element.remove(child)
        element.tag = _local(element.tag)
        for key, value in list(element.attrib.items()):
            del element.attrib[key]
            element.set(_local(key), _rename(_local(key), value, name))
    for key in ("width", "height"):
        svg.attrib.pop(key, None)
    svg.set("style", f"width: calc(100vw - 3.5rem); min-width: {width:.0f}px; max-width: {_SCALE * width:.0f}px")
    svg.attrib |= {"role": "img", "aria-labelledby": f"{name}-title"}
    title = Element("title", id=f"{name}-title")
    title.text = figure.caption
    svg.insert(0, title)
    return svg


def _local(name: str) -> str:
    """Return a name without its namespace, of which HTML has none."""
    return name.rpartition("}")[2]


def _rename(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == "href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    return value.replace("url(#", f"url(#{name}-")
