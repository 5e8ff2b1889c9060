"""Learning the stages of a guide, as `cicerone train` does.

Everything learns from the folder of the SAIL corpus (`cicerone data pull sail`
fetches it), and writes where `out` says. Runs of networks that were stopped, with
Ctrl-C too, go on from there. The language model, which reads a gigabyte of
English, is trained by the command line alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import Any, Union

from . import _native

Path = Union["os.PathLike[str]", str]
Progress = Callable[[int, int, int, float, "float | None"], None]
"""Called now and then with step, steps, epoch, loss and the last score."""


def selector(
    data: Path, out: Path, *, authors: Sequence[str] = (), seed: int | None = None
) -> dict[str, Any]:
    """Learns what to say: the content-selection policy and its bank."""
    return json.loads(_native.train_selector(data, out, list(authors), seed))


def realizer(
    data: Path, out: Path, *, progress: Progress | None = None, **settings: Any
) -> dict[str, Any]:
    """Learns how to say it. Settings are `epochs`, `batch`, `rate`, `dropout`,
    `smoothing`, `patience`, `threads` and `seed`; so they are for all networks."""
    return json.loads(_native.train_realizer(data, out, json.dumps(settings), progress))


def parser(
    data: Path,
    out: Path,
    *,
    directions: Sequence[str] = (),
    progress: Progress | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Learns what sentences mean, from the corpus and from those of the `directions`,
    lines that people said anywhere, of which a grammar is sure what they mean."""
    told = list(directions)
    return json.loads(_native.train_parser(data, out, told, json.dumps(settings), progress))


def follower(
    data: Path, out: Path, *, progress: Progress | None = None, **settings: Any
) -> dict[str, Any]:
    """Learns to do what one is told."""
    return json.loads(_native.train_follower(data, out, json.dumps(settings), progress))


def reader(data: Path, walks: Path, out: Path) -> int:
    """Learns how people err, from their walks; from how many texts it learnt."""
    return _native.train_reader(data, walks, out)


def bundle(
    out: Path,
    *,
    selector: Path | None = None,
    realizer: Path | None = None,
    language_model: Path | None = None,
    follower: Path | None = None,
    parser: Path | None = None,
) -> None:
    """Puts models together in a folder, as `Guide(folder)` loads them: a file of
    `selector`, folders of the others. What is not given is as the package has it."""
    _native.train_bundle(out, selector, realizer, language_model, follower, parser)
