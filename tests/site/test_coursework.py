"""A released problem set in JupyterLab: a wrong answer is told why, a mended one is right."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NOTEBOOK = "book/coursework/release/divide_and_conquer/divide_and_conquer.ipynb"
ANSWER = "def regret_of_play"
CHECK = "check.regret_of_play(regret_of_play)"
WRONG = "def regret_of_play(actions, rewards, theta):\n    return np.sum(1 - rewards)"
RIGHT = "def regret_of_play(actions, rewards, theta):\n    return np.sum(1 - actions @ theta)"


def code_cell(tab, text):
    """Return the code cell that holds a text."""
    return tab.locator(".jp-Notebook .jp-CodeCell").filter(
        has=tab.locator(".jp-InputArea-editor", has_text=text)
    )


def run(tab, cell):
    """Run a cell with the keys a student uses, and wait until it has ended."""
    prompt = cell.locator(".jp-InputPrompt")
    before = prompt.inner_text()
    cell.locator(".jp-InputArea-prompt").click()
    tab.keyboard.press("Control+Enter")
    tab.wait_for_function(
        "([prompt, before]) => prompt.innerText !== before && /\\d/.test(prompt.innerText)",
        arg=[prompt.element_handle(), before],
    )


def write(tab, cell, text):
    """Replace the text of a cell."""
    cell.locator(".cm-content").click()
    tab.keyboard.press("Control+a")
    tab.keyboard.insert_text(text)


def test_a_wrong_answer_gets_a_hint_and_a_mended_one_passes(notebook_in_lab):
    tab = notebook_in_lab(NOTEBOOK)
    answer, check = code_cell(tab, ANSWER), code_cell(tab, CHECK)
    output = check.locator(".jp-OutputArea-output")
    run(tab, code_cell(tab, "import numpy as np").first)

    run(tab, answer)
    run(tab, check)
    assert "NotImplementedError: your turn" in output.inner_text()

    write(tab, answer, WRONG)
    run(tab, answer)
    run(tab, check)
    assert "✘" in output.inner_text()
    assert "which counts the noise" in output.inner_text()

    write(tab, answer, RIGHT)
    run(tab, answer)
    run(tab, check)
    assert output.inner_text().strip().startswith("✔ Regret is what was missed")


def test_a_check_cannot_be_edited_by_mistake(notebook_in_lab):
    tab = notebook_in_lab(NOTEBOOK)
    check = code_cell(tab, CHECK)
    check.locator(".cm-content").click()
    tab.keyboard.press("Control+a")
    tab.keyboard.insert_text("pass")
    assert CHECK in check.locator(".cm-content").inner_text()
