"""Many questions of one kind at once: which of them stand out, and in which order."""

import math

import numpy as np
import pandas as pd
from scipy import special

from analyses.intervals import LEVEL, critical_t
from analyses.source import Array
from analyses.sums import FEW_CLUSTERS

FALSE_DISCOVERIES = 0.05
"""Share of false ones that is allowed among those that stand out."""

LEAST_P = float(np.finfo(float).tiny)
"""A p value is never 0."""

SCREEN_COLUMNS = ("shrunken", "p", "q", "found", "rank")


def false_discovery_levels(p: Array) -> Array:
    """Least share of false discoveries at which each of several p values is among the discoveries: NaN stays NaN.

    Benjamini and Hochberg, Journal of the Royal Statistical Society B 57, 1995. Here and not from scipy.stats, whose import takes a
    second; a test holds the two side by side.
    """
    levels = np.full(len(p), np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(-p[known], kind="stable")]
    places = np.arange(len(order), 0, -1)
    levels[order] = np.minimum.accumulate(np.minimum(1.0, p[order] * len(order) / np.maximum(places, 1)))
    return levels


def shrunken(values: Array, errors: Array) -> Array:
    """Estimates drawn towards their common mean, each by as much of its spread as is sampling error: NaN stays NaN.

    The spread of the true values is that of the observed ones less what errors explain (DerSimonian and Laird, Controlled Clinical
    Trials 7, 1986); the rest is the posterior mean under a normal prior (Efron and Morris, JASA 70, 1975). Without errors nothing is
    known: NaN.

    Parameters
    ----------
    values, errors : float array
        Estimates and their standard errors.
    """
    drawn = np.full(len(values), np.nan)
    known = np.flatnonzero(~np.isnan(values) & (errors > 0))
    if len(known) < 2:
        drawn[known] = values[known]
        return drawn
    value, variance = values[known], errors[known] ** 2
    weight = 1 / variance
    mean = weight @ value / weight.sum()
    excess = weight @ (value - mean) ** 2 - (len(known) - 1)
    between = max(0.0, float(excess / (weight.sum() - weight @ weight / weight.sum())))
    weight = 1 / (variance + between)
    mean = weight @ value / weight.sum()
    drawn[known] = mean + between / (between + variance) * (value - mean)
    return drawn


def screen(values: Array, high: Array, clusters: Array, level: float = LEVEL) -> pd.DataFrame:
    """Several estimates of one kind, with plain intervals, as one screen.

    What rests on fewer than FEW_CLUSTERS deals is not asked: by chance their spread can be far too small, and a card that four seats had
    would stand out.

    Parameters
    ----------
    values, high : float array
        Estimates and upper ends of their plain intervals (Student's t); NaN where there are none.
    clusters : int array
        Deals that each rests on.
    level : float
        Of the intervals.

    Returns
    -------
    DataFrame
        shrunken (see `shrunken`), p (two-sided), q (see `false_discovery_levels`), found (whether it stands out at 5 % false
        discoveries), rank (from 1, by distance of the shrunken estimate from zero; among those without one, in their order).
    """
    degrees = np.maximum(1, clusters - 1)
    errors = np.array([(end - value) / critical_t(level, df) for value, end, df in zip(values, high, degrees, strict=True)])
    errors[clusters < FEW_CLUSTERS] = math.nan
    t = np.divide(np.abs(values), errors, out=np.full(len(values), np.nan), where=errors > 0)
    p = np.maximum(2 * special.stdtr(degrees, -t), LEAST_P)
    q = false_discovery_levels(p)
    drawn = shrunken(values, errors)
    far = np.where(np.isnan(drawn), -math.inf, np.abs(drawn))
    rank = np.empty(len(values), dtype=np.int64)
    rank[np.argsort(-far, kind="stable")] = np.arange(1, len(values) + 1)
    return pd.DataFrame(dict(zip(SCREEN_COLUMNS, (drawn, p, q, q <= FALSE_DISCOVERIES, rank), strict=True)))


def screen_questions(table: pd.DataFrame, clusters: int, level: float = LEVEL) -> pd.DataFrame:
    """Differences of many measures in many variants, with plain intervals, as one screen: each counted in margins.

    An interval that has pseudo-pairs in it has its middle for its estimate.

    Parameters
    ----------
    table : DataFrame
        low, high, margin.
    clusters : int
        The fewest deals that any of them rests on.
    level : float
        Of the intervals.

    Returns
    -------
    DataFrame
        See `screen`; shrunken in margins. The index is the table's.
    """
    margin = table["margin"].where(table["margin"] > 0).to_numpy(float)
    low, high = (table[end].to_numpy(float) / margin for end in ("low", "high"))
    found = screen((low + high) / 2, high, np.full(len(table), clusters), level)
    return found.set_index(table.index)
