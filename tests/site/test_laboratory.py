"""The laboratory in the built page: draw noise, and the players answer."""

import json

import pytest
from barriers import barriers
from contents import PHONE
from visits import everything_shown

from vaslb_edu import SharpVASLB, WeightedOFUL, schedules, simulate, sparse_parameter

pytestmark = pytest.mark.browser
PAGE = "book/laboratory.html"


def played(tab):
    """Wait until all players have played the game that is shown; return its address."""
    tab.wait_for_function(
        "() => document.querySelector('.vaslb-laboratory')?.dataset.played"
        " === location.hash.slice(1)"
    )
    return tab.evaluate("() => location.hash")


def regrets(tab):
    """Return the table of the page: {player: regret as it is written}."""
    rows = tab.locator(".lab-side tbody tr").all()
    return {
        row.locator("th").inner_text().strip(): row.locator("td").first.inner_text() for row in rows
    }


@pytest.fixture
def laboratory(open_page):
    def opened(more="", **options):
        tab = open_page(PAGE + more, **options)
        tab.wait_for_selector(".vaslb-laboratory[data-played]")
        return tab

    return opened


def test_the_numbers_are_those_of_the_library(laboratory):
    tab = laboratory()
    assert played(tab) == "#lab&"
    theta = sparse_parameter(16, [0.9, 0.4, 0.15, 0.1])
    run = simulate(SharpVASLB(WeightedOFUL()), theta, schedules.curve([(1, 0.3)]), 10**5, seed=1)
    assert regrets(tab)["sharp VASLB"] == f"{run.final_regret:,.0f}"
    assert tab.troubles == []
    assert all(url.startswith(tab.url.split("/book/")[0]) for url in tab.requests)


def test_a_handle_is_dragged_and_the_picture_follows_the_finger(laboratory):
    tab = laboratory()
    before, start = regrets(tab), played(tab)
    knob = tab.locator(".lab-handle").nth(2)
    box = knob.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 10, y - 40, steps=4)
    tab.wait_for_selector(".lab-coarse")
    tab.mouse.move(x + 20, y - 70, steps=4)
    assert tab.evaluate("() => location.hash") == start  # nothing is settled while it moves
    tab.mouse.up()
    assert played(tab) != start
    assert regrets(tab) != before
    assert tab.locator(".lab-coarse").count() == 0
    assert float(knob.get_attribute("aria-valuenow")) > 0.6


def test_the_keyboard_moves_adds_and_removes(laboratory):
    tab = laboratory()
    start = played(tab)
    knob = tab.locator(".lab-handle").nth(3)
    knob.focus()
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Shift+ArrowUp")
    assert knob.get_attribute("aria-valuenow") == "0.42"
    assert knob.get_attribute("aria-valuetext") == "σ = 0.42 at round 1,000"
    tab.keyboard.press("ArrowRight")
    assert "1,000" not in knob.get_attribute("aria-valuetext")
    tab.keyboard.press("End")
    assert knob.get_attribute("aria-valuenow") == "1"
    tab.keyboard.press("+")
    assert tab.locator(".lab-handle").count() == 7
    tab.keyboard.press("Delete")
    assert tab.locator(".lab-handle").count() == 6
    assert played(tab) != start


def test_a_reload_brings_the_same_game_back(laboratory):
    tab = laboratory()
    tab.get_by_label("a schedule from the zoo").select_option("quiet, then loud")
    tab.get_by_label("seed", exact=True).fill("12")
    tab.keyboard.press("Tab")
    address, before = played(tab), regrets(tab)
    tab.reload()
    tab.wait_for_selector(".vaslb-laboratory[data-played]")
    assert (played(tab), regrets(tab)) == (address, before)
    assert len(address) < 200


def test_a_mangled_address_is_named_and_the_first_game_shown(laboratory):
    for hash_, wrong in [
        ("#lab&d=2", "entries must be at most d = 2"),
        ("#lab&p=1:2", "σ from 0 to 1"),
        ("#lab&p=", "the curve needs a round and a σ"),
        ("#lab&p=%E0%A4", "a % that stands for nothing"),
        ("#lab&q=1", "“q”"),
        ("#lab&T=1e9", "T must be"),
    ]:
        tab = laboratory(hash_)
        assert wrong in tab.locator(".vaslb-laboratory").inner_text()
        assert tab.locator(".lab-handle").count() == 6
        assert tab.troubles == []


def test_wrong_input_is_refused_beside_its_field_and_the_picture_stays(laboratory):
    tab = laboratory()
    address, before = played(tab), regrets(tab)
    for label, text, wrong in [
        ("dimension d (1 to 64)", "65", "d must be a whole number from 1 to 64"),
        ("dimension d (1 to 64)", "3", "d must be at least 4"),
        ("entries of θ* that are not 0", "a, b", "the entries must be numbers"),
        ("entries of θ* that are not 0", "0, 0", "other than 0"),
        ("rounds T (to 1,000,000)", "10000000", "T must be a whole number"),
        ("probability of failure δ", "1", "δ must lie between 0 and 1"),
        ("seed", "-1", "seed must be a whole number"),
    ]:
        field = tab.get_by_label(label, exact=True)
        field.fill(text)
        field.press("Enter")
        assert wrong in field.locator("xpath=..").inner_text()
        assert field.get_attribute("aria-invalid") == "true"
        assert (tab.evaluate("() => location.hash"), regrets(tab)) == (address, before)
        field.fill(
            {"d": "16", "e": "0.9, 0.4, 0.15, 0.1", "r": "100000", "p": "0.05", "s": "1"}[label[0]]
        )
        field.press("Enter")
        assert field.get_attribute("aria-invalid") == "false"
        played(tab)


def test_numbers_are_typed_and_a_list_is_taken(laboratory):
    tab = laboratory()
    tab.get_by_text("The curve in numbers").click()
    tab.get_by_label("σ of point 2").fill("1.5")
    tab.keyboard.press("Enter")
    assert "point 2 has 1.5" in tab.locator(".vaslb-laboratory").inner_text()
    tab.get_by_label("σ of point 2").fill("0.005")
    tab.keyboard.press("Enter")
    assert "10:0.005" in played(tab)
    tab.get_by_text("Import a list").click()
    area = tab.get_by_label("values of σ")
    area.fill("0 1 nan")
    tab.get_by_role("button", name="Take this list").click()
    assert "number 3 of the list" in tab.locator(".vaslb-laboratory").inner_text()
    area.fill("0, 0.5; 1 0")
    tab.get_by_role("button", name="Take this list").click()
    assert "p=1:0_25001:0.5_50001:1_75001:0" in played(tab)
    area.fill(" ".join(["0.1", "0.9"] * 50))
    tab.get_by_role("button", name="Take this list").click()
    played(tab)
    assert tab.locator(".lab-handle").count() == 0


GAMES = {
    "swap": "p=1:0_1000:0_10000:0_50001:0.3_75000:0.3_100000:0.3&k=true",
    "late": "p=1:0_200:0_201:0.3",
    "broken": "p=1:0.1_20:0.1_21:0_100000:0",
    "dense": f"p=1:0&e={'_'.join(['1'] * 16)}",
    "most": "p=1:0.055",
}


@pytest.mark.parametrize("goal", GAMES)
def test_a_goal_is_met(laboratory, goal):
    tab = laboratory()
    played(tab)
    place = tab.locator(f".lab-goal-{goal}")
    assert place.get_attribute("data-met") is None
    tab.evaluate("hash => { location.hash = hash }", f"lab&{GAMES[goal]}")
    tab.wait_for_selector(f".lab-goal-{goal}[data-met]")
    assert place.locator(".lab-met").inner_text().startswith("Met")
    title = place.locator("h2, h3, .rubric").first.inner_text().strip("# ")
    reached = tab.locator(".lab-reached").inner_text()  # beside the picture, where one looks
    assert title.removeprefix("✓ ") in reached
    assert reached in tab.locator(".vaslb-laboratory [aria-live=polite]").text_content()
    assert place.locator("details").get_attribute("open") is not None  # what was learnt


def test_every_goal_leads_to_the_section_that_explains_it(laboratory):
    tab = laboratory()
    goals = tab.locator(".lab-goal").all()
    assert len(goals) == len(GAMES)
    for goal in goals:
        assert goal.locator("details a.reference.internal").count() == 1


def goals_met(tab):
    marked = tab.locator(".lab-goal[data-met]")
    return marked.evaluate_all("all => all.map(one => one.className.match(/lab-goal-(\\w+)/)[1])")


def test_a_goal_that_is_missed_is_not_met(laboratory):
    tab = laboratory()
    for missed in (
        "p=1:0_20000:0_20001:1",  # the repaired VASLB has ended its exploration
        "p=1:0.06",  # too much for V = 300
        "p=1:0.02_25:0.02_26:0",  # too little to break anything
        "p=1:0_500:0_501:0.03&T=1000",  # noise after the questions, which cost T / 100 themselves
        "d=1&e=1",  # nobody pays anything
    ):
        tab.evaluate("hash => { location.hash = hash }", f"lab&{missed}")
        played(tab)
    assert set(goals_met(tab)) <= {"swap"}


def test_players_swap_places_through_noise_alone(laboratory):
    tab = laboratory(f"#lab&{GAMES['swap']}")  # nothing to compare it with
    played(tab)
    for other in ("d=20", "r=2", "e=1_1_1_1"):  # other games, other orders
        tab.evaluate("hash => { location.hash = hash }", f"lab&{other}")
        played(tab)
    assert goals_met(tab) == []
    tab.get_by_role("button", name="Start again").click()
    played(tab)
    assert goals_met(tab) == ["swap"]


def test_the_least_variance_that_breaks_divide_and_conquer_is_kept(laboratory):
    tab = laboratory("#lab&p=1:0.06_47:0.06_48:0_100000:0")
    note = tab.locator(".lab-goal-broken .lab-met")
    assert "Can you do it with less?" in note.inner_text()
    tab.evaluate(f"() => {{ location.hash = 'lab&{GAMES['broken']}' }}")
    played(tab)
    assert "Your least so far is V = 0.169" in note.inner_text()


@pytest.mark.parametrize("game", ["d=1&e=1", "d=2&e=1_1", "d=3&e=1", "d=4", "T=10&e=1&d=64"])
def test_the_smallest_games_are_played_to_the_end(laboratory, game):
    """Among few coordinates the sharp version finds nothing, because it does not search."""
    tab = laboratory(f"#lab&{game}")
    assert played(tab).startswith("#lab&")
    assert len(regrets(tab)) == 7
    assert tab.troubles == []


def test_the_words_say_who_won_and_are_heard(laboratory):
    tab = laboratory()
    live = tab.locator(".vaslb-laboratory [aria-live=polite]")
    assert "sharp VASLB pays least" in live.text_content()
    tab.evaluate(f"() => {{ location.hash = 'lab&{GAMES['dense']}' }}")
    tab.wait_for_selector(".lab-goal-dense[data-met]")
    assert "Weighted OFUL pays least" in live.text_content()


def test_twenty_seeds_give_a_band(laboratory):
    tab = laboratory("#lab&T=2000")
    tab.get_by_role("button", name="Twenty seeds").click()
    tab.get_by_text("Mean of 20 seeds").wait_for()
    assert tab.locator(".lab-band").count() == 6


def test_twenty_seeds_may_be_asked_for_before_the_game_is_played(laboratory):
    tab = laboratory()
    played(tab)
    tab.get_by_label("seed", exact=True).fill("3")
    tab.keyboard.press("Tab")
    tab.evaluate(
        """() => {
          const named = (name) => [...document.querySelectorAll('.vaslb-laboratory button')]
            .find((one) => one.textContent === name);
          named('Another seed').click();
          named('Twenty seeds').click();
        }"""
    )
    tab.get_by_text("Mean of 20 seeds").wait_for()
    assert played(tab) == "#lab&r=4"
    assert tab.locator(".lab-band").count() == 6
    assert tab.locator(".lab-story").inner_text().startswith("Seed 4 alone: With V = 9,000")


def test_how_a_game_looks_is_changed_without_playing_it_again(laboratory):
    tab = laboratory("#lab&T=2000")
    played(tab)
    tab.get_by_role("button", name="Twenty seeds").click()
    tab.get_by_text("Mean of 20 seeds").wait_for()
    answers = tab.locator(".vaslb-laboratory").get_attribute("data-answers")
    tab.get_by_label("time axis").select_option("linear")
    tab.get_by_label("coordinates found) of").select_option("printed")
    assert "x=linear&v=printed" in played(tab)
    assert tab.locator(".lab-band").count() == 6
    assert tab.locator(".vaslb-laboratory").get_attribute("data-answers") == answers


def test_a_key_held_down_is_a_drag(laboratory):
    tab = laboratory()
    played(tab)
    tab.locator(".lab-handle").nth(3).focus()
    for repeat in range(25):
        before = tab.locator(".vaslb-laboratory").get_attribute("data-answers")
        tab.keyboard.down("ArrowUp")  # the second and the later ones are repeats
        if repeat % 8 == 7:  # the picture follows while the key is down
            tab.wait_for_selector(f".lab-coarse:not([data-answers='{before}'])")
    tab.keyboard.up("ArrowUp")
    assert "1000:0.8" in played(tab)
    assert tab.troubles == []


def test_a_handle_that_is_removed_while_it_is_held_lets_go(laboratory):
    tab = laboratory()
    played(tab)
    box = tab.locator(".lab-handle").nth(2).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x, y - 20, steps=2)
    tab.keyboard.press("Delete")
    tab.mouse.up()
    address = played(tab)
    assert tab.locator(".lab-handle").count() == 5
    other = tab.locator(".lab-handle").nth(2).bounding_box()
    tab.mouse.move(other["x"] + 15, other["y"] + 15)
    tab.mouse.move(other["x"] + 25, other["y"] + 40, steps=3)
    assert played(tab) == address


def test_a_schedule_may_be_chosen_again_after_it_was_changed(laboratory):
    tab = laboratory()
    zoo = tab.get_by_label("a schedule from the zoo")
    zoo.select_option("bursts")
    address = played(tab)
    assert zoo.input_value() == "bursts"
    tab.locator(".lab-handle").nth(3).press("End")
    assert played(tab) != address
    assert zoo.input_value() == ""
    zoo.select_option("bursts")
    assert played(tab) == address


def test_the_game_stays_in_the_address_and_in_the_link(laboratory):
    tab = laboratory("#lab&r=5", permissions=["clipboard-read", "clipboard-write"])
    address = played(tab)
    tab.evaluate("() => { location.hash = 'something-to-do' }")  # a link on the page
    tab.wait_for_function("address => location.hash === address", arg=address)
    assert tab.evaluate("() => scrollY") > 300
    tab.get_by_role("button", name="Copy link").click()
    tab.get_by_text("Link copied.").wait_for()
    assert tab.evaluate("() => navigator.clipboard.readText()").endswith("laboratory.html#lab&r=5")
    place = laboratory("#something-to-do")
    assert place.evaluate("() => [location.hash, scrollY > 300]") == ["#something-to-do", True]


def test_paper_is_light_and_says_which_game_it_was(laboratory):
    tab = laboratory(theme="dark")
    played(tab)
    tab.emulate_media(media="print", color_scheme="dark")
    said = tab.locator(".lab-on-paper").inner_text()
    assert said.startswith("d = 16, θ* along (0.9, 0.4, 0.15, 0.1, 0, …), T = 100,000")
    ink = "one => getComputedStyle(one).getPropertyValue('--lab-ink').trim()"
    assert tab.locator(".vaslb-laboratory").evaluate(ink) == "#14161c"
    assert not tab.locator(".lab-handle").first.is_visible()
    assert not tab.get_by_role("button", name="Twenty seeds").is_visible()


HOLD_DENSE = """() => {
  window.held = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (request, ...more) {
    if (request.players.includes('oful') && !this.holds) {
      const hear = this.onmessage;
      this.holds = true;
      this.onmessage = event => (window.held ? window.held.push(() => hear(event)) : hear(event));
    }
    return post.call(this, request, ...more);
  };
}"""
"""From now on no answer of the dense learners reaches the page: they are as slow as can be."""
RELEASE_DENSE = "() => { const all = window.held; window.held = null; all.forEach(one => one()) }"
SPARSE_ALONE = """() => document.querySelectorAll('.lab-line').length === 5
  && /OFUL and .*OFUL still play/.test(document.body.innerText)"""
"""All sparse players and the bound are drawn, and nobody but dense learners is missing."""


def test_in_64_dimensions_the_sparse_players_do_not_wait_for_the_dense_ones(laboratory):
    tab = laboratory("#lab&d=64&p=1:0_100000:0")
    tab.evaluate(HOLD_DENSE)
    tab.evaluate("() => { location.hash = 'lab&d=64' }")
    tab.wait_for_function(SPARSE_ALONE)
    before = regrets(tab)
    shown = tab.locator(".lab-side tbody").inner_text()
    # The newest request wins: its sparse players are shown although dense ones of two games play.
    tab.evaluate("() => { location.hash = 'lab&d=64&r=5' }")
    tab.wait_for_function(
        "shown => document.querySelector('.lab-side tbody').innerText !== shown", arg=shown
    )
    tab.wait_for_function(SPARSE_ALONE)
    after = regrets(tab)
    assert after.keys() == before.keys()
    assert after != before
    tab.evaluate(RELEASE_DENSE)
    played(tab)
    assert regrets(tab).items() > after.items()
    assert not tab.get_by_text("still play").is_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_barrier_with_everything_unfolded(laboratory, theme):
    tab = laboratory(theme=theme, reduced_motion="reduce")
    played(tab)
    tab.evaluate("() => document.querySelectorAll('details').forEach(one => (one.open = true))")
    everything_shown(tab)
    assert barriers(tab)[0] == []


@pytest.mark.parametrize("width", [320, 390, 820])
def test_nothing_sticks_out_of_a_narrow_page(laboratory, width):
    tab = laboratory(**{**PHONE, "width": width})
    played(tab)
    assert tab.evaluate("() => document.documentElement.scrollWidth") <= width
    outside = tab.locator(".vaslb-laboratory").evaluate(
        """lab => [...lab.querySelectorAll('svg, table, input, select, button')].filter(
             one => one.getBoundingClientRect().right > lab.getBoundingClientRect().right + .5
           ).map(one => one.outerHTML.slice(0, 80))"""
    )
    assert outside == []
    target = tab.locator(".lab-reach").first.bounding_box()
    assert target["width"] >= 24


def test_a_finger_drags_a_handle_and_the_page_stays(laboratory):
    tab = laboratory(**PHONE)
    played(tab)
    knob = tab.locator(".lab-handle").nth(1)
    knob.scroll_into_view_if_needed()
    box = knob.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    scrolled = tab.evaluate("() => scrollY")
    touch = tab.context.new_cdp_session(tab)
    for kind, dy in [("touchStart", 0), ("touchMove", -20), ("touchMove", -40), ("touchEnd", None)]:
        points = [] if dy is None else [{"x": x, "y": y + dy}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert played(tab) != "#lab&"
    assert tab.evaluate("() => scrollY") == scrolled


def test_the_program_gives_the_numbers_of_the_page(laboratory):
    tab = laboratory("#lab&T=3000&p=1:0.1_1500:0.8&d=8&r=7")
    played(tab)
    code = tab.locator(".vaslb-laboratory pre").text_content()
    known: dict = {}
    exec(code, known)
    shown = regrets(tab)
    names = {"sharp": "sharp VASLB", "oful": "OFUL", "divide": "divide and conquer"}
    for name, run in known["runs"].items():
        title = (
            names.get(name)
            or {
                "weighted": "Weighted OFUL",
                "printed": "VASLB as printed",
                "repaired": "VASLB repaired",
            }[name]
        )
        number = float(shown[title].replace(",", ""))
        assert number == pytest.approx(run.final_regret, rel=5e-3)
    assert json.dumps(sorted(known["runs"])) == json.dumps(sorted(known["players"]))


SMALL = ["book/game.html", "book/optimism.html", "book/vaslb.html"]


@pytest.mark.parametrize("page", SMALL)
def test_a_small_strip_in_a_chapter_answers_and_leads_to_the_laboratory(open_page, page):
    tab = open_page(page)
    tab.wait_for_selector(".vaslb-laboratory[data-played]")
    root = tab.locator(".vaslb-laboratory").first
    root.scroll_into_view_if_needed()
    # Not inner_text: it changes by itself when a section far from view is laid out.
    before = root.locator("tbody").text_content()
    address = tab.url
    knob = root.locator(".lab-handle").nth(4)
    level = float(knob.get_attribute("aria-valuenow"))
    up = level < 0.5
    knob.focus()
    for _ in range(3):
        tab.keyboard.press("Shift+ArrowUp" if up else "Shift+ArrowDown")
    moved = float(knob.get_attribute("aria-valuenow"))
    assert moved == pytest.approx(level + (0.3 if up else -0.3))
    tab.wait_for_function(
        "before => document.querySelector('.vaslb-laboratory tbody').textContent !== before"
        " && document.querySelector('.vaslb-laboratory').dataset.played",
        arg=before,
    )
    assert tab.url == address  # the address of a chapter belongs to its other figures
    after = root.locator("tbody td").first.inner_text()
    root.get_by_role("link", name="Open this game in the laboratory").click()
    tab.wait_for_selector(".lab-side [aria-describedby]")
    assert played(tab).startswith("#lab&p=")
    assert after in regrets(tab).values()
    assert tab.troubles == []
