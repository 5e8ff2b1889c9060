"""What a follower is told."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import Any

from .world import Route


@dataclass(frozen=True)
class Level:
    """A level of a building."""

    ordinal: float
    name: str


@dataclass(frozen=True)
class Alternative:
    """What could have been said instead, and why it was not."""

    text: str
    command: str
    probability: float
    log_probability: float
    perplexity: float | None
    confidence: float | None
    origins: list[Any]
    verdict: Any


@dataclass(frozen=True)
class Step:
    """One sentence and its part of the route."""

    text: str
    """The sentence as a person reads it."""
    manoeuvre: str
    """What the follower does: `depart`, `turn-left`, `lift`, `arrive`, ..."""
    begin: int
    """Index of its first pose in the route."""
    end: int
    """Index of its last pose in the route."""
    distance: float
    """How far the follower walks."""
    command: str
    """What is said, in the formal language CAS."""
    probability: float
    """How surely the command singles out this part of the route."""
    confidence: float | None
    """The probability that a reader ends up right."""
    from_level: Level | None
    to_level: Level | None
    seconds: float | None
    """About how long it takes; in buildings."""
    doors: list[str]
    """The kinds of the doors it passes."""
    step_free: bool | None
    """False if it has steps; in buildings."""
    landmarks: list[dict[str, Any]]
    """What the sentence names that one can see."""
    heading_before: float | None
    heading_after: float | None
    alternatives: list[Alternative] | None
    """What else could have been said; None unless it was asked for."""

    @staticmethod
    def _read(record: dict[str, Any]) -> Step:
        def level(value: dict[str, Any] | None) -> Level | None:
            return None if value is None else Level(value["ordinal"], value["name"])

        others = record.get("alternatives")
        return Step(
            text=record["text"],
            manoeuvre=record["manoeuvre"],
            begin=record["begin"],
            end=record["end"],
            distance=record["distance"],
            command=record["command"],
            probability=record["probability"],
            confidence=record["confidence"],
            from_level=level(record["from_level"]),
            to_level=level(record["to_level"]),
            seconds=record["seconds"],
            doors=record["doors"],
            step_free=record["step_free"],
            landmarks=record["landmarks"],
            heading_before=record["heading_before"],
            heading_after=record["heading_after"],
            alternatives=None if others is None else [Alternative(**one) for one in others],
        )


class Instruction:
    """What a follower is told about a route; `Guide.instruct` writes one.

    It is read when it is asked for something, so that a million of them cost
    little. `str` of it is its text; a notebook shows the plan and the steps.
    """

    __slots__ = ("_json", "_record", "_steps", "route")

    def __init__(self, route: Route, text: str) -> None:
        self.route = route
        self._json = text
        self._record: dict[str, Any] | None = None
        self._steps: list[Step] | None = None

    def to_json(self) -> str:
        """The instruction as `cicerone guide --format json` writes it."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same, read."""
        if self._record is None:
            self._record = json.loads(self._json)
        return self._record

    @property
    def text(self) -> str:
        """All sentences, in order."""
        return self.to_dict()["text"]

    @property
    def distance(self) -> float:
        """The length of the route, in the world's unit."""
        return self.to_dict()["distance"]

    @property
    def confidence(self) -> float | None:
        """The probability that a reader gets through all of it."""
        return self.to_dict()["confidence"]

    @property
    def doubt(self) -> int | None:
        """The number of the step that is most likely to go wrong, where fewer
        than half of the readers would get through."""
        return self.to_dict()["doubt"]

    @property
    def steps(self) -> list[Step]:
        """One for each part of the route.

        >>> from cicerone import Guide, World
        >>> route = World.open("office").route((0, 0, 90), (14, 8))
        >>> steps = Guide().instruct(route).steps
        >>> steps[0].begin, steps[-1].end == len(route.poses) - 1
        (0, True)
        """
        if self._steps is None:
            self._steps = [Step._read(step) for step in self.to_dict()["steps"]]
        return self._steps

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{html.escape(step.text)}</li>" for step in self.steps)
        plan = f'<div style="overflow: auto">{self.route.svg()}</div>'
        return f"<ol>{items}</ol>{plan}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Instruction in {len(self.steps)} steps: {self.text!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instruction):
            return NotImplemented
        return self._json == other._json

    def __hash__(self) -> int:
        return hash(self._json)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Instruction, (self.route, self._json))
