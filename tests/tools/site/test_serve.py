"""The server of built pages."""

import http.client
import subprocess
import sys
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tools.project import ROOT
from tools.site import serve


def test_the_server_stays_inside_its_folder_and_compresses(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "site" / "index.html").write_text("word " * 1000)
    with serve.Site(tmp_path / "site") as site:
        client = http.client.HTTPConnection("127.0.0.1", site.server_address[1])
        client.request("GET", "/", headers={"Accept-Encoding": "gzip"})
        answer = client.getresponse()
        assert answer.status == 200
        assert answer.headers["Content-Encoding"] == "gzip"
        assert len(answer.read()) < 200
        client.request("GET", "/../secret.txt")
        assert client.getresponse().status == 404


def test_a_name_that_no_file_can_have_is_not_found(tmp_path):
    with serve.Site(tmp_path) as site, pytest.raises(HTTPError, match="404"):
        urlopen(site.address + "%00")


def test_a_busy_port_gives_a_sentence(tmp_path):
    with serve.Site(tmp_path) as site:
        port = str(site.server_address[1])
        command = [sys.executable, "-m", "tools.site.serve", str(tmp_path), "--port", port]
        ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"Cannot serve on port {port}: ")
    assert len(ended.stderr.splitlines()) == 1


def test_an_address_that_leads_nowhere_shows_the_page_made_for_it(tmp_path):
    (tmp_path / serve.LOST).write_text("the way back")
    with serve.Site(tmp_path) as site, pytest.raises(HTTPError, match="404") as lost:
        urlopen(site.address + "book/nowhere.html")
    assert lost.value.read() == b"the way back"


@pytest.mark.parametrize(("problem", "shown"), [(ConnectionResetError(), ""), (KeyError("x"), "x")])
def test_a_reader_who_leaves_is_no_error(tmp_path, capsys, problem, shown):
    with serve.Site(tmp_path) as site:
        try:
            raise problem
        except Exception:
            site.handle_error(None, ("127.0.0.1", 1))
    said = capsys.readouterr().err
    assert shown in said
    assert bool(said) == bool(shown)
