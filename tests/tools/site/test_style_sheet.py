"""Style sheets keep the rules that some page can use."""

import pytest

pytest.importorskip("tinycss2")

from tools.site import style_sheet


def pruned(css, *words):
    return style_sheet.pruned(css, set(words))


def test_rules_without_a_page_are_dropped():
    css = ".a,.b:hover{x:1} .c .a{x:2} p{x:3} @media print{.a{x:4} .c{x:5}} @media tv{.c{x:6}}"
    kept = pruned(css, "a")
    assert kept == ".a{x:1}p{x:3}@media print{.a{x:4}}"


def test_rules_for_attributes_and_identities_that_no_page_has_are_dropped():
    css = "[data-a=dark] .b{x:1}p[data-c] #d{x:2}#e,p{x:3}"
    assert pruned(css, "b", "data-c", "d") == "p[data-c] #d{x:2}p{x:3}"


def test_names_are_read_off_elements_and_off_what_scripts_keep():
    page = '<details id="a"><p data-b="x" hidden>id="c" d=1</p></details>'
    assert style_sheet.names([page]) == {"open", "id", "a", "data-b", "hidden"}
    said = style_sheet.said_by("one.dataset.frameReady = 1; two.setAttribute('aria-busy', '')")
    assert said >= {"data-frame-ready", "aria-busy"}


def test_values_that_nobody_asks_for_are_left_out():
    css = "p{--a: url(data:a;b); --b: var(--a); --c: 2; x: var(--d)}q{--d:url(data:x/y);--e:3}"
    left = "p{--c: 2; x: var(--d)}q{--d:url(data:x/y);}"
    assert style_sheet.without_idle_values(css, {"--c"}).replace(" ", "") == left.replace(" ", "")


def test_a_negated_class_does_not_drop_a_rule():
    assert pruned("a:not(.gone,.lost){x:1}") == "a:not(.gone,.lost){x:1}"


def test_code_that_looks_like_its_surroundings_is_not_marked():
    sheet = """
html[data-theme="light"] .highlight { background: #fff; color: #080808 }
html[data-theme="light"] .highlight .n { color: #080808 } /* Name */
html[data-theme="light"] .highlight .p { color: #080808 } /* Punctuation */
html[data-theme="light"] .highlight .k { color: #7928a1 } /* Keyword */
html[data-theme="dark"] .highlight { background: #000; color: #F8F8F2 }
html[data-theme="dark"] .highlight .n { color: #F8F8F2 } /* Name */
html[data-theme="dark"] .highlight .p { color: #ff0000 } /* Punctuation */
html[data-theme="dark"] .highlight .k { color: #dcc6e0 } /* Keyword */
"""
    plain = style_sheet.plain_code(sheet)
    code = '<span class="k">in</span> <span class="n">x</span><span class="p">:</span>'
    assert plain.sub(r"\1", code) == '<span class="k">in</span> x<span class="p">:</span>'
    with pytest.raises(RuntimeError, match="no kind of code"):
        style_sheet.plain_code(sheet.replace("#F8F8F2 } /* Name", "#123456 } /* Name"))


def test_classes_are_read_off_elements_and_off_what_scripts_write():
    page = """<p class="a b-c">carousel</p><script>write(`<i class='d'></i>`)</script>"""
    assert style_sheet.classes([page]) == {"a", "b-c", "d"}
