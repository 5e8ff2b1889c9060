"""How near texts are to others. Every score says what it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Union

from . import _native

References = Union[str, Sequence[str]]
"""What a text is held against: one text or several."""


@dataclass(frozen=True)
class Score:
    """A figure in percent, and what it is."""

    value: float
    signature: str

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.signature})"


@dataclass(frozen=True)
class Diversity:
    """Plain facts about a set of texts."""

    distinct_1: float
    """Different words per word."""
    distinct_2: float
    """Different pairs of words per pair."""
    length: float
    """Mean number of words."""
    exact: float
    """Share of texts equal to one of their references."""


def tokenize(text: str) -> list[str]:
    """The words of a text, as every score counts them.

    >>> from cicerone import tokenize
    >>> tokenize("Turn left, then walk.")
    ['turn', 'left', ',', 'then', 'walk', '.']
    """
    return _native.tokenize(text)


def bleu(
    texts: Sequence[str],
    references: Sequence[References],
    *,
    unit: Literal["corpus", "sentence-exp", "sentence-2016"] = "corpus",
) -> Score:
    """BLEU-4 of texts, each with its references. Conventions move it by more
    than ten points: `corpus` and `sentence-exp` are sacreBLEU's on these words,
    `sentence-2016` what the common toolkit gave then.

    >>> from cicerone import bleu
    >>> print(bleu(["turn left at the easel"], ["turn left at the easel"]))
    100.00 (BLEU-4|corpus|refs:1|case:lower|tok:cicerone|version:0.1.0)
    """
    return Score(*_native.bleu(_pairs(texts, references), unit))


def chrf(texts: Sequence[str], references: Sequence[References]) -> Score:
    """chrF2 of texts, each with its references.

    >>> from cicerone import chrf
    >>> round(float(chrf(["turn left"], [["turn right", "turn left"]])))
    100
    """
    return Score(*_native.chrf(_pairs(texts, references)))


def diversity(texts: Sequence[str], references: Sequence[References] | None = None) -> Diversity:
    """How varied texts are, and how often they are one of their references.

    >>> from cicerone import diversity
    >>> diversity(["turn left", "turn right"]).distinct_1
    0.75
    """
    held = [[] for _ in texts] if references is None else references
    return Diversity(**json.loads(_native.diversity(_pairs(texts, held))))


def _pairs(
    texts: Sequence[str], references: Sequence[References]
) -> list[tuple[list[str], list[list[str]]]]:
    if isinstance(texts, str) or len(texts) != len(references):
        raise _native.Error(
            f"{len(texts)} texts and {len(references)} references; there must be a list of "
            "texts, and for each its references"
        )

    def several(one: References) -> list[list[str]]:
        return [tokenize(text) for text in ([one] if isinstance(one, str) else one)]

    return [(tokenize(text), several(one)) for text, one in zip(texts, references)]
