"""The sweep on Dask's distributed scheduler: worker processes come and go, and nothing is lost."""

import os
import signal

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
    for seed in range(1, 11)
]
PATIENCE = 300  # seconds for a process to start; no more than that decides how busy a machine is


class Disturbed(Journal):
    """A journal that does something to the workers between two rows."""

    def __init__(self, path, disturbances):
        super().__init__(path)
        self.disturbances = disturbances  # number of rows: what to do then
        self.written = 0

    def add(self, row):
        super().add(row)
        self.written += 1
        self.disturbances.pop(self.written, lambda: None)()


@pytest.mark.slow
def test_one_worker_is_killed_and_one_restarted_and_nothing_is_lost(tmp_path):
    alone = Journal(tmp_path / "alone.arrows")
    sweep(CELLS, alone, progress=False)
    options = {"n_workers": 3, "threads_per_worker": 1, "dashboard_address": None}
    with (
        distributed.LocalCluster(processes=True, **options) as cluster,
        distributed.Client(cluster, timeout=PATIENCE) as client,
    ):
        client.wait_for_workers(3, timeout=PATIENCE)
        before = client.run(os.getpid)
        first, second, _ = before
        disturbances = {
            3: lambda: os.kill(before[first], signal.SIGKILL),
            8: lambda: client.restart_workers([second], timeout=PATIENCE),
        }
        shared = Disturbed(tmp_path / "shared.arrows", disturbances)
        assert sweep(CELLS, shared, client, progress=False) == len(CELLS)
        assert not disturbances  # both have happened, and rows came after
        client.wait_for_workers(3, timeout=PATIENCE)
        after = client.run(os.getpid)
    assert not {before[first], before[second]} & set(after.values())
    assert len(list(shared.rows())) == len(CELLS)
    assert outcomes(shared) == outcomes(alone)
