"""Directions through buildings, the way people give them.

A guide reads a world, finds what to say about a route, and says it:

>>> import cicerone
>>> hospital = cicerone.World.open("hospital")
>>> route = hospital.route("main entrance", "room 2.14")
>>> instruction = cicerone.Guide().instruct(route)
>>> instruction.steps[-1].manoeuvre
'arrive'
>>> "room 2.14" in instruction.text.lower()
True

`World.open` reads every format that the command line reads. `Guide.instruct_many`
tells many routes on all cores. Worlds, routes, guides and instructions pickle, so
that they travel between processes and machines. What is wrong with what was
handed in is raised as `cicerone.Error`, in the words of the command line.

The way back, from English to commands and walks, is `Guide.parse`,
`Guide.follow`, `execute` and `read`; `bleu`, `chrf` and `diversity` compare
texts; `cicerone.train` and `cicerone.evaluate` learn and measure as the command
line does.
"""

from . import evaluate, train
from ._native import VERSION as __version__
from ._native import Error, worlds
from .guide import Guide, Reading
from .instruction import Alternative, Instruction, Level, Step
from .readers import Followed, Foreseen, Walk, execute, read
from .scores import Diversity, Score, bleu, chrf, diversity, tokenize
from .world import Place, Route, World

__all__ = [
    "Alternative",
    "Diversity",
    "Error",
    "Followed",
    "Foreseen",
    "Guide",
    "Instruction",
    "Level",
    "Place",
    "Reading",
    "Route",
    "Score",
    "Step",
    "Walk",
    "World",
    "__version__",
    "bleu",
    "chrf",
    "diversity",
    "evaluate",
    "execute",
    "read",
    "tokenize",
    "train",
    "worlds",
]
