"""No test sees the event loop of a browser that others of its worker have opened."""

import asyncio

import pytest

from tests.own_loop import no_running_loop


async def two():
    return 2


def test_a_running_loop_is_hidden_and_comes_back():
    async def one():
        mine = asyncio.get_running_loop()
        with no_running_loop():
            with pytest.raises(RuntimeError, match="no running event loop"):
                asyncio.get_running_loop()
            assert asyncio.run(two()) == 2
        assert asyncio.get_running_loop() is mine
        with pytest.raises(ZeroDivisionError), no_running_loop():
            raise ZeroDivisionError
        assert asyncio.get_running_loop() is mine

    asyncio.run(one())


def test_none_runs_here():
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()
