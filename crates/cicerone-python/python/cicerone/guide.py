"""The guide: a route in, an instruction out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Literal, Union, overload

from . import _native
from .instruction import Instruction
from .readers import Walk, _walk
from .world import Route, Waypoint, World

Choose = Literal["safe", "fluent"]

Job = Union[Route, Mapping[str, Any]]
"""A route, or what a line of `cicerone batch` has: `world` (a `World`, a path or
the name of one that the package carries), `from` and `to`, or `path`, and if need
be `profile` and `style`."""

_KEYS = {"id", "world", "from", "to", "path", "profile", "style"}


@dataclass(frozen=True)
class Reading:
    """What a sentence may mean."""

    commands: list[str]
    probability: float


class Guide:
    """Gives directions.

    `Guide()` has the models that the package carries; `Guide(folder)` those of
    `cicerone train bundle` or `cicerone.train.bundle`. One guide serves any
    number of threads.
    """

    __slots__ = ("_native", "models")

    def __init__(self, models: str | os.PathLike[str] | None = None) -> None:
        self.models = models
        """The folder of its models; None are the package's own."""
        self._native = _native.Guide(models)

    @property
    def styles(self) -> list[str]:
        """The authors whose style it can speak in, in corridors."""
        return self._native.styles

    def instruct(
        self,
        route: Route,
        *,
        style: str | None = None,
        choose: Choose = "safe",
        seed: int | None = None,
        explain: bool = False,
    ) -> Instruction:
        """Writes the instruction for a route.

        `style` is an author's (`styles`), or `terse` in a building. With
        `choose="safe"` a reader who errs tries what could be said, and what
        brings it there counts; `"fluent"` is what people would say. Another
        `seed` gives other words in buildings. With `explain` every step keeps
        its `alternatives`.

        >>> from cicerone import Guide, World
        >>> route = World.open("office").route((0, 0, 90), (4, 0))
        >>> instruction = Guide().instruct(route, explain=True)
        >>> len(instruction.steps[0].alternatives) > 0
        True
        """
        native = self._native
        return Instruction(route, native.instruct(route._native, style, choose, seed, explain))

    @overload
    def instruct_many(
        self,
        jobs: Iterable[Job],
        *,
        threads: int | None = None,
        style: str | None = None,
        choose: Choose = "safe",
        seed: int | None = None,
        explain: bool = False,
        errors: Literal["raise"] = "raise",
    ) -> Iterator[Instruction]: ...

    @overload
    def instruct_many(
        self,
        jobs: Iterable[Job],
        *,
        threads: int | None = None,
        style: str | None = None,
        choose: Choose = "safe",
        seed: int | None = None,
        explain: bool = False,
        errors: Literal["return"],
    ) -> Iterator[Instruction | Exception]: ...

    def instruct_many(
        self,
        jobs: Iterable[Job],
        *,
        threads: int | None = None,
        style: str | None = None,
        choose: Choose = "safe",
        seed: int | None = None,
        explain: bool = False,
        errors: Literal["raise", "return"] = "raise",
    ) -> Iterator[Instruction | Exception]:
        """Writes instructions for many routes, in order, on all cores (or
        `threads`), without the interpreter lock.

        Jobs are read as they are needed, some hundreds at a time, so that there
        may be any number of them. With `errors="return"` a job that is no good
        gives the exception in its place, instead of raising it.

        >>> from cicerone import Guide, World
        >>> hospital = World.open("hospital")
        >>> jobs = [
        ...     hospital.route("reception", "chapel"),
        ...     {"world": "hospital", "from": "café", "to": "x-ray", "profile": "step-free"},
        ...     {"world": "hospital", "from": "café", "to": "the moon"},
        ... ]
        >>> told = list(Guide().instruct_many(jobs, errors="return"))
        >>> [type(one).__name__ for one in told]
        ['Instruction', 'Instruction', 'Error']
        """
        if errors not in ("raise", "return"):
            raise _native.Error(f"errors is '{errors}'; there are raise, return")
        threads = threads or _cores()
        window = max(256, 16 * threads)
        jobs = iter(jobs)
        while chunk := list(islice(jobs, window)):
            asked = [_asked(job) for job in chunk]
            good = [one for _, one in asked if not isinstance(one, Exception)]
            native = self._native
            answers = iter(native.instruct_many(good, threads, style, choose, seed, explain))
            for job, (world, one) in zip(chunk, asked):
                answer = one if isinstance(one, Exception) else next(answers)
                if isinstance(answer, tuple):
                    text, route = answer
                    way = job if isinstance(job, Route) else Route(world, route)
                    yield Instruction(way, text)
                elif errors == "raise":
                    raise answer
                else:
                    yield answer

    def parse(self, sentence: str, *, world: World | None = None, beam: int = 4) -> list[Reading]:
        """Which CAS commands a sentence may mean, the likeliest first; in the
        vocabulary of `world`, or SAIL's.

        >>> from cicerone import Guide
        >>> Guide().parse("turn left")[0].commands
        ['Turn(direction=Left)']
        """
        native = None if world is None else world._native
        found = _native.parse(self._native, sentence, native, beam)
        return [Reading(commands, probability) for commands, probability in found]

    def follow(
        self, world: World, at: Waypoint, sentences: list[str] | str, *, width: int = 8
    ) -> Walk:
        """What a simulated follower does who stands at `(x, y, heading)` and is
        told these sentences. It knows corridors.

        >>> from cicerone import Guide, World
        >>> walk = Guide().follow(World.open("office"), (0, 0, 90), ["turn right"])
        >>> walk.route.poses[-1]
        (0.0, 0.0, 180.0)
        """
        told = [sentences] if isinstance(sentences, str) else list(sentences)
        found = _native.follow(self._native, world._native, world._written(at), told, width)
        return _walk(world, *found)

    def __repr__(self) -> str:
        return "<Guide>" if self.models is None else f"<Guide of {os.fspath(self.models)!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Guide, (self.models,))


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@lru_cache(maxsize=8)
def _opened(name: str) -> World:
    return World.open(name)


def _ends(job: Mapping[str, Any]) -> tuple[Any, Any]:
    return (job.get("from"), job.get("to"))


def _asked(job: Job) -> tuple[Any, Any]:
    """The world of a job, and the job as the native half reads it, or the exception
    that it is."""
    if isinstance(job, Route):
        return (job.world, job._native)
    try:
        unknown = set(job) - _KEYS
        if unknown:
            raise _native.Error(f"not a job: it has '{min(unknown)}'; there are {sorted(_KEYS)}")
        if "world" not in job:
            raise _native.Error("not a job: it has no 'world'")
        world = job["world"]
        world = world if isinstance(world, World) else _opened(os.fspath(world))
        ends = [None if end is None else world._written(end) for end in _ends(job)]
        path = job.get("path")
        path = None if path is None else [world._written(pose) for pose in path]
        profile = job.get("profile") or "walk"
        return (world, (world._native, *ends, path, profile, job.get("style")))
    except (ValueError, OSError) as error:
        return (None, error)
