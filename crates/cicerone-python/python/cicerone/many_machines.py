"""Millions of routes: jobs in Parquet in, instructions in Parquet out.

    python -m cicerone.many_machines jobs.parquet told --engine ray --workers 2

The jobs are a Parquet file, or a folder of them, with the columns `id`, `world`,
`from` and `to`, and if need be `profile` and `style`, as `cicerone batch` has
them. They are cut into parts of some thousand rows. A part is told by whoever is
free, in any order, and its file appears whole or not at all; it is done when its
file is there. So what was killed is started again with the same command, and
nothing is lost, told twice or told anew.

`--engine ray` runs on the Ray cluster one is in, or on this machine as a cluster
of its own; the folders must be such that all machines see them. `--engine here`
is one process with all cores. Any other engine serves as well: `todo` lists the
parts, and a `Teller`, which pickles, tells one.

It needs `pyarrow`, and for Ray `ray[data]`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from . import _native
from .guide import Guide

COLUMNS = ("id", "world", "from", "to", "profile", "style")
NEEDED = COLUMNS[:4]


@dataclass(frozen=True)
class Part:
    """Some rows of a file of jobs, and the file that what is told of them goes to."""

    jobs: str
    start: int
    rows: int
    told: str


class Teller:
    """Tells parts; a worker holds one, and its guide with it."""

    def __init__(self, models: str | None = None, threads: int | None = None) -> None:
        self.guide = Guide(models)
        self.threads = threads

    def __call__(self, part: Part) -> int:
        """Tells a part that is not told yet; how many rows it was."""
        import pyarrow
        import pyarrow.parquet

        if os.path.exists(part.told):
            return 0
        jobs = _rows(part)
        told = self.guide.instruct_many(jobs, threads=self.threads, errors="return")
        rows = [_row(job["id"], one) for job, one in zip(jobs, told)]
        kind = pyarrow.parquet.read_schema(part.jobs).field("id").type
        texts = [(name, pyarrow.string()) for name in ("text", "instruction", "error")]
        schema = pyarrow.schema([("id", kind), *texts])
        table = pyarrow.Table.from_pylist(rows, schema=schema)
        # Whole or not at all, whoever else is at it and whenever this is killed; what
        # a kill leaves of it begins with a dot, and readers of the folder pass it over.
        folder, name = os.path.split(part.told)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{name}.", delete=False) as file:
            pyarrow.parquet.write_table(table, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, part.told)
        return len(rows)


class RayTeller(Teller):
    """The same as Ray Data calls it: with a batch of parts."""

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[int]]:  # type: ignore[override]
        parts = zip(*(batch[name].tolist() for name in ("jobs", "start", "rows", "told")))
        return {"rows": [super(RayTeller, self).__call__(Part(*part)) for part in parts]}


def todo(jobs: str | os.PathLike[str], out: str | os.PathLike[str], rows: int = 2000) -> list[Part]:
    """The parts that are not told yet. The folder `out` remembers of which jobs
    it is, and is refused for others."""
    import pyarrow.parquet

    source, folder = Path(jobs).resolve(), Path(out).resolve()
    files = sorted(source.glob("*.parquet")) if source.is_dir() else [source]
    if not files or not all(file.is_file() for file in files):
        raise _native.Error(f"{source}: there is no Parquet file")
    counts = {}
    for file in files:
        data = pyarrow.parquet.ParquetFile(file)
        missing = [name for name in NEEDED if name not in data.schema_arrow.names]
        if missing:
            raise _native.Error(f"{file}: has no column '{missing[0]}'; needed are {NEEDED}")
        counts[file] = data.metadata.num_rows
    folder.mkdir(parents=True, exist_ok=True)
    _hold_to(
        folder / "_jobs.json",
        {"rows": rows, "jobs": [[str(file), count] for file, count in counts.items()]},
    )
    parts = [
        Part(str(file), start, min(rows, count - start), _told(folder, number, start))
        for number, (file, count) in enumerate(counts.items())
        for start in range(0, count, rows)
    ]
    return [part for part in parts if not os.path.exists(part.told)]


def tell_here(parts: Iterable[Part], teller: Teller) -> int:
    """Tells parts in this process."""
    told = 0
    for part in parts:
        told += teller(part)
        print(f"{told} rows told", file=sys.stderr)
    return told


def tell_with_ray(
    parts: list[Part],
    workers: int,
    models: str | None = None,
    threads: int = 1,
    teller: type[RayTeller] = RayTeller,
) -> int:
    """Tells parts with so many actors of Ray, each on so many cores. One that is
    gone is started anew by Ray, and its part with it."""
    import ray

    data = ray.data.from_items([asdict(part) for part in parts], override_num_blocks=len(parts))
    told = data.map_batches(
        teller,
        fn_constructor_kwargs={"models": models, "threads": threads},
        batch_size=1,
        compute=ray.data.ActorPoolStrategy(size=workers),
        num_cpus=threads,
    )
    return sum(row["rows"] for row in told.iter_rows())


def main(arguments: list[str] | None = None) -> None:
    """Tells what is not told yet."""
    parser = argparse.ArgumentParser(
        prog="python -m cicerone.many_machines", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("jobs", help="a Parquet file, or a folder of them")
    parser.add_argument("out", help="the folder for what is told")
    parser.add_argument("--engine", choices=["here", "ray"], default="here")
    parser.add_argument("--workers", type=int, default=2, help="actors of Ray")
    parser.add_argument("--threads", type=int, help="cores of each [here: all; ray: 1]")
    parser.add_argument("--rows", type=int, default=2000, help="rows of a part")
    parser.add_argument("--models", help="a folder of `cicerone train bundle`")
    given = parser.parse_args(arguments)
    try:
        parts = todo(given.jobs, given.out, max(1, given.rows))
        print(f"{len(parts)} parts to tell", file=sys.stderr)
        if not parts:
            return
        if given.engine == "ray":
            tell_with_ray(parts, given.workers, given.models, given.threads or 1)
        else:
            tell_here(parts, Teller(given.models, given.threads))
    except (ValueError, OSError) as error:
        sys.exit(f"many_machines: {error}")


def _rows(part: Part) -> list[dict[str, Any]]:
    """The rows of a part, of which nothing but the row groups it is in is read."""
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(part.jobs)
    names = [name for name in COLUMNS if name in file.schema_arrow.names]
    groups, before, skipped = [], 0, 0
    for number in range(file.metadata.num_row_groups):
        count = file.metadata.row_group(number).num_rows
        if before + count <= part.start:
            skipped += count
        elif before < part.start + part.rows:
            groups.append(number)
        before += count
    table = file.read_row_groups(groups, columns=names)
    return table.slice(part.start - skipped, part.rows).to_pylist()


def _row(identity: Any, told: Any) -> dict[str, Any]:
    if isinstance(told, Exception):
        return {"id": identity, "text": None, "instruction": None, "error": str(told)}
    return {"id": identity, "text": told.text, "instruction": told.to_json(), "error": None}


def _told(folder: Path, number: int, start: int) -> str:
    return str(folder / f"part-{number:05}-{start:012}.parquet")


def _hold_to(file: Path, jobs: dict[str, Any]) -> None:
    if not file.exists():
        file.write_text(json.dumps(jobs))
    elif json.loads(file.read_text()) != jobs:
        raise _native.Error(
            f"{file.parent}: holds what was told of other jobs, or in other parts; "
            "name another folder"
        )


if __name__ == "__main__":
    main()
