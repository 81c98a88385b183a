import dataclasses
import math
import threading
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import matplotlib
import pytest
from matplotlib.figure import Figure

from analyses.compare import Comparison
from analyses.summary import Study
from reports import figures, svg
from reports.figures import draw, figure, save_all
from reports.material import Material, figure_names, gather
from simcore.errors import HeistlabError
from simcore.store import Run
from tests.reports.tools import cards, parts, plain, with_difference, with_tables

SVG = "{http://www.w3.org/2000/svg}"
PNG = b"\x89PNG\r\n\x1a\n"
CLOSE = 1e-9


@pytest.fixture(scope="session")
def materials(
    one: Run,
    sides: Comparison,
    sides_by_players: list[Comparison],
    by_players: list[Run],
    capped: Run,
    mostly_capped: Run,
    market: Study,
    markets: Comparison,
) -> dict[str, Material]:
    many = [f"Card {place}" for place in range(40)]
    return {
        "run": gather(one),
        "comparison": gather(sides),
        "comparison by players": gather(sides_by_players),
        "run by players": gather(by_players),
        "capped": gather(capped),
        "mostly capped": gather(mostly_capped),
        "cards": cards(gather(one), many),
        "market": gather(market),
        "markets": gather(markets),
        "parts": parts(gather(one)),
        "parts compared": parts(gather(sides_by_players)),
        "cards compared": cards(gather(sides), ["Rope", "Lamp"]),
    }


def test_every_figure_has_a_title_words_and_data(materials: dict[str, Material]) -> None:
    for name, material in materials.items():
        for shown in figure_names(material):
            drawing = draw(material, shown)
            assert isinstance(drawing.figure, Figure), (name, shown)
            assert drawing.title
            assert any(letter.isdigit() for letter in drawing.alt), (name, shown, drawing.alt)
            assert "nan" not in drawing.alt
            assert all(axes.has_data() for axes in drawing.figure.axes), (name, shown)


def test_all_figures_are_drawn_somewhere(materials: dict[str, Material]) -> None:
    assert {shown for material in materials.values() for shown in figure_names(material)} == set(figures.NAMES)


def test_an_unknown_figure_and_one_without_data(one: Run) -> None:
    with pytest.raises(HeistlabError, match="no figure 'lenght'; did you mean 'length'"):
        figure(one, "lenght")
    with pytest.raises(HeistlabError, match="no data for figure 'opening_hand' here; there is data for: who_wins, balance"):
        figure(one, "opening_hand")


def test_intervals_are_drawn_where_the_tables_put_them(one: Run) -> None:
    material = gather(one)
    [axes] = figure(material, "who_wins").axes
    spans = {tuple(round(float(x), 6) for x in line.get_xdata()) for line in axes.lines}
    for row in material.rows("turn_order"):
        assert (round(100 * row["low"], 6), round(100 * row["high"], 6)) in spans


def test_shares_start_at_zero_and_panels_share_a_scale(by_players: list[Run]) -> None:
    for name in ("who_wins", "balance", "scores", "decided_by", "length"):
        drawn = figure(by_players, name)
        limits = {axes.get_xlim() for axes in drawn.axes}
        assert len(limits) == 1, name
    assert all(axes.get_xlim()[0] == 0 for axes in figure(by_players, "who_wins").axes)


def test_the_margin_is_shaded_around_zero(sides: Comparison) -> None:
    material = with_difference(gather(sides), "rounds", -0.2, 0.3, 0.5)
    panel = figure(material, "differences").axes[1]
    [band] = [patch for patch in panel.patches if patch.get_width() > 0]
    assert abs(band.get_x() + 0.5) < CLOSE
    assert abs(band.get_width() - 1) < CLOSE
    assert panel.get_xlim()[0] < -0.5
    assert panel.get_xlim()[1] > 0.5


def test_colour_never_stands_alone(sides: Comparison) -> None:
    looks = figures.looks(gather(sides))
    assert len({look.marker for look in looks.values()}) == len({look.colour for look in looks.values()}) == 3
    assert looks["sides=6"].label == "6 (baseline)"


def test_inline_svg_is_an_image_with_words(materials: dict[str, Material]) -> None:
    material = materials["comparison"]
    seen: set[str] = set()
    for name in figure_names(material):
        drawing = draw(material, name)
        root = ElementTree.fromstring(svg.inline(drawing))
        assert root.get("role") == "img"
        ids = {element.get("id") for element in root.iter() if element.get("id")}
        assert set((root.get("aria-labelledby") or "").split()) <= ids
        assert root.findtext(f"{SVG}title") == drawing.title
        assert root.findtext(f"{SVG}desc") == drawing.alt
        assert not ids & seen, name
        seen |= {name for name in ids if name}
        used = {value[1:] for element in root.iter() for key, value in element.attrib.items() if key.endswith("href")}
        assert used <= ids
        assert root.get("width") is None
        assert any(element.text for element in root.iter(f"{SVG}text")), "text stays text"


def test_inline_svg_leaves_neutral_colours_to_the_page(one: Run) -> None:
    text = svg.inline(draw(one, "balance"))
    assert "var(--ink)" in text
    assert figures.INK not in text
    assert "DejaVu" not in text


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_figure_gives_the_same_bytes(one: Run, kind: str) -> None:
    first, second = (svg.file_bytes(draw(one, "length"), kind) for _ in range(2))
    assert first == second
    assert b"<dc:date>" not in first


def test_the_users_settings_neither_show_nor_change(one: Run) -> None:
    plain_svg = svg.inline(draw(one, "scores"))
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "yellow", "svg.fonttype": "path"}):
        before = dict(matplotlib.rcParams)
        assert svg.inline(draw(one, "scores")) == plain_svg
        assert dict(matplotlib.rcParams) == before


def test_several_threads_draw_the_same(one: Run) -> None:
    material = gather(one)
    expected = svg.inline(draw(material, "who_wins"))
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(svg.inline(draw(material, "who_wins")))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_files_of_all_figures(one: Run, tmp_path: Path) -> None:
    written = save_all(one, tmp_path / "deep" / "figures")
    assert [path.name for path in written] == [f"{name}.{kind}" for name in figure_names(one) for kind in ("png", "svg")]
    for path in written:
        if path.suffix == ".png":
            assert path.read_bytes().startswith(PNG)
        else:
            assert ElementTree.parse(path).getroot().tag == f"{SVG}svg"


def test_names_are_text_not_formulas_or_markup(one: Run) -> None:
    material = cards(gather(one), ["$x^2$ & <b>", 'quo"ted', "plain"])
    root = ElementTree.fromstring(svg.inline(draw(material, "opening_hand")))
    texts = {element.text for element in root.iter(f"{SVG}text")}
    assert "$x^2$ & <b>" in texts
    assert 'quo"ted' in texts


def test_words_of_a_figure_are_its_numbers(one: Run) -> None:
    material = gather(one)
    first = material.rows("turn_order")[0]
    assert plain(draw(material, "who_wins").alt).startswith(
        f"1st {100 * first['win_share']:.1f} % ({100 * first['low']:.1f} to {100 * first['high']:.1f}), 2nd "
    )


def test_a_figure_that_has_nothing_to_show_is_left_out(one: Run) -> None:
    material = cards(gather(one), ["Rope", "Lamp", "Ladder"])
    assert "opening_hand" in figure_names(material)
    unknown = material.table("opening_hand").assign(effect=math.nan, low=math.nan, high=math.nan)
    assert "opening_hand" not in figure_names(with_tables(material, opening_hand=unknown))


def test_long_names_of_variants_leave_the_ticks_apart(sides: Comparison) -> None:
    material = gather(sides)
    longer = {name: f"{name},equal_turns=true,target=100" for name in material.variants}
    tables = {
        name: table.assign(variant=table["variant"].map(longer)) if "variant" in table else table for name, table in material.tables.items()
    }
    entries = tuple(dataclasses.replace(entry, variant=longer[entry.variant]) for entry in material.entries)
    renamed = dataclasses.replace(
        material, tables=tables, entries=entries, variants=tuple(longer.values()), baseline=longer[material.baseline]
    )
    drawn = figure(renamed, "differences")
    drawn.canvas.draw()
    for axes in drawn.axes:
        shown = [tick for tick in axes.get_xticklabels() if axes.get_xlim()[0] <= tick.get_position()[0] <= axes.get_xlim()[1]]
        boxes = sorted((tick.get_window_extent() for tick in shown), key=lambda box: box.x0)
        assert all(left.x1 < right.x0 for left, right in pairwise(boxes))
