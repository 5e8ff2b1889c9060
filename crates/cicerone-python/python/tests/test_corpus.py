"""Learning and measuring, wherever the SAIL corpus is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cicerone import Error, Guide, World, evaluate, train

DATA = os.environ.get("CICERONE_SAIL")
needs_the_corpus = pytest.mark.skipif(DATA is None, reason="needs the SAIL corpus (CICERONE_SAIL)")


@needs_the_corpus
def test_a_selector_that_was_learnt_here_speaks(tmp_path: Path) -> None:
    learnt = train.selector(DATA, tmp_path / "selector.json", authors=["EDA"])
    assert learnt["demonstrations"] > 100
    train.bundle(tmp_path / "models", selector=tmp_path / "selector.json")
    guide = Guide(tmp_path / "models")
    report = evaluate.selection(guide, DATA, parts=["validation"])
    assert set(report) == {"validation"}
    assert guide.instruct(World.open("office").route((0, 0, 90), (4, 0))).text


@needs_the_corpus
def test_a_run_that_python_ends_is_ended(tmp_path: Path) -> None:
    steps = []

    def enough(step: int, steps_in_all: int, epoch: int, loss: float, score: float | None) -> None:
        steps.append(step)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        told = ["turn left at the desk", "I like tea"]
        train.parser(DATA, tmp_path, directions=told, progress=enough, epochs=1, threads=1)
    assert len(steps) == 1


def test_settings_that_nobody_knows_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Error, match="epoch"):
        train.parser(tmp_path, tmp_path, epoch=3)
    with pytest.raises(Error, match="batch"):
        train.parser(tmp_path, tmp_path, batch=0)
