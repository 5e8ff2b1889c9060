"""Many routes: `instruct_many` beside `cicerone batch`, and Ray beside one process.

    python crates/cicerone-python/benches/many.py target/dist/cicerone [--ray]

Both tell the same jobs, in turns, in processes of their own on as many threads; a
machine that is busy is busy for both, and seconds of the processor do not mind much.
Ratios are of medians. With `--ray`, two
workers of a real Ray tell a Parquet file that one process with two threads tells
as well; from when the first parts are told on, so without the start of anything.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cicerone
from cicerone import many_machines

TELL = """
import json, sys, cicerone
guide = cicerone.Guide()
jobs = (json.loads(line) for line in sys.stdin)
for told in guide.instruct_many(jobs, threads=int(sys.argv[1])):
    print(told.to_json())
"""


def jobs(world: str, count: int) -> list[dict[str, str]]:
    rooms = [place for place in cicerone.World.open(world).places if place.kind == "room"]
    pairs = [(a, b) for a in rooms for b in rooms if (a.x, a.y) != (b.x, b.y)]
    named = [(f"{a.name}@{a.level}", f"{b.name}@{b.level}") for a, b in pairs]
    return [
        {"world": world, "from": named[i % len(named)][0], "to": named[i % len(named)][1]}
        for i in range(count)
    ]


def timed(command: list[str], source: Path) -> tuple[float, float]:
    """Seconds that pass, and seconds of the processor."""
    with source.open() as lines:
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdin=lines, stdout=subprocess.DEVNULL, check=True)
        took, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        return took, sum(after[:2]) - sum(before[:2])


def medians(took: list[tuple[float, float]]) -> tuple[float, float]:
    return statistics.median(one for one, _ in took), statistics.median(one for _, one in took)


def beside_batch(binary: str, folder: Path, count: int, turns: int) -> None:
    source = folder / "jobs.jsonl"
    source.write_text("".join(json.dumps(job) + "\n" for job in jobs("hospital", count)))
    for threads in (1, 2):
        batch, many = [], []
        for _ in range(turns):
            batch.append(timed([binary, "batch", "--threads", str(threads)], source))
            many.append(timed([sys.executable, "-c", TELL, str(threads)], source))
        (a, b), (c, d) = map(medians, (batch, many))
        print(
            f"{count} routes, {threads} threads: batch {count / a:.0f} a second, {1000 * b / count:.2f} "
            f"ms of a core each; instruct_many {count / c:.0f} and {1000 * d / count:.2f}; "
            f"{c / a:.3f} times the time, {d / b:.3f} times the work"
        )


def beside_ray(folder: Path, count: int, turns: int) -> None:
    import pyarrow
    import pyarrow.parquet
    import ray

    rows = [{"id": number, **job} for number, job in enumerate(jobs("hospital", count))]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), folder / "jobs.parquet")
    # Ray lets everybody else go first, and so would lose to one process where others work.
    os.environ["RAY_worker_niceness"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    one, two, memory = [], [], []

    class Weighed(many_machines.RayTeller):
        def __call__(self, batch: dict) -> dict:
            told = super().__call__(batch)
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return {**told, "megabytes": [most / 1024] * len(told["rows"])}

    def parts_in(name: str) -> list[many_machines.Part]:
        return many_machines.todo(folder / "jobs.parquet", folder / name, 250)

    for turn in range(turns):
        teller = many_machines.Teller(threads=2)
        for part in parts_in(f"one-{turn}"):
            teller(part)
        one.append(told_a_second(folder / f"one-{turn}", 250, 1))
        start = time.perf_counter()
        many_machines.tell_with_ray(parts_in(f"two-{turn}"), workers=2)
        whole = time.perf_counter() - start
        two.append(told_a_second(folder / f"two-{turn}", 250, 2))
        print(f"turn {turn}: {one[-1]:.0f} and {two[-1]:.0f} a second; all of Ray's {whole:.1f} s")
    data = ray.data.from_items([many_machines.asdict(part) for part in parts_in("weighed")])
    two_actors = ray.data.ActorPoolStrategy(size=2)
    told = data.map_batches(Weighed, batch_size=1, compute=two_actors, num_cpus=1)
    memory = [row["megabytes"] for row in told.iter_rows()]
    a, b = statistics.median(one), statistics.median(two)
    print(
        f"{count} routes: one process with two threads {a:.0f} a second, two workers "
        f"of Ray {b:.0f}, {b / a:.2f} times as many; {max(memory):.0f} MB a worker"
    )
    ray.shutdown()


def told_a_second(folder: Path, rows: int, workers: int) -> float:
    """How many routes were told a second after every worker was at work."""
    done = sorted(part.stat().st_mtime for part in folder.glob("part-*.parquet"))
    return rows * (len(done) - workers) / (done[-1] - done[workers - 1])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        beside_batch(os.path.abspath(given.binary), Path(folder), given.count, given.turns)
        if given.ray:
            beside_ray(Path(folder), given.count, given.turns)


if __name__ == "__main__":
    main()
