"""The reference lists what is ours, and all of it."""

import pkgutil
from pathlib import Path

import pytest
from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import NumpyDocstring

from tools.extensions import library_reference
from tools.project import LIBRARY
from vaslb_edu.figures import frames
from vaslb_edu.figures.speaking_figure import SpeakingFigure


def left_out(thing):
    return library_reference.from_elsewhere(None, "class", "", thing, False, {})


def test_what_another_project_puts_into_our_classes_is_left_out():
    assert "set" in vars(SpeakingFigure)  # matplotlib writes it for every class of figures
    assert left_out(SpeakingFigure.set)


def test_our_own_methods_are_left_to_the_usual_rules():
    assert left_out(SpeakingFigure._repr_mimebundle_) is None
    assert left_out(frames.Store.keep) is None
    assert left_out(3.0) is None


def test_every_public_module_has_a_place():
    every = set(library_reference._public_modules())
    rooms = {one.name for one in pkgutil.iter_modules([str(LIBRARY)]) if one.name[0] != "_"}
    assert {name.split(".")[0] for name in every} == rooms
    assert "figures.frames" in every


@pytest.mark.parametrize("value", [0.025, "ball", True, None, ("a", "b"), float("inf"), -3])
def test_a_value_that_reads_as_one_is_shown(value):
    assert library_reference.worth_showing(repr(value))


@pytest.mark.parametrize("value", [Path("/shelf/book"), frames, set("abcdefghij"), {1: 2}.keys()])
def test_a_value_that_is_an_object_or_a_long_table_is_not(value):
    assert not library_reference.worth_showing(repr(value))


def test_what_stands_before_a_colon_is_no_type():
    first = "Colour by role: one for every learner."
    settings = Config(napoleon_google_docstring=False)
    for what in ("data", "attribute", "property"):
        read = str(NumpyDocstring([first, ""], settings, what=what, name="x"))
        assert ":type:" in read  # so it would be without us
        lines = [first, ""]
        library_reference.keep_colon(None, what, "", None, None, lines)
        lines = NumpyDocstring(lines, settings, what=what, name="x").lines()
        library_reference.docstring(None, what, "", None, None, lines)
        assert lines[0] == first
        assert "type" not in "".join(lines)
