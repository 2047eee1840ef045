"""A live figure under a hasty reader: the newest request wins, an interrupt leaves it usable."""

import asyncio
import signal
import threading
import time

import pytest

from vaslb_edu.figures import style
from vaslb_edu.figures.explorable import explorable

pytest.importorskip("ipywidgets")


@pytest.fixture
def ignoring_interrupts():
    """A kernel between two cells ignores the signal of the stop button."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def heeding_interrupts():
    """A kernel that runs a cell; tests started in the background would ignore the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def line(sigma):
    fig, axes = style.figure(width=2, height=1.5, steady=True)
    axes.plot([0, sigma])
    return style.note_alt(fig, f"A line up to {sigma:g}.")


async def until(happened):
    """Let the loop run until something has happened; a busy machine may take its time."""
    async with asyncio.timeout(600):
        while not happened():
            await asyncio.sleep(0.01)


def counted(drawn, *, seconds=0.0):
    def draw(sigma):
        drawn.append(sigma)
        time.sleep(seconds)
        return line(sigma)

    return draw


def test_requests_that_come_during_a_slow_drawing_are_drawn_once():
    """What piles up while the kernel draws is answered by one drawing of the last value."""
    drawn = []

    async def hurry():
        figure = explorable(counted(drawn, seconds=0.05), sigma=list(range(40)))
        slider = figure.live.controls["sigma"]
        drawn.clear()
        slider.value = 1
        await until(lambda: drawn)
        for sigma in range(2, 40):  # as they come in while the loop is busy with the drawing
            slider.value = sigma
        await until(lambda: "A line up to 39." in figure.live.text.value)
        await asyncio.sleep(0.1)
        return figure

    figure = asyncio.run(hurry())
    assert drawn == [1, 39]
    assert "A line up to 39." in figure.live.text.value


def test_two_figures_do_not_disturb_each_other():
    first, second = [], []

    async def hurry():
        figures = [explorable(counted(drawn), sigma=[0, 1, 2, 3]) for drawn in (first, second)]
        first.clear()
        second.clear()
        for sigma in (1, 2, 3):
            figures[0].live.controls["sigma"].value = sigma
            figures[1].live.controls["sigma"].value = 4 - sigma
        await until(lambda: first and second)
        await asyncio.sleep(0.1)

    asyncio.run(hurry())
    assert (first, second) == ([3], [1])


def test_a_move_that_comes_in_another_thread_is_drawn_where_cells_run():
    """JupyterLab delivers moves in a thread; matplotlib and the stop button want the main one."""
    threads = []

    def draw(sigma):
        threads.append(threading.current_thread())
        return line(sigma)

    async def hurry():
        figure = explorable(draw, sigma=[0, 1, 2, 3])
        threads.clear()

        def drag():
            for sigma in (1, 2, 3):
                figure.live.controls["sigma"].value = sigma

        await asyncio.to_thread(drag)
        await until(lambda: "A line up to 3." in figure.live.text.value)
        return figure

    figure = asyncio.run(hurry())
    assert threads
    assert set(threads) == {threading.main_thread()}
    assert "A line up to 3." in figure.live.text.value


def test_without_a_loop_every_request_is_drawn_at_once():
    drawn = []
    figure = explorable(counted(drawn), sigma=[0, 1, 2])
    drawn.clear()
    for sigma in (1, 2):
        figure.live.controls["sigma"].value = sigma
    assert drawn == [1, 2]


def draws_until_interrupted(sigma):
    if sigma == 1:
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        end = time.monotonic() + 60  # if nothing interrupts it, there is a picture
        while time.monotonic() < end:
            time.sleep(0.01)
    return line(sigma)


def test_an_interrupt_ends_a_drawing_and_the_next_move_draws_again(ignoring_interrupts):
    async def interrupted():
        figure = explorable(draws_until_interrupted, sigma=[0, 1, 2])
        figure.live.controls["sigma"].value = 1
        await until(lambda: figure.live.alarm.value)
        assert "Drawing was interrupted" in figure.live.alarm.value
        assert figure.live.image.layout.display == "none"
        figure.live.controls["sigma"].value = 2
        await until(lambda: "A line up to 2." in figure.live.text.value)
        return figure

    figure = asyncio.run(interrupted())
    assert figure.live.alarm.value == ""
    assert figure.live.image.layout.display is None
    assert "A line up to 2." in figure.live.text.value
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_an_interrupt_of_a_cell_that_draws_reaches_the_cell(heeding_interrupts):
    """Without a loop the reader's own cell is running: it must stop, not go on."""
    figure = explorable(draws_until_interrupted, sigma=[0, 1])
    with pytest.raises(KeyboardInterrupt):
        figure.live.controls["sigma"].value = 1


def test_drawing_works_in_a_thread_that_may_not_touch_signals():
    figure = explorable(line, sigma=[0, 1])
    worker = threading.Thread(target=figure.live.redraw_from_loop, args=[figure.live.request])
    figure.live.text.value = ""
    worker.start()
    worker.join()
    assert "A line up to 0." in figure.live.text.value
