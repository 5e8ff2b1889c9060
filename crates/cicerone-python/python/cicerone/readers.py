"""Readers: whoever does what is told, and whoever errs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _native
from .instruction import Instruction
from .world import Route, Waypoint, World


@dataclass(frozen=True)
class Followed:
    """What a reader did with one sentence."""

    sentence: str
    end: str
    """Where it most likely ends, `x,y,heading`."""
    probability: float
    acts: list[str]
    others: list[tuple[str, float]]
    """Where else it may end, and how likely."""
    failures: list[str]
    """Why a literal reader could not."""


@dataclass(frozen=True)
class Walk:
    """What a reader did with some sentences."""

    steps: list[Followed]
    route: Route


@dataclass(frozen=True)
class Foreseen:
    """What people would make of a text."""

    arrives: float
    """The probability that the reader who errs is at the goal in the end."""
    success: float
    """The share of people who would arrive, with what the text alone tells."""
    rating: float
    """How they would rate it, from 1 to 6."""
    steps: list[float]
    """For each sentence, the probability to end right for whoever starts right."""
    fits: list[float]
    """How well each command fitted where it was heard."""


def execute(world: World, at: Waypoint, commands: list[str] | str) -> Walk:
    """What a literal reader does with CAS commands.

    >>> from cicerone import World, execute
    >>> walk = execute(World.open("office"), (0, 0, 90), "Travel(distance=Distance(count=2))")
    >>> walk.route.poses[-1]
    (4.0, 0.0, 90.0)
    """
    told = [commands] if isinstance(commands, str) else list(commands)
    return _walk(world, *_native.execute(world._native, world._written(at), told))


def read(instruction: Instruction, *, erring: float = 1.0) -> Foreseen:
    """What people would make of an instruction, by the reader who errs, whose
    habits were learnt from people's walks through corridors. `erring` is how many
    times as often as people it errs.

    >>> from cicerone import Guide, World, read
    >>> route = World.open("office").route((0, 0, 90), (14, 8))
    >>> instruction = Guide().instruct(route)
    >>> read(instruction, erring=3).arrives < read(instruction).arrives
    True
    """
    sentences = [(one.text, one.command, one.begin, one.end) for one in instruction.steps]
    return Foreseen(**json.loads(_native.read(instruction.route._native, sentences, erring)))


def _walk(world: World, steps: str, native: _native.Route) -> Walk:
    def followed(one: dict[str, Any]) -> Followed:
        others = [(end, probability) for end, probability in one.pop("others")]
        return Followed(others=others, **one)

    return Walk([followed(one) for one in json.loads(steps)], Route(world, native))
