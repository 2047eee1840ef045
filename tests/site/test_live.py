"""Chapters in JupyterLab as Binder runs it: all cells run, sliders move, guesses are answered."""

import pytest
from contents import EXPLORABLE
from guessing import GUESS, guess_by_keyboard

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CASES = [("", f"{name}.ipynb") for name in EXPLORABLE]
CASES += [("book", EXPLORABLE[0].removeprefix("book/") + ".ipynb")]


def move(player):
    """Move the first slider of a figure by one stop, or choose something else where it has none."""
    handle, choice = player.locator(".noUi-handle").first, player.locator("select").first
    if not player.locator(".noUi-handle").count():
        choice.select_option(index=int(choice.evaluate("one => one.selectedIndex") == 0))
        return
    handle.focus()
    readout = player.locator(".widget-readout").first.inner_text()
    handle.press("ArrowRight")
    if player.locator(".widget-readout").first.inner_text() == readout:
        handle.press("ArrowLeft")


@pytest.mark.parametrize(("folder", "notebook"), CASES)
def test_run_all_then_move_a_control(notebook_in_lab, checkout, folder, notebook):
    tab = notebook_in_lab(notebook, checkout / folder)
    tab.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
    prompts = tab.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert prompts
    assert all(prompt.strip("[]:").isdigit() for prompt in prompts)
    wrong = tab.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"]')
    assert wrong.all_inner_texts() == []
    tab.locator(".vaslb-live :is(.noUi-handle, select)").first.wait_for()
    sliders = tab.locator(".vaslb-live:has(.noUi-handle)")
    player = (sliders if sliders.count() else tab.locator(".vaslb-live:has(select)")).first
    image = player.locator("img")
    image.wait_for()
    before = image.get_attribute("src")
    move(player)
    tab.wait_for_function(
        "([image, before]) => image.src !== before && image.naturalWidth > 0",
        arg=[image.element_handle(), before],
    )
    for form in tab.locator(GUESS).all():
        guess_by_keyboard(tab, form)
