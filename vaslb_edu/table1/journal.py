"""The file of a sweep: one columnar file that grows a row at a time and survives a kill.

Arrow's stream format holds a schema and then one batch after the other, each with its length in
front. A row is one small batch, appended when its game ends. What a kill left half written is cut
off at the next opening. Parquet cannot do that: its table of contents is written last.

pandas, Polars, DuckDB and R read the file: `pyarrow.ipc.open_stream(path).read_all()`.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import contextlib
import os
import warnings
import weakref
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import IO, Any, ClassVar, Self

from vaslb_edu.table1.row import Row

try:
    import pyarrow as pa
except ImportError as problem:  # pragma: no cover
    raise ModuleNotFoundError(
        "the sweep keeps its rows with pyarrow: `pip install '.[table1]'` in its project adds it"
    ) from problem


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

    _written: ClassVar[weakref.WeakSet[Journal]] = weakref.WeakSet()

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Lock the file, cut off what a kill left half written, and get ready to append."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("a+b", buffering=0)
        try:
            _lock(self._file, self.path)
            self._mend(self._file)
        except BaseException:
            self._file.close()
            raise
        self._written.add(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: object
    ) -> None:
        """Make sure that all is on the disk, and let the next sweep in."""
        assert self._file is not None
        self._written.discard(self)
        try:
            os.fsync(self._file.fileno())
        finally:
            self._file.close()
            self._file = None

    def add(self, row: Row) -> None:
        """Append one row; it is in the file when this returns."""
        if self._file is None:
            raise RuntimeError("open the journal first: with Journal(path) as journal")
        batch = pa.RecordBatch.from_pylist([vars(row)], schema=SCHEMA)
        rest, end = memoryview(batch.serialize()), os.fstat(self._file.fileno()).st_size
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as problem:
            self._file.truncate(end)
            raise OSError(
                problem.errno,
                f"{problem.strerror}; the rows before this one are kept: make room, and run the "
                "sweep again",
                str(self.path),
            ) from problem

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

    @classmethod
    def _leave_to_parent(cls) -> None:
        """Close all journals in a process that was just forked, or it would keep their locks."""
        for journal in list(cls._written):
            if journal._file is not None:
                journal._file.close()


if hasattr(os, "register_at_fork"):  # not on Windows, which does not fork
    os.register_at_fork(after_in_child=Journal._leave_to_parent)


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
