"""The page in a browser, at the width of a desk and of a phone."""

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyses.compare import Comparison
from analyses.summary import Study
from reports.material import Material, gather
from reports.page import write_page
from simcore.store import Run
from tests.reports.tools import COMMAND, cards, chromium, with_manifest

BROWSER = chromium()
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium on this machine: the page was not looked at")

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDTHS = {"desk": 1280, "tablet": 820, "phone": 390, "small phone": 320}
HEIGHT = 844
FINE_PRINT = 10.0
"""Pixels: no text of a figure is smaller than this on a phone of 390 pixels."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=BROWSER, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="module")
def pages(
    one: Run,
    sides: Comparison,
    sides_by_players: list[Comparison],
    capped: Run,
    partial: Run,
    market: Study,
    markets: Comparison,
    panelled: Material,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Path]:
    directory = tmp_path_factory.mktemp("pages")
    names = [f"A card with rather a long name {place}" for place in range(40)]
    sources: dict[str, Run | Study | Comparison | list[Comparison] | Material] = {
        "market": market,
        "markets": markets,
        "run": one,
        "comparison": sides,
        "players": sides_by_players,
        "capped": capped,
        "partial": partial,
        "panel": panelled,
        "cards": with_manifest(cards(gather(sides), names), provenance="reconstructed", label="word " * 30, calibrated_on=("rounds",)),
        "named": renamed(gather(sides), "cards=./a/set/with/a/long/name", "sides=8 and turns that are equal for everybody"),
    }
    for name, source in sources.items():
        write_page(source, directory / f"{name}.html", command=f"{COMMAND} --set {'x' * 80}=1")
    return {name: directory / f"{name}.html" for name in sources}


def renamed(material: Material, *names: str) -> Material:
    """The material with other names for the variants that are not the baseline."""
    others = [name for name in material.variants if name != material.baseline]
    new = dict(zip(others, names, strict=True))
    tables = {name: table.replace({"variant": new}) if "variant" in table else table for name, table in material.tables.items()}
    entries = tuple(dataclasses.replace(entry, variant=new.get(entry.variant, entry.variant)) for entry in material.entries)
    variants = tuple(new.get(name, name) for name in material.variants)
    return dataclasses.replace(material, tables=tables, entries=entries, variants=variants)


def test_the_first_screen_of_a_phone_answers(browser: Any, pages: dict[str, Path]) -> None:
    for name in ("run", "comparison", "players", "cards"):
        with Visit(browser, pages[name], WIDTHS["phone"]) as visit:
            questions = visit.page.locator(".short dd")
            assert questions.count() >= 2, name
            for place in range(questions.count()):
                box = questions.nth(place).bounding_box()
                assert box["y"] + box["height"] <= HEIGHT, (name, place)


class Visit:
    """A page that is open, and what happened on the way."""

    def __init__(self, browser: Any, path: Path, width: int, scheme: str = "light", script: bool = True) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": HEIGHT}, color_scheme=scheme, java_script_enabled=script)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.address = path.as_uri()
        self.page.goto(self.address)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *problem: object) -> None:
        self.context.close()

    def ask(self, script: str) -> Any:
        return self.page.evaluate(script)


OPEN_ALL = "document.querySelectorAll('details').forEach(one => one.open = true)"
OVERFLOW = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
STICKING_OUT = """[...document.querySelectorAll('body *')].filter(one =>
    !one.closest('.scroll') && !one.closest('svg') && one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
).map(one => one.outerHTML.slice(0, 80))"""
CUT_OFF = """[...document.querySelectorAll('svg')].flatMap(svg => {
    const frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')].filter(text => {
        const box = text.getBoundingClientRect();
        return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    }).map(text => text.textContent);
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS.values(), ids=list(WIDTHS))
def test_nothing_leaves_complains_or_overflows(browser: Any, pages: dict[str, Path], width: int, scheme: str) -> None:
    for name, path in pages.items():
        with Visit(browser, path, width, scheme) as visit:
            visit.ask(OPEN_ALL)
            scroll, client = visit.ask(OVERFLOW)
            assert scroll <= client, (name, visit.ask(STICKING_OUT))
            assert visit.ask(STICKING_OUT) == [], name
            assert visit.ask(CUT_OFF) == [], name
            assert visit.complaints == [], name
            assert [url for url in visit.requests if not url.startswith("data:")] == [visit.address], name


def test_text_of_figures_can_be_read_on_a_phone(browser: Any, pages: dict[str, Path]) -> None:
    for name, path in pages.items():
        with Visit(browser, path, WIDTHS["phone"]) as visit:
            sizes = visit.ask("""[...document.querySelectorAll('svg text')].map(text => {
                const svg = text.ownerSVGElement;
                return parseFloat(getComputedStyle(text).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            })""")
            assert sizes
            assert min(sizes) >= FINE_PRINT, name


def test_lines_are_no_longer_than_seventy_characters(browser: Any, pages: dict[str, Path]) -> None:
    with Visit(browser, pages["cards"], WIDTHS["desk"]) as visit:
        ratios = visit.ask("""[...document.querySelectorAll('p, li, dd, figcaption')].filter(one => one.offsetWidth).map(one => {
            const ruler = document.createElement('span');
            ruler.style.cssText = 'position:absolute;visibility:hidden;width:70ch;font:' + getComputedStyle(one).font;
            document.body.append(ruler);
            const most = ruler.offsetWidth;
            ruler.remove();
            return one.offsetWidth / most;
        })""")
        assert ratios
        assert max(ratios) <= 1.01


def test_dark_and_print_have_their_own_ground(browser: Any, pages: dict[str, Path]) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    label = "getComputedStyle(document.querySelector('svg text')).fill"
    with Visit(browser, pages["run"], WIDTHS["desk"]) as visit:
        light = visit.ask(ground), visit.ask(label)
    with Visit(browser, pages["run"], WIDTHS["desk"], "dark") as visit:
        dark = visit.ask(ground), visit.ask(label)
        visit.page.emulate_media(media="print", color_scheme="dark")
        printed = visit.ask(ground), visit.ask("getComputedStyle(document.querySelector('nav')).display")
    assert brightness(light[0]) > brightness(light[1])
    assert brightness(dark[0]) < brightness(dark[1])
    assert brightness(printed[0]) == brightness(light[0])
    assert printed[1] == "none"


def brightness(colour: str) -> float:
    return sum(float(part) for part in re.findall(r"\d+", colour)[:3])


def test_contents_stay_in_sight_on_wide_screens(browser: Any, pages: dict[str, Path]) -> None:
    with Visit(browser, pages["comparison"], WIDTHS["desk"]) as visit:
        visit.ask("document.documentElement.style.scrollBehavior = 'auto'")
        visit.ask("document.querySelector('#trust').scrollIntoView()")
        assert visit.ask("document.querySelector('nav a').getBoundingClientRect().top") >= 0
        assert visit.ask("document.querySelector('h1').getBoundingClientRect().bottom") < 0


def test_a_table_sorts_by_a_click(browser: Any, pages: dict[str, Path]) -> None:
    with Visit(browser, pages["cards"], WIDTHS["desk"]) as visit:
        visit.ask(OPEN_ALL)
        table = visit.page.locator("table.sortable", has_text="seats dealt it").first
        column = "tr => [...tr.cells].at(-2).dataset.sort"
        rows = f"table => [...table.tBodies[0].rows].map({column})"
        before = [float(value) for value in table.evaluate(rows)]
        heading = table.locator("th", has_text="shrunken")
        heading.locator("button").click()
        assert [float(value) for value in table.evaluate(rows)] == sorted(before, reverse=True)
        assert heading.get_attribute("aria-sort") == "descending"
        heading.locator("button").click()
        assert [float(value) for value in table.evaluate(rows)] == sorted(before)
        assert visit.complaints == []


def test_no_script_is_needed_to_read_it(browser: Any, pages: dict[str, Path]) -> None:
    with Visit(browser, pages["cards"], WIDTHS["phone"], script=False) as visit:
        assert visit.page.locator("#answers .answer").count() > 0
        assert visit.page.locator("svg[role=img]").count() > 0
        assert visit.page.locator("th button").count() == 0


def test_every_image_has_a_name(browser: Any, pages: dict[str, Path]) -> None:
    with Visit(browser, pages["comparison"], WIDTHS["desk"]) as visit:
        count = visit.page.locator("svg[role=img]").count()
        assert visit.page.get_by_role("img", name=re.compile(r"\d")).count() >= count
