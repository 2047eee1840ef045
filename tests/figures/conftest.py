"""Figures are live unless a test says that the book is being built."""

import pytest

from vaslb_edu.figures import frames


@pytest.fixture
def static(monkeypatch, tmp_path):
    """The build of the book: frames go to a folder."""
    monkeypatch.setenv(frames.STATIC_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def _live_by_default(monkeypatch):
    monkeypatch.delenv(frames.STATIC_VARIABLE, raising=False)
