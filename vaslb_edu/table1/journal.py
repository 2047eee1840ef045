"""The file of a sweep: one columnar file that grows a row at a time and survives a kill.

Arrow's stream format holds a schema and then one batch after the other, each with its length in
front. A row is one small batch, appended when its game ends. What a kill left half written is cut
off at the next opening. Parquet cannot do that: its table of contents is written last.

pandas, Polars, DuckDB and R read the file: `pyarrow.ipc.open_stream(path).read_all()`.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import contextlib
import json
import os
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import IO, Any, Self

from vaslb_edu.table1.cell import Cell

try:
    import pyarrow as pa
except ImportError as problem:  # pragma: no cover
    raise ModuleNotFoundError(
        "the sweep keeps its rows with pyarrow: `pip install '.[table1]'` in its project adds it"
    ) from problem


@dataclass(frozen=True)
class Row:
    """What is kept of a game: the cell, what came out, and all that is needed to play it again.

    ===========  ======================================================================
    name         what it is
    ===========  ======================================================================
    variance     V, the sum of sigma_t^2
    regret       of the whole game; None if it failed
    rounds       checkpoints
    curve        the regret at the checkpoints
    seconds      processor time of the game
    error        why it failed, or an empty string
    fingerprint  of the cell, by the code that played it
    commit       of the project, with a + if files had been changed
    finished     when, in UTC
    provenance   the record of the run as JSON: `replay` plays it again
    ===========  ======================================================================
    """

    system: str
    game: str
    d: int
    s: int
    horizon: int
    noise: str
    seed: int
    variance: float
    regret: float | None
    rounds: list[int]
    curve: list[float]
    seconds: float
    error: str
    fingerprint: str
    commit: str
    finished: str
    provenance: str

    @property
    def cell(self) -> Cell:
        """The cell that was played."""
        return Cell(**{field.name: getattr(self, field.name) for field in fields(Cell)})


_TYPES = {
    "str": pa.string(),
    "int": pa.int64(),
    "float": pa.float64(),
    "float | None": pa.float64(),
    "list[int]": pa.list_(pa.int64()),
    "list[float]": pa.list_(pa.float64()),
}
SCHEMA = pa.schema([(field.name, _TYPES[str(field.type)]) for field in fields(Row)])


class Journal:
    """The rows of a sweep, in a file that one sweep at a time may write to."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Lock the file, cut off what a kill left half written, and get ready to append."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("a+b")
        try:
            _lock(self._file, self.path)
            self._mend(self._file)
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: object
    ) -> None:
        """Make sure that all is on the disk, and let the next sweep in."""
        assert self._file is not None
        os.fsync(self._file.fileno())
        self._file.close()
        self._file = None

    def add(self, row: Row) -> None:
        """Append one row; it is in the file when this returns."""
        if self._file is None:
            raise RuntimeError("open the journal first: with Journal(path) as journal")
        batch = pa.RecordBatch.from_pylist([asdict(row)], schema=SCHEMA)
        self._file.write(batch.serialize().to_pybytes())
        self._file.flush()

    def rows(self) -> Iterator[Row]:
        """Return all whole rows, in the order in which their games ended."""
        if self.path.exists():
            with self.path.open("rb") as file:
                for batch, _ in _whole_batches(file):
                    yield from (Row(**values) for values in batch.to_pylist())

    def _mend(self, file: IO[bytes]) -> None:
        """Cut the file after its last whole batch; what comes after goes into a file beside it."""
        file.seek(0)
        ends = [end for _, end in _whole_batches(file)]
        header = SCHEMA.serialize().to_pybytes()
        file.seek(0)
        start = file.read(len(header))
        if start != header and not header.startswith(start):
            raise ValueError(f"{self.path} is no journal of this version: move it away")
        good = ends[-1] if ends else (len(header) if start == header else 0)
        file.seek(good)
        rest = file.read()
        if rest:
            beside = self.path.with_suffix(".cut")
            beside.write_bytes(rest)
            warnings.warn(
                f"{self.path} ended in {len(rest)} bytes of a half-written row, now in {beside}",
                stacklevel=3,
            )
            file.truncate(good)
        if good == 0:
            file.write(header)
            file.flush()


def _whole_batches(file: IO[bytes]) -> Iterator[tuple[Any, int]]:
    """Return every whole batch of a stream and where it ends."""
    # A torn end shows as an error of one kind or another, depending on where it was torn.
    torn = (pa.ArrowException, OSError, EOFError, StopIteration)
    source = pa.PythonFile(file, mode="r")
    with contextlib.suppress(*torn):
        reader = pa.ipc.MessageReader.open_stream(source)
        schema = pa.ipc.read_schema(reader.read_next_message())
        while True:
            batch = pa.ipc.read_record_batch(reader.read_next_message(), schema)
            batch.validate(full=True)
            yield batch, file.tell()


def _lock(file: IO[bytes], path: Path) -> None:
    """Refuse a file that another sweep is writing to; the lock ends with its process."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RuntimeError(f"another sweep is writing to {path}") from None


def as_json(record: Any) -> str:
    """Return a record of a run as one line of JSON."""
    return json.dumps(record, separators=(",", ":"))
