"""Many routes in parts: nothing is lost, nothing is told twice."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

import cicerone

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
from cicerone import many_machines  # noqa: E402


def write_jobs(folder: Path, count: int, files: int = 2, group: int = 170) -> None:
    rooms = [one for one in cicerone.World.open("hospital").places if one.kind == "room"]
    folder.mkdir()
    for number in range(files):
        rows = [
            {
                "id": number * count + job,
                "world": "hospital",
                "from": f"{rooms[job % len(rooms)].name}@{rooms[job % len(rooms)].level}",
                "to": "the moon" if job % 100 == 7 else "chapel",
                "profile": "step-free" if job % 2 else None,
            }
            for job in range(count)
        ]
        table = pyarrow.Table.from_pylist(rows)
        parquet.write_table(table, folder / f"{number}.parquet", row_group_size=group)


def told(folder: Path) -> list[dict]:
    return parquet.read_table(folder).to_pylist()


def is_whole(folder: Path, count: int) -> None:
    rows = told(folder)
    assert Counter(row["id"] for row in rows) == Counter(range(count))
    assert all((row["text"] is None) == (row["error"] is not None) for row in rows)
    assert (
        sum(row["error"] is not None for row in rows)
        == sum(1 for job in range(count // 2) if job % 100 == 7) * 2
    )


def test_parts_make_up_the_whole_in_any_order(tmp_path: Path) -> None:
    write_jobs(tmp_path / "jobs", 500)
    parts = many_machines.todo(tmp_path / "jobs", tmp_path / "out", rows=120)
    assert sum(part.rows for part in parts) == 1000
    teller = pickle.loads(pickle.dumps(many_machines.Teller()))
    assert sum(teller(part) for part in reversed(parts)) == 1000
    assert sum(teller(part) for part in parts) == 0
    is_whole(tmp_path / "out", 1000)
    assert many_machines.todo(tmp_path / "jobs", tmp_path / "out", rows=120) == []


def test_other_jobs_do_not_mix_with_those_that_are_told(tmp_path: Path) -> None:
    write_jobs(tmp_path / "jobs", 50)
    many_machines.todo(tmp_path / "jobs", tmp_path / "out")
    with pytest.raises(cicerone.Error, match="other jobs"):
        many_machines.todo(tmp_path / "jobs" / "0.parquet", tmp_path / "out")
    with pytest.raises(cicerone.Error, match="no Parquet file"):
        many_machines.todo(tmp_path / "nothing", tmp_path / "out")
    parquet.write_table(pyarrow.table({"id": [1]}), tmp_path / "bare.parquet")
    with pytest.raises(cicerone.Error, match="no column 'world'"):
        many_machines.todo(tmp_path / "bare.parquet", tmp_path / "other")


def test_what_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    write_jobs(tmp_path / "jobs", 400)
    command = [sys.executable, "-m", "cicerone.many_machines", "--rows", "40", "--threads", "1"]
    command += [str(tmp_path / "jobs"), str(tmp_path / "out")]
    first = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while len(list((tmp_path / "out").glob("part-*.parquet"))) < 3:
        assert first.poll() is None
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "out").glob("part-*.parquet")}
    assert 3 <= len(before) < 20
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    assert all(file.stat().st_mtime_ns == when for file, when in before.items())
    is_whole(tmp_path / "out", 800)


@pytest.mark.ray
def test_two_workers_of_ray_of_whom_one_is_killed(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    write_jobs(tmp_path / "jobs", 1000)
    parts = many_machines.todo(tmp_path / "jobs", tmp_path / "out", rows=50)
    killed = tmp_path / "killed"

    class Dying(many_machines.RayTeller):
        """The first to be at its third part is killed in the middle of it."""

        parts = 0

        def __call__(self, batch: dict) -> dict:
            self.parts += 1
            if self.parts == 3 and not killed.exists():
                killed.write_text(str(os.getpid()))
                kill = threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGKILL))
                kill.start()
            return super().__call__(batch)

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        told = many_machines.tell_with_ray(parts, workers=2, teller=Dying)
    finally:
        ray.shutdown()
    assert killed.exists() and not Path(f"/proc/{killed.read_text()}").exists()
    # The part it was at is told anew, unless it was done with it.
    assert told in (1950, 2000)
    is_whole(tmp_path / "out", 2000)
