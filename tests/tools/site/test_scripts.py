"""Short scripts do what the long ones do, and say whose work they are."""

import subprocess

import pytest

from tools.site import scripts, vendor

LONG = """/*! by somebody, under some licence */
// A comment that nobody needs.
var settingOfAPage = 'seen by others';
function greeting(firstName) {
  const wordsOfGreeting = 'Hello, ' + firstName;
  return wordsOfGreeting + '!';
}
console.log(greeting('Ω'), settingOfAPage);
"""


def said_by(script):
    return subprocess.run(
        [vendor.node(), "-"], input=script, capture_output=True, encoding="utf-8", check=True
    ).stdout


def test_a_short_script_says_the_same():
    short = scripts.squeezed(LONG)
    assert said_by(short) == said_by(LONG) == "Hello, Ω! seen by others\n"
    assert len(short) < 0.7 * len(LONG)


def test_names_that_other_scripts_see_and_licences_stay():
    short = scripts.squeezed(LONG)
    assert "settingOfAPage" in short
    assert "greeting" in short
    assert "by somebody" in short
    assert "wordsOfGreeting" not in short
    assert "nobody needs" not in short


def test_a_script_with_a_mistake_is_named_where_it_is():
    with pytest.raises(RuntimeError, match=r"cannot be read[\s\S]*:2,"):
        scripts.squeezed("var a = 1;\nvar = 2;\n")
