"""One build of the book, one JupyterLab and one browser for all tests of the site."""

import json
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import environments
import pytest
from contents import PATIENCE

from tools import environment
from tools.alone import alone
from tools.project import BOOK, BUILD, ROOT
from tools.site import browser, build, serve
from vaslb_edu.figures import frames


@pytest.fixture(scope="session")
def site(testrun_uid):
    """The pages of the book, built once: workers of a parallel run wait for the first."""
    ready = environment.built_site()
    if ready:
        return ready
    built = BUILD / "site-tests.txt"  # the run of tests that has built the book, and how that ended
    with alone(BUILD / "site-tests.lock"):
        if not built.exists() or built.read_text("utf-8").split("\n")[0] != testrun_uid:
            built.write_text(f"{testrun_uid}\nThe book was not built.", encoding="utf-8")
            built.write_text(f"{testrun_uid}\n{build.build()}", encoding="utf-8")
    folder = Path(built.read_text("utf-8").split("\n")[1])
    assert folder.is_dir(), folder
    return folder


@pytest.fixture(scope="session")
def chromium():
    if browser.path() is None:
        if environment.on_ci():
            pytest.fail("these tests need Chromium, and a check without it would prove nothing")
        pytest.skip("needs Chromium: apt-get install chromium, or set CHROME_PATH")
    with browser.chromium() as started:
        yield started


@pytest.fixture(scope="session")
def address(site):
    with serve.Site(site) as server:
        yield server.address


def note_failure(tab, request):
    """Count a request that failed, but not one that ended because its page was left."""
    if request.failure != "net::ERR_ABORTED":
        tab.troubles.append(f"failed: {request.url}: {request.failure}")


@pytest.fixture(scope="module")
def browse(chromium, address):
    """Open a page and keep account of what it asks for and complains about."""

    def open_one(page, *, theme="light", width=1280, height=900, **options):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, **options
        )
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.requests, tab.troubles, tab.weight = [], [], 0
        tab.on("request", lambda request: tab.requests.append(request.url))
        tab.on("requestfailed", lambda request: note_failure(tab, request))
        tab.on("pageerror", lambda error: tab.troubles.append(f"error: {error}"))
        tab.on(
            "console",
            lambda said: (
                tab.troubles.append(f"console: {said.text}") if said.type == "error" else None
            ),
        )

        def weigh(response):
            tab.weight += int(response.headers.get("content-length", 0))
            if response.status >= 400:
                tab.troubles.append(f"{response.status}: {response.url}")

        tab.on("response", weigh)
        scripts = options.get("java_script_enabled", True)
        if scripts and "://" not in page:
            browser.visit(tab, address + page)
        else:
            tab.goto(page if "://" in page else address + page)
        if scripts:
            tab.wait_for_function("() => document.fonts.status === 'loaded'")
        return tab

    return open_one


@pytest.fixture
def open_page(browse):
    """The same, for one test: what it opened is closed after it."""
    opened = []

    def open_one(page, **options):
        opened.append(browse(page, **options))
        return opened[-1]

    yield open_one
    for tab in opened:
        tab.unroute_all(behavior="ignoreErrors")  # a request that is still held would hold us, too
        tab.context.close()


# JupyterLab, in the environment that Binder makes


@pytest.fixture(scope="session")
def checkout(tmp_path_factory):
    """A copy of what a reader gets: notebooks, nothing built."""
    folder = tmp_path_factory.mktemp("checkout")
    unwanted = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
    shutil.copytree(BOOK, folder / "book", ignore=unwanted)
    return folder


@pytest.fixture(scope="session")
def lab(checkout, tmp_path_factory):
    """JupyterLab servers by folder, each started once; `lab(folder)` returns the address."""
    python = environments.binder()
    own = tmp_path_factory.mktemp("jupyter")
    for name, content in {
        "notebook-extension/tracker": {"windowingMode": "none"},
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    }.items():
        path = own / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    variables = environments.OWN_PYTHON | {
        "JUPYTER_CONFIG_DIR": str(own / "config"),
        "JUPYTER_DATA_DIR": str(own / "data"),
        "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
        "IPYTHONDIR": str(own / "ipython"),
    }
    variables.pop(frames.STATIC_VARIABLE, None)
    running = {}

    def start(folder=checkout):
        if folder not in running:
            running[folder] = _start_lab(python, folder, variables)
        return running[folder][0]

    yield start
    for _, process in running.values():
        process.terminate()
        process.wait(30)


def _start_lab(python, folder, variables):
    """Start a server that everyone on this machine may use; return its address and process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["bash", ROOT / "start"] if shutil.which("bash") else []
    command += [python, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += [f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1"]
    command += ["--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"]
    command += ["--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}"]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=folder, env=variables, **silent)
    address = f"http://127.0.0.1:{port}"
    for _ in range(240):
        try:
            urllib.request.urlopen(f"{address}/api", timeout=2)
            return address, process
        except OSError:
            time.sleep(0.5)
    process.terminate()
    raise RuntimeError("JupyterLab did not start")


@pytest.fixture
def notebook_in_lab(chromium, lab):
    """Open a notebook through the path that a launch link uses; its kernel is ended afterwards."""
    contexts = []

    def open_one(path, folder=None):
        context = chromium.new_context(viewport={"width": 1280, "height": 1000})
        context.set_default_timeout(PATIENCE)
        address = lab(folder) if folder else lab()
        tab = context.new_page()
        contexts.append((context, tab))
        tab.goto(f"{address}/lab/tree/{path}?reset")
        tab.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        tab.evaluate(
            """async () => {
              const session = jupyterapp.shell.currentWidget.sessionContext;
              await session.ready;
              await session.session.kernel.info;
            }"""
        )
        return tab

    yield open_one
    for context, tab in contexts:
        tab.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        context.close()
