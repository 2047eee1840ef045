"""Explorable figures and questions in the built page: every control moves the picture."""

import pytest
from contents import EXPLORABLE, PHONE

pytestmark = pytest.mark.browser


def picture(player):
    """Return what a reader sees: the loaded picture's address and its text."""
    image = player.locator("img")
    image.page.wait_for_function("p => !p.hasAttribute('aria-busy')", arg=player.element_handle())
    image.evaluate("i => i.decode()")
    return image.evaluate("i => i.currentSrc"), image.get_attribute("alt")


def move(field):
    """Move a control to another value, and return a function that moves it back."""
    kind = field.evaluate("f => f.type")
    if kind == "checkbox":
        field.click()
        return field.click
    if kind == "range":
        before, last = int(field.input_value()), int(field.get_attribute("max"))
        field.press("Home" if before == last else "End")
        return lambda: field.fill(str(before))
    before = field.input_value()
    texts = field.evaluate("f => [...f.options].map(o => o.value)")
    field.select_option(next(text for text in reversed(texts) if text != before))
    return lambda: field.select_option(before)


@pytest.mark.parametrize("page", EXPLORABLE)
def test_every_control_of_every_figure_changes_the_picture(open_page, page):
    tab = open_page(f"{page}.html")
    players = tab.locator(".vaslb-player").all()
    assert players
    for player in players:
        start = picture(player)
        fields = player.locator(".vaslb-controls :is(input, select)").all()
        assert fields
        for field in fields:
            back = move(field)
            assert picture(player)[0] != start[0], field.evaluate(
                "f => f.parentElement.textContent"
            )
            assert not field.evaluate("f => f.labels.length === 0")
            back()
            assert picture(player) == start
    assert tab.troubles == []


@pytest.mark.parametrize("page", EXPLORABLE[:1])
def test_keyboard_moves_and_values_are_read_out(open_page, page):
    tab = open_page(f"{page}.html")
    player = tab.locator(".vaslb-player:has(input[type=range])").first
    slider = player.locator("input[type=range]").first
    slider.focus()
    at, last = int(slider.input_value()), int(slider.get_attribute("max"))
    slider.press("ArrowLeft" if at == last else "ArrowRight")
    picture(player)
    now = player.locator("output").first.inner_text()
    assert slider.get_attribute("aria-valuetext") == now
    said = player.locator(".vaslb-said")
    tab.wait_for_function("e => e.textContent.length > 0", arg=said.element_handle())
    assert now in said.text_content()
    assert player.locator("img").get_attribute("alt") in said.text_content()


@pytest.mark.parametrize("page", EXPLORABLE[:1])
def test_a_finger_moves_a_slider(open_page, page):
    tab = open_page(f"{page}.html", **PHONE)
    player = tab.locator(".vaslb-player:has(input[type=range])").first
    slider = player.locator("input[type=range]").first
    slider.scroll_into_view_if_needed()
    start = picture(player)
    box = slider.bounding_box()
    before = int(slider.input_value())
    share = 0.02 if before > 0 else 0.98
    tab.touchscreen.tap(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
    assert int(slider.input_value()) != before
    assert picture(player)[0] != start[0]


@pytest.mark.parametrize("page", EXPLORABLE[:1])
def test_without_scripts_one_frame_is_shown(open_page, page):
    tab = open_page(f"{page}.html", java_script_enabled=False)
    image = tab.locator(".vaslb-player img").first
    assert image.bounding_box()["height"] > 100
    assert tab.locator(".vaslb-player noscript").first.is_visible()
    assert tab.troubles == []


def test_two_equal_players_do_not_disturb_each_other(open_page, tmp_path, monkeypatch):
    from vaslb_edu.figures import frames, style
    from vaslb_edu.figures.explorable import explorable

    def draw(sigma):
        fig, axes = style.figure(height=2)
        axes.plot([0, sigma])
        return style.note_alt(fig, f"A line up to {sigma}.")

    monkeypatch.setenv(frames.STATIC_VARIABLE, frames.INLINE)
    player = explorable(draw, sigma=[1, 2, 3])._repr_mimebundle_()["text/html"]
    path = tmp_path / "two.html"
    path.write_text(f"<!DOCTYPE html><html><body>{player}{player}</body></html>", encoding="utf-8")
    tab = open_page(path.as_uri())
    first, second = tab.locator(".vaslb-player").all()
    assert (first.get_attribute("id"), second.get_attribute("id")) == ("draw", "draw-2")
    before = picture(second)
    first.locator("input").press("End")
    assert picture(first)[1] == "A line up to 3."
    assert picture(second) == before
    assert tab.troubles == []


def test_a_frame_that_cannot_be_fetched_is_told(open_page):
    tab = open_page(f"{EXPLORABLE[0]}.html")
    tab.context.set_offline(True)
    player = tab.locator(".vaslb-player:has(input[type=range])").first
    slider = player.locator("input[type=range]").first
    slider.press("End" if slider.input_value() == "0" else "Home")
    alarm = player.locator(".vaslb-alarm")
    alarm.wait_for()
    assert alarm.is_visible()


def test_questions_are_marked(open_page, tmp_path):
    from vaslb_edu.figures.quiz import quiz

    questions = quiz(
        [
            {
                "question": "One?",
                "type": "multiple_choice",
                "answers": [
                    {"answer": "no", "correct": False, "feedback": "Wrong because."},
                    {"answer": "yes", "correct": True, "feedback": "Right because."},
                ],
            },
            {
                "question": "Many?",
                "type": "many_choice",
                "answers": [
                    {"answer": "a", "correct": True, "feedback": "A."},
                    {"answer": "b", "correct": True, "feedback": "B."},
                    {"answer": "c", "correct": False, "feedback": "Not C."},
                ],
            },
            {
                "question": "How much?",
                "type": "numeric",
                "answers": [
                    {"type": "value", "value": 0.5, "correct": True, "feedback": "Half."},
                    {"type": "range", "range": [1, 2], "correct": False, "feedback": "Too much."},
                    {"type": "default", "feedback": "Think again."},
                ],
            },
        ]
    )
    path = tmp_path / "quiz.html"
    path.write_text(f"<!DOCTYPE html><body>{questions._repr_html_()}</body>", encoding="utf-8")
    tab = open_page(path.as_uri())
    one, many, number = tab.locator("form").all()

    def verdict(form):
        form.get_by_role("button").click()
        return form.locator(".vaslb-verdict").inner_text().strip()

    assert verdict(one) == "Choose an answer first."
    one.get_by_label("no").check()
    assert verdict(one) == "Not quite. Wrong because."
    one.get_by_label("yes").check()
    assert verdict(one) == "Right. Right because."
    many.get_by_label("a").check()
    assert "1 more is missing" in verdict(many)
    many.get_by_label("c").check()
    assert verdict(many) == "Not quite. Not C."
    many.get_by_label("c").uncheck()
    many.get_by_label("b").check()
    assert "Right. A." in verdict(many)
    number.get_by_label("Your answer").fill("0.5")
    assert verdict(number) == "Right. Half."
    number.get_by_label("Your answer").fill("1.5")
    assert verdict(number) == "Not quite. Too much."
    number.get_by_label("Your answer").fill("-3")
    number.get_by_label("Your answer").press("Enter")
    assert "Think again." in number.locator(".vaslb-verdict").inner_text()
    assert tab.url == path.as_uri()
