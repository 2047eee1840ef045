"""The sweep on Dask's distributed scheduler: worker processes come and go, and nothing is lost."""

import os
import signal
import threading
import time

import pytest

from tests.table1.small_cells import outcomes
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.journal import Journal
from vaslb_edu.table1.sweep import sweep

distributed = pytest.importorskip("distributed")

# Long enough that workers are in the middle of something when they are killed.
CELLS = [
    Cell(system, "flat", 16, 2, horizon, "0.3", seed)
    for system, horizon in (("Sharp VASLB", 30_000), ("Sparse OFUL", 700))
    for seed in range(1, 16)
]


@pytest.mark.slow
def test_one_worker_is_killed_and_one_restarted_and_nothing_is_lost(tmp_path):
    alone = Journal(tmp_path / "alone.arrows")
    sweep(CELLS, alone, progress=False)
    shared = Journal(tmp_path / "shared.arrows")
    done = []

    def disturb(client):
        """Kill the first worker as soon as three rows are there, restart another at ten."""
        pids = client.run(os.getpid)
        first, second, *_ = pids
        while len(list(shared.rows())) < 3:
            time.sleep(0.01)
        os.kill(pids[first], signal.SIGKILL)
        done.append("killed")
        while len(list(shared.rows())) < 10:
            time.sleep(0.01)
        client.restart_workers([second])
        done.append("restarted")

    with (
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        before = set(client.run(os.getpid).values())
        disturber = threading.Thread(target=disturb, args=(client,), daemon=True)
        disturber.start()
        assert sweep(CELLS, shared, client, progress=False) == len(CELLS)
        disturber.join(60)
        client.wait_for_workers(3, timeout=60)
        after = set(client.run(os.getpid).values())
    assert done == ["killed", "restarted"]
    assert len(before - after) == 2  # two of the processes are no more
    assert len(list(shared.rows())) == len(CELLS)
    assert outcomes(shared) == outcomes(alone)
