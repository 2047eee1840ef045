"""Chapters in JupyterLab as Binder runs it: Run All works, and a slider moves the picture."""

import pytest
from contents import EXPLORABLE

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MINUTE = 60_000

CASES = [("", f"{name}.ipynb") for name in EXPLORABLE]
CASES += [("book", EXPLORABLE[0].removeprefix("book/") + ".ipynb")]


@pytest.mark.parametrize(("folder", "notebook"), CASES)
def test_run_all_then_move_a_slider(notebook_in_lab, checkout, folder, notebook):
    tab = notebook_in_lab(notebook, checkout / folder)
    tab.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
    prompts = tab.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert prompts
    assert all(prompt.strip("[]:").isdigit() for prompt in prompts)
    wrong = tab.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"]')
    assert wrong.all_inner_texts() == []
    player = tab.locator(".vaslb-live:has(.noUi-handle)").first
    image = player.locator("img")
    image.wait_for(timeout=MINUTE)
    before = image.get_attribute("src")
    handle = player.locator(".noUi-handle").first
    handle.focus()
    readout = player.locator(".widget-readout").first.inner_text()
    handle.press("ArrowRight")
    if player.locator(".widget-readout").first.inner_text() == readout:
        handle.press("ArrowLeft")
    tab.wait_for_function(
        "([image, before]) => image.src !== before && image.naturalWidth > 0",
        arg=[image.element_handle(), before],
        timeout=MINUTE,
    )
