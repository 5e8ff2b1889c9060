"""How good each stage of a guide is, as `cicerone evaluate` measures it.

Everything but `directions` needs the folder of the SAIL corpus (`cicerone data
pull sail` fetches it). Reports are dictionaries with the figures that the command
line prints with `--format json`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any, Union

from . import _native
from .guide import Guide
from .world import Profile, World

Path = Union["os.PathLike[str]", str]
Parts = Sequence[str]


def directions(
    guide: Guide, world: World, *, routes: int = 200, seed: int = 1, profile: Profile = "walk"
) -> dict[str, Any]:
    """Directions between random named places of a building, every command judged
    by an independent oracle.

    >>> from cicerone import Guide, World, evaluate
    >>> report = evaluate.directions(Guide(), World.open("hospital"), routes=3)
    >>> report["routes"], report["bare_counts"]
    (3, 0)
    """
    found = _native.directions(guide._native, world._native, routes, seed, profile)
    return json.loads(found)


def selection(guide: Guide, data: Path, *, parts: Parts = ("validation", "test")) -> dict[str, Any]:
    """Does its selector foresee what people say?"""
    return json.loads(_native.selection(guide._native, data, list(parts)))


def realization(
    guide: Guide, data: Path, *, parts: Parts = ("validation",), beam: int = 1
) -> dict[str, Any]:
    """How near its realizer's words are to people's, without a style."""
    return json.loads(_native.realization(guide._native, data, list(parts), beam))


def parsing(
    guide: Guide, data: Path, *, parts: Parts = ("validation",), beam: int = 4
) -> dict[str, Any]:
    """Does English come back as the commands it was annotated with?"""
    return json.loads(_native.parsing(guide._native, data, list(parts), beam))


def following(guide: Guide, data: Path, *, parts: Parts = ("validation",)) -> dict[str, Any]:
    """Do its followers of people's sentences and paragraphs arrive, from all four
    headings where nobody recorded the first?"""
    return json.loads(_native.following(guide._native, data, list(parts)))


def reader(
    data: Path, walks: Path, *, cross_validate: int | None = None, seed: int = 1
) -> dict[str, Any]:
    """Does the reader who errs foresee who arrives, and how they rate it?"""
    return json.loads(_native.reader(data, walks, cross_validate, seed))
