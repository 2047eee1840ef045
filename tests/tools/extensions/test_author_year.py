"""References are labelled by author and year, as the text cites them."""

import pytest

pytest.importorskip("pybtex")

from pybtex.database import parse_file, parse_string

from tools.extensions.author_year import AuthorYearLabels
from tools.project import BOOK

SAMPLE = r"""
@misc{one, author = {de la Pe{\~n}a, Victor}, year = {2009}}
@misc{two, author = {Maurer, A. and Pontil, M.}, year = {2009}}
@misc{three, author = {Dai, Y. and Wang, R. and Du, S. S.}, year = {2023}}
@misc{four, author = {Dai, Y. and Others, A. and More, B.}, year = {2023}}
"""


def labels(data):
    return list(AuthorYearLabels().format_labels(list(data.entries.values())))


def test_labels_name_authors_and_year():
    assert labels(parse_string(SAMPLE, "bibtex")) == [
        "de la Peña, 2009",
        "Maurer and Pontil, 2009",
        "Dai et al., 2023a",
        "Dai et al., 2023b",
    ]


def test_the_references_of_the_book_have_labels_of_their_own():
    book = parse_file(BOOK / "references.bib")
    assert len(set(labels(book))) == len(book.entries)


def test_every_digital_name_is_one():
    found = [
        entry.fields["doi"]
        for entry in parse_file(BOOK / "references.bib").entries.values()
        if "doi" in entry.fields
    ]
    assert len(found) > 10
    assert all(one.startswith("10.") and "/" in one for one in found)
