"""The server of built pages."""

import http.client

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
