"""Maps, what can be named on them, and ways through them."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union

from . import _native

Profile = Literal["walk", "step-free"]


@dataclass(frozen=True)
class Place:
    """Something that can be named, and where one goes to for it.

    >>> from cicerone import World
    >>> World.open("hospital").find("x-ray").kind
    'room'
    """

    id: str
    """The id of the place in the map."""
    name: str
    """What people call it."""
    kind: str
    """What it is: `room`, `lift`, `place`, or the kind of a landmark."""
    level: str
    """What people call its level."""
    x: float
    y: float


Waypoint = Union[str, Place, Sequence[Union[float, None]]]
"""Where somebody is or goes: the name or id of a place (`"lobby"`,
`"room 1@L3"`), a `Place`, `(x, y)`, or `(x, y, heading)`."""


class World:
    """A map that a guide can guide through; `World.open` reads one."""

    __slots__ = ("_native",)

    def __init__(self, native: _native.World) -> None:
        self._native = native

    @staticmethod
    def open(source: str | os.PathLike[str] | bytes, *, name: str = "map") -> World:
        """Reads a map of any format: IMDF (a folder or zip), OpenStreetMap (XML
        or PBF), Open-RMF, Nav2, our JSON, SAIL's XML.

        `source` is a path, the bytes of a file, or the name of a world that the
        package carries (`cicerone.worlds()`). The format is found by content;
        `name` is what errors call bytes.

        >>> import cicerone
        >>> cicerone.worlds()
        ['gallery', 'office', 'hospital', 'practice']
        >>> cicerone.World.open("hospital").levels
        ['Level 1', 'Level 2']
        >>> cicerone.World.open("castle")
        Traceback (most recent call last):
        ...
        cicerone.Error: there is no world 'castle': neither a file, nor one of the \
embedded worlds gallery, office, hospital, practice
        >>> cicerone.World.open(b"{}", name="lobby.json")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        cicerone.Error: lobby.json: ...
        """
        if isinstance(source, bytes):
            return World(_native.World.from_bytes(name, source))
        if source in _native.worlds():
            return World(_native.World.embedded(str(source)))
        if not os.path.exists(source):
            raise _native.Error(
                f"there is no world '{os.fspath(source)}': neither a file, nor one of the "
                f"embedded worlds {', '.join(_native.worlds())}"
            )
        return World(_native.World.open(source))

    @property
    def name(self) -> str:
        """What the map calls itself."""
        return self._native.name

    @property
    def unit(self) -> Literal["metre", "passage"]:
        """What lengths are in; SAIL's worlds of corridors count passages."""
        return self._native.unit

    @property
    def levels(self) -> list[str]:
        """What people call the levels."""
        return self._native.levels

    @property
    def warnings(self) -> list[str]:
        """What was left out of the map or put right, and why."""
        return self._native.warnings

    @property
    def places(self) -> list[Place]:
        """Everything that can be named, by level.

        >>> from cicerone import World
        >>> places = World.open("hospital").places
        >>> sorted({place.level for place in places})
        ['Level 1', 'Level 2']
        """
        return [Place(**place) for place in json.loads(self._native.places())]

    def find(self, text: str) -> Place:
        """What somebody means by a name, a number, an id, or `NAME@LEVEL`.

        >>> from cicerone import World
        >>> hospital = World.open("hospital")
        >>> hospital.find("ROOM 2.14").level
        'Level 2'
        >>> hospital.find("lobbi")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        cicerone.Error: nothing in 'Linden Hospital' is called 'lobbi'; ...
        """
        return Place(*self._native.find(text))

    def route(self, start: Waypoint, goal: Waypoint, *, profile: Profile = "walk") -> Route:
        """The quickest way; `profile="step-free"` takes no stairs and no
        escalators, and says so where there is no such way.

        >>> from cicerone import World
        >>> hospital = World.open("hospital")
        >>> by_stairs = hospital.route("main entrance", "room 2.14")
        >>> by_lift = hospital.route("main entrance", "room 2.14", profile="step-free")
        >>> by_stairs == by_lift
        False
        """
        native = self._native
        return Route(self, native.route(self._written(start), self._written(goal), profile))

    def path(self, poses: Sequence[Waypoint]) -> Route:
        """The route along poses, each one step from the one before.

        >>> from cicerone import World
        >>> World.open("office").path([(0, 0, 90), (2, 0, 90)]).length
        2.0
        """
        return Route(self, self._native.path([self._written(pose) for pose in poses]))

    def view(self, at: Waypoint) -> dict[str, Any]:
        """What one sees down the corridor from `(x, y, heading)`, as `cicerone
        view --format json` has it.

        >>> from cicerone import World
        >>> sorted(World.open("office").view((0, 0, 90)))
        ['ahead', 'here']
        """
        return json.loads(self._native.view(self._written(at)))

    def scene(self, at: Waypoint) -> dict[str, Any]:
        """What one sees around oneself in a building, and how one can go on, as
        `cicerone walk` tells it.

        >>> from cicerone import World
        >>> World.open("hospital").scene("reception")["level"]
        'Level 1'
        """
        return json.loads(self._native.scene(self._written(at)))

    def svg(self) -> str:
        """The map as SVG."""
        return self._native.svg()

    def to_json(self) -> str:
        """The map in our own format, which `World.open` reads back."""
        return self._native.to_json()

    def _written(self, waypoint: Waypoint) -> str | Sequence[float | None]:
        """A waypoint as the native half reads it. A place goes by where it is:
        not every map has ids."""
        if not isinstance(waypoint, Place):
            return waypoint
        if len(self._native.levels) == 1:
            return (waypoint.x, waypoint.y)
        return f"{waypoint.x!r},{waypoint.y!r}@{waypoint.level}"

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        levels = len(self.levels)
        floors = f"{levels} levels, " if levels > 1 else ""
        return f"<World {self.name!r}: {floors}{self._native.size} places>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_world_from_json, (self.to_json(),))


class Route:
    """A way through a world; `World.route` finds one."""

    __slots__ = ("_native", "world")

    def __init__(self, world: World, native: _native.Route) -> None:
        self.world = world
        self._native = native

    @property
    def length(self) -> float:
        """The sum of its passages' lengths, in the world's unit."""
        return self._native.length

    @property
    def poses(self) -> list[tuple[float, float, float | None]]:
        """Position and heading of each pose; a heading may be unknown."""
        return self._native.poses

    @property
    def levels(self) -> list[str]:
        """What people call the level of each pose."""
        return self._native.levels

    def to_dict(self) -> dict[str, Any]:
        """Poses, levels and segments, as `cicerone route --format json` writes them."""
        return json.loads(self._native.record())

    def svg(self) -> str:
        """The route on its map, as SVG."""
        return self._native.svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        unit = {"metre": "m", "passage": "passages"}[self.world.unit]
        return f"<Route in {self.world.name!r}: {self.length:.0f} {unit}, {len(self.poses)} poses>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Route):
            return NotImplemented
        return self.world.name == other.world.name and self._native.ids() == other._native.ids()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_route_of_ids, (self.world, self._native.ids()))


def _world_from_json(text: str) -> World:
    return World.open(text.encode(), name="a world that travelled")


def _route_of_ids(world: World, ids: list[tuple[int, float | None]]) -> Route:
    return Route(world, world._native.route_of_ids(ids))
