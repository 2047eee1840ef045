"""Hasty hands in JupyterLab: sliders dragged, kernels interrupted and restarted in mid-run.

Nothing is left broken, nothing goes on computing, and the newest request wins.
"""

import json

import nbformat
import pytest

from tools.project import KERNEL

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LAST = 29
SETUP = f"""\
import time
from pathlib import Path
from vaslb_edu import VASLB, WeightedOFUL, simulate, sparse_parameter
from vaslb_edu.figures import style
from vaslb_edu.figures.explorable import explorable

drawn = {{"left": [], "right": []}}

def figure(name, forever=None):
    def draw(sigma):
        drawn[name].append(sigma)
        Path("drawing.txt").write_text(str(sigma))
        until = time.monotonic() + (600 if sigma == forever else 0.15)
        while time.monotonic() < until:
            time.sleep(0.01)
        fig, axes = style.figure(width=3, height=2, steady=True)
        axes.set_title(f"{{sigma}}")
        return style.note_alt(fig, f"The number {{sigma}}.")
    return explorable(draw, title=name, sigma=list(range({LAST + 1})))

def game(horizon):
    theta = sparse_parameter(16, [0.9, 0.4])
    return simulate(VASLB(WeightedOFUL()), theta, sigma=0.1, horizon=horizon, seed=1).final_regret
"""


@pytest.fixture
def open_notebook(checkout, notebook_in_lab):
    """Write a notebook of these cells beside the book, open it and run it to the end."""

    def open_one(name, *cells, run=True):
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(source) for source in (SETUP, *cells)],
            metadata={"kernelspec": KERNEL},
        )
        nbformat.write(notebook, checkout / f"{name}.ipynb")
        tab = notebook_in_lab(f"{name}.ipynb")
        if run:
            run_all(tab)
        return tab

    return open_one


def run_all(tab):
    tab.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")


def ask(tab, code):
    """Return what the kernel prints, as JSON."""
    said = tab.evaluate(
        """async code => {
          const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          const future = kernel.requestExecute({code, store_history: false});
          let said = '';
          future.onIOPub = message => { said += message.content.text || ''; };
          await future.done;
          return said;
        }""",
        f"import json; print(json.dumps({code}))",
    )
    return json.loads(said)


def player(tab, place=0):
    one = tab.locator(".vaslb-live").nth(place)
    one.locator("img").wait_for()
    return one


def wait_for(tab, one, text):
    """Wait until a figure says `text`, in its status for screen readers or in its alarm."""
    tab.wait_for_function(
        "([box, text]) => box.textContent.includes(text)",
        arg=[one.element_handle(), text],
    )


def errors(tab):
    kind = "application/vnd.jupyter.stderr", "application/vnd.jupyter.error"
    found = [f'.jp-OutputArea-output[data-mime-type="{one}"]' for one in kind]
    return tab.locator(", ".join(found)).all_inner_texts()


def test_a_slider_dragged_through_all_values(open_notebook):
    tab = open_notebook("dragged", "figure('left')")
    one = player(tab)
    handle, track = one.locator(".noUi-handle"), one.locator(".noUi-target")
    grip, rail = handle.bounding_box(), track.bounding_box()
    height = grip["y"] + grip["height"] / 2
    tab.mouse.move(grip["x"] + grip["width"] / 2, height)
    tab.mouse.down()
    for _ in range(2):  # there and back and there again
        tab.mouse.move(rail["x"] + rail["width"] + 20, height, steps=60)
        tab.mouse.move(rail["x"] - 20, height, steps=60)
    tab.mouse.move(rail["x"] + rail["width"] + 20, height, steps=60)
    tab.mouse.up()
    wait_for(tab, one, f"The number {LAST}.")
    values = ask(tab, "drawn['left']")
    assert values[-1] == LAST
    # 5 × 29 values went by; a drawing of each would have taken more than 20 seconds.
    assert len(values) < 5 * LAST / 2
    tab.wait_for_timeout(1500)
    assert ask(tab, "drawn['left']") == values  # nothing old is drawn afterwards
    assert errors(tab) == []


def test_two_sliders_at_once(open_notebook):
    tab = open_notebook("two", "figure('left')", "figure('right')")
    pair = [player(tab, 0), player(tab, 1)]
    for _ in range(12):
        for one in pair:
            one.locator(".noUi-handle").press("ArrowRight")
    pair[1].locator(".noUi-handle").press("ArrowRight")
    wait_for(tab, pair[0], "The number 12.")
    wait_for(tab, pair[1], "The number 13.")
    tab.wait_for_timeout(1000)
    values = ask(tab, "drawn")
    assert (values["left"][-1], values["right"][-1]) == (12, 13)
    assert [one.locator(".widget-readout").inner_text() for one in pair] == ["12", "13"]
    assert errors(tab) == []


def test_an_interrupt_ends_an_endless_drawing(open_notebook, checkout):
    tab = open_notebook("endless", "figure('left', forever=3)")
    one = player(tab)
    handle = one.locator(".noUi-handle")
    for _ in range(3):
        handle.press("ArrowRight")
    for _ in range(600):
        tab.wait_for_timeout(100)
        if (checkout / "drawing.txt").read_text() == "3":
            break
    tab.evaluate("() => jupyterapp.commands.execute('notebook:interrupt-kernel')")
    wait_for(tab, one, "Drawing was interrupted. Move a control to draw again.")
    handle.press("ArrowRight")
    wait_for(tab, one, "The number 4.")
    assert one.locator("[role=alert]").count() == 0
    assert ask(tab, "drawn['left'][-2:]") == [3, 4]


def test_an_interrupted_game_leaves_the_kernel_as_it_was(open_notebook):
    tab = open_notebook("game", "result = game(3000)", "game(10**10)", run=False)
    tab.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
    third = tab.locator(".jp-CodeCell").nth(2)
    second = tab.locator(".jp-CodeCell").nth(1).locator(".jp-InputPrompt")
    tab.wait_for_function("one => /\\d/.test(one.innerText)", arg=second.element_handle())
    tab.wait_for_timeout(1500)
    assert third.locator(".jp-InputPrompt").inner_text() == "[*]:"
    tab.evaluate("() => jupyterapp.commands.execute('notebook:interrupt-kernel')")
    third.locator(".jp-OutputArea-output", has_text="KeyboardInterrupt").first.wait_for()
    assert ask(tab, "[result == game(3000), 0 < result < 6000]") == [True, True]


def test_a_kernel_restarted_in_mid_run_starts_afresh(open_notebook):
    tab = open_notebook("restarted", "figure('left')", "game(10**10)", run=False)
    tab.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
    one = player(tab)
    one.locator(".noUi-handle").press("ArrowRight")  # waits behind the endless game
    before = tab.evaluate(
        """async () => {
          const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          await kernel.restart();
          await kernel.info;
          return kernel.id;
        }"""
    )
    assert ask(tab, "'drawn' in globals()") is False
    cells = tab.locator(".jp-CodeCell")
    for place in (0, 1):
        tab.evaluate(
            """async place => {
              const panel = jupyterapp.shell.currentWidget;
              panel.content.activeCellIndex = place;
              await jupyterapp.commands.execute('notebook:run-cell');
            }""",
            place,
        )
        assert cells.nth(place).locator(".jp-InputPrompt").inner_text().strip("[]:").isdigit()
    one = player(tab)
    one.locator(".noUi-handle").press("ArrowRight")
    wait_for(tab, one, "The number 1.")
    assert ask(tab, "drawn['left']") == [0, 1]  # nothing of the time before
    kernels = tab.evaluate("() => fetch('/api/kernels').then(answer => answer.json())")
    mine = [kernel for kernel in kernels if kernel["id"] == before]
    assert [kernel["execution_state"] for kernel in mine] == ["idle"]
