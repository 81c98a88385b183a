"""Figures as text: SVG inside the page, PNG and SVG files beside it; the same figure gives the same bytes."""

import io
import re
import xml.etree.ElementTree as ElementTree

import matplotlib

from reports.figures import BAND, BLUE, FAINT, GRID, INK, SOFT, Drawing, style

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"

PNG_DPI = 200

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

PAGE_COLOURS = {
    INK: "var(--ink)",
    SOFT: "var(--soft)",
    FAINT: "var(--faint)",
    GRID: "var(--rule)",
    BAND: "var(--band)",
    BLUE: "var(--blue)",
}
"""Colours that the page chooses, light or dark: on a dark ground the blue is a lighter one."""

SEPARATOR = ("#ffffff", "var(--paper)")
"""White between the parts of a bar is the page's own ground."""


def file_bytes(drawing: Drawing, kind: str) -> bytes:
    """The figure as a file: png or svg, on white, without a date."""
    buffer = io.BytesIO()
    with style(), matplotlib.rc_context({"svg.hashsalt": drawing.name}):
        metadata = {"Title": drawing.title, "Description": drawing.alt} | ({"Date": None} if kind == "svg" else {"Software": None})
        drawing.figure.savefig(buffer, format=kind, dpi=PNG_DPI, metadata=metadata)
    return buffer.getvalue()


def inline(drawing: Drawing) -> str:
    """The figure as an SVG element to stand in a page.

    It scales with its column, takes text and ground colours from the page, is announced as an image with a title and a description,
    and its ids are its own, however many figures the page has.
    """
    buffer = io.StringIO()
    with style(), matplotlib.rc_context({"svg.hashsalt": drawing.name}):
        drawing.figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None}, facecolor="none")
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(buffer.getvalue())
    for metadata in root.findall(f"{{{SVG}}}metadata"):
        root.remove(metadata)
    _own_ids(root, drawing.name)
    _page_styles(root)
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    title, description = f"{drawing.name}-title", f"{drawing.name}-desc"
    root.set("role", "img")
    root.set("aria-labelledby", f"{title} {description}")
    for place, (tag, name, text) in enumerate((("title", title, drawing.title), ("desc", description, drawing.alt))):
        element = ElementTree.Element(f"{{{SVG}}}{tag}", {"id": name})
        element.text = text
        root.insert(place, element)
    return ElementTree.tostring(root, encoding="unicode")


def _own_ids(root: ElementTree.Element, name: str) -> None:
    """Drop the ids of groups, which nothing refers to, and put the figure's name before the others."""
    for element in root.iter():
        if element.tag == f"{{{SVG}}}g":
            element.attrib.pop("id", None)
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{name}-{value}")
            elif key == f"{{{XLINK}}}href" and value.startswith("#"):
                element.set(key, f"#{name}-{value[1:]}")
            elif "url(#" in value:
                element.set(key, value.replace("url(#", f"url(#{name}-"))


def _page_styles(root: ElementTree.Element) -> None:
    """Let the page choose fonts and neutral colours."""
    colours = {**PAGE_COLOURS, SEPARATOR[0]: SEPARATOR[1]}
    for element in root.iter():
        text = element.get("style")
        if text is None:
            continue
        text = re.sub(r"'DejaVu Sans'.*?(?=;|$)", FONT, text)
        for colour, variable in colours.items():
            text = text.replace(colour, variable)
        element.set("style", text)
