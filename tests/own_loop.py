"""An open browser leaves its event loop running in its thread: other tests are kept from it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_running_loop() -> Iterator[None]:
    """Hide the event loop of this thread: what asks for one finds none, and may start its own."""
    hidden = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(hidden)
