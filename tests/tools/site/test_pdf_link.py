"""The link to the PDF stands on the pages when there is a PDF, and leads to it."""

import pytest

from tools.site import pdf_link


def test_places_are_filled_once_and_again(tmp_path):
    site, pdf = tmp_path / "site", tmp_path / "printed.pdf"
    (site / "book").mkdir(parents=True)
    for name in ("search.html", "book/game.html"):
        (site / name).write_text(f"<p>{pdf_link.PLACE}</p>")
    for size in (2_000_000, 3_500_000):
        pdf.write_bytes(b"x" * size)
        assert pdf_link.offer(site, pdf) == 2
        page = (site / "book/game.html").read_text()
        assert page.count("<a ") == 1
        assert f'href="../{pdf_link.NAME}">PDF, {size / 1e6:.1f} MB</a>' in page
        assert f'href="{pdf_link.NAME}"' in (site / "search.html").read_text()
        assert (site / pdf_link.NAME).stat().st_size == size


def test_pages_without_a_place_are_noticed(tmp_path):
    (tmp_path / "game.html").write_text("<p>Text</p>")
    (tmp_path / "printed.pdf").touch()
    with pytest.raises(RuntimeError, match="no page of"):
        pdf_link.offer(tmp_path, tmp_path / "printed.pdf")
