"""The shell line that plays a run or a comparison again."""

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcore.rulebook import Value
    from simcore.store import Manifest

PROGRAM = "heistlab"
SHIPPED = "shipped"
NO_PANEL, USUAL_PANEL = "none", "default"
"""The words for a panel without line-ups, which is played wherever the bots are named and no panel, and for the usual one."""


def written(value: "Value") -> str:
    """A setting's value as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def simulate_line(manifests: "Sequence[Manifest]", asked: Sequence[tuple[str, str]] = (), panel: str = NO_PANEL) -> str:
    """The command that plays these runs, one for each number of players.

    `asked` are the options for what is asked of them, `panel` which line-ups play beside them; that none do needs not be said, as the bots
    are named.
    """
    first = manifests[0]
    players = [manifest.players for manifest in manifests]
    options = [*asked, *([("--panel", panel)] if panel != NO_PANEL else [])]
    return _line("simulate", first, players, settings_of(first), options, bots=first.lineup, cards=first.card_set)


def compare_line(
    manifests: "Sequence[Manifest]",
    vary: Mapping[str, Sequence[str]],
    baseline: str,
    asked: Sequence[tuple[str, str]] = (),
    panel: str | None = None,
) -> str:
    """The command that plays these variants.

    Parameters
    ----------
    manifests : sequence of Manifest
        One for each variant.
    vary : mapping
        Path to the values it takes.
    baseline : str
        Name of the variant that the others are compared with.
    asked : sequence of pairs
        Options for what is asked of them.
    panel : str, optional
        Which line-ups play beside the deciding one; None where nothing needs to be said of it, as it is what is usual.
    """
    first = manifests[0]
    fixed = {path: value for path, value in settings_of(first).items() if path not in vary}
    options = [("--vary", f"{path}={','.join(values)}") for path, values in vary.items()]
    options.append(("--baseline", baseline if len(vary) > 1 else baseline.partition("=")[2]))
    options += asked
    options += [("--panel", panel)] if panel not in (None, NO_PANEL) else []
    bots = None if "bots" in vary or panel is None else first.lineup
    cards = None if "cards" in vary else first.card_set
    players = [] if "players" in vary else [first.players]
    return _line("compare", first, players, fixed, options, bots=bots, cards=cards)


def ladder_line(manifest: "Manifest", bots: Sequence[str], games: int) -> str:
    """The command that plays a ladder of these bots with so many games of each line-up; `manifest` is of one of its runs."""
    asked = manifest.model_copy(update={"games": games})
    return _line("ladder", asked, [manifest.players], settings_of(manifest), bots=",".join(bots), cards=manifest.card_set)


def runs_line(paths: Sequence[str], baseline: str, asked: Sequence[tuple[str, str]] = ()) -> str:
    """The command that compares finished runs."""
    words = [PROGRAM, "compare", *paths, "--baseline", baseline]
    for option in asked:
        words += option
    return shlex.join(words)


def settings_of(manifest: "Manifest") -> dict[str, str]:
    """What was set: rules that are not default, and card fields."""
    patches = dict(patch.split("=", 1) for patch in manifest.patches)
    return {path: written(value) for path, value in manifest.changed.items()} | patches


def with_options(line: str, options: Mapping[str, Any]) -> str:
    """A command with more options behind it; those without a value are left out."""
    return " ".join([line, *(f"{name} {shlex.quote(str(value))}" for name, value in options.items() if value is not None)])


def _line(
    command: str,
    manifest: "Manifest",
    players: Sequence[int],
    settings: Mapping[str, str],
    options: Sequence[tuple[str, str]] = (),
    *,
    bots: str | None,
    cards: str | None,
) -> str:
    words = [PROGRAM, command, manifest.game]
    words += ["-p", ",".join(map(str, players))] if players else []
    words += ["-n", str(manifest.games), "--seed", str(manifest.seed)]
    words += ["--bots", bots] if bots is not None else []
    words += ["--cards", cards] if cards not in (None, SHIPPED) else []
    for path, value in settings.items():
        words += ["--set", f"{path}={value}"]
    for option in options:
        words += option
    words += ["--label", manifest.label] if manifest.label else []
    return shlex.join(words)


def without_seed(line: str) -> str:
    """A command as it is on a fresh seed."""
    words = shlex.split(line)
    place = words.index("--seed")
    return shlex.join(words[:place] + words[place + 2 :])
