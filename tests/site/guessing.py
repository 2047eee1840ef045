"""Make a guess on a line with the keyboard alone, as the page or a notebook shows it."""

GUESS = "form.vaslb-question:has(.vaslb-line)"


def guess_by_keyboard(tab, form):
    """Guess at both ends of the line and in it: the number follows, and an answer is shown."""
    line = form.get_by_role("slider", name="Your guess")
    verdict = form.locator(".vaslb-verdict[role=status]")  # is read out when it changes
    assert verdict.inner_text().strip() == ""
    line.focus()
    for key in ("End", "Home", "ArrowRight"):  # wherever a guess is, there is an answer
        before = line.get_attribute("aria-valuetext")
        line.press(key)
        said = line.get_attribute("aria-valuetext")
        assert said != before
        assert said.strip() == form.locator("output").inner_text()
        tab.keyboard.press("Tab")
        check = form.get_by_role("button", name="Check")
        assert check.evaluate("one => one === document.activeElement")
        tab.keyboard.press("Enter")
        answers = [one for one in verdict.locator("p").all() if one.is_visible()]
        assert len(answers) == 1
        assert len(answers[0].inner_text()) > 20
        tab.keyboard.press("Shift+Tab")
