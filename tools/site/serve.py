"""Serve a folder on the loopback address as a good host would: compressed, with cache headers."""

from __future__ import annotations

import argparse
import contextlib
import gzip
import mimetypes
import posixpath
import re
import sys
import threading
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from vaslb_edu.figures.frames import FRAME_NAME

COMPRESSED = ("text/", "application/javascript", "application/json", "image/svg+xml")
LASTING = re.compile(rf"(?:all|formulas)-[0-9a-f]{{12}}\.(?:css|js)$|/{FRAME_NAME}$|/fonts/")
"""Files whose name changes with their content may be kept by the browser for ever."""

LOST = "404.html"
"""The page that is shown for an address that leads nowhere, if the folder has one."""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


@cache
def _gzipped(path: Path, changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 9, mtime=0)


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD with files below the server's folder."""

    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        path = self._file()
        status = 200 if path else 404
        path = path or self.server.folder / LOST
        if not path.is_file():
            self.send_error(404)
            return
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        compress = kind.startswith(COMPRESSED) and "gzip" in self.headers.get("Accept-Encoding", "")
        body = _gzipped(path, path.stat().st_mtime_ns) if compress else path.read_bytes()
        self.send_response(status)
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        self.send_header("Content-Type", kind + charset)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        if compress:
            self.send_header("Content-Encoding", "gzip")
        lasting = LASTING.search(path.as_posix())
        age = "public, max-age=31536000, immutable" if lasting else "no-cache"
        self.send_header("Cache-Control", age)
        self.end_headers()
        if self.command != "HEAD":
            with contextlib.suppress(ConnectionError):  # the reader has gone to another page
                self.wfile.write(body)

    do_HEAD = do_GET

    def _file(self) -> Path | None:
        """Return the file asked for, or None if there is none inside the folder."""
        wanted = posixpath.normpath(unquote(urlsplit(self.path).path)).lstrip("/")
        if "\0" in wanted:  # no file has such a name, and asking for one is an error
            return None
        try:
            path = (self.server.folder / wanted).resolve()
            if path.is_dir():
                path = path / "index.html"
            inside = path.is_relative_to(self.server.folder)
            return path if inside and path.is_file() else None
        except OSError:  # a name longer than any file's
            return None

    def log_message(self, *_: object) -> None:
        """Stay silent."""


class Site(ThreadingHTTPServer):
    """A folder served on a free port of the loopback address; use it in a ``with`` block."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder.resolve()
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a reader who has left; all else is shown."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def __enter__(self) -> Site:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


def serve(folder: Path, port: int = 0) -> None:
    """Serve a folder, say where, and wait for Ctrl-C."""
    with Site(folder, port) as site:
        print(f"The book is at {site.address} (stop with Ctrl-C)", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    chosen = parser.parse_args()
    try:
        serve(chosen.folder, chosen.port)
    except (OSError, OverflowError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        parser.exit(
            1, f"Cannot serve on port {chosen.port}: {reason}. --port 0 takes a free one.\n"
        )


if __name__ == "__main__":
    main()
