"""Chapters in JupyterLab: Run All works from a fresh copy, and a slider moves the picture."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from contents import EXPLORABLE, ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MINUTE = 60_000


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of what a reader gets: notebooks and library, nothing built."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("book", "vaslb_edu"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    settings = folder / "settings" / "@jupyterlab"
    for name, content in {
        "notebook-extension/tracker": {"windowingMode": "none"},
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    }.items():
        path = settings / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    return folder


@pytest.fixture(scope="module")
def lab(checkout):
    """JupyterLab servers by folder, each started once."""
    running = {}

    def start(folder):
        if folder in running:
            return running[folder][0]
        port = free_port()
        environment = dict(
            os.environ,
            PYTHONPATH=str(checkout),
            JUPYTERLAB_SETTINGS_DIR=str(checkout / "settings"),
            IPYTHONDIR=str(checkout / "ipython"),
        )
        environment.pop("VASLB_EDU_STATIC", None)
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        command += [f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1"]
        command += ["--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"]
        command += ["--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}"]
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        address = f"http://127.0.0.1:{port}"
        running[folder] = (address, process)
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=2)
                return address
            except OSError:
                time.sleep(0.5)
        raise RuntimeError("JupyterLab did not start")

    yield start
    for _, process in running.values():
        process.terminate()
        process.wait(30)


CASES = [("", f"{name}.ipynb") for name in EXPLORABLE]
CASES += [("book", EXPLORABLE[0].removeprefix("book/") + ".ipynb")]


@pytest.mark.parametrize(("folder", "notebook"), CASES)
def test_run_all_then_move_a_slider(chromium, checkout, lab, folder, notebook):
    address = lab(checkout / folder)
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    tab = context.new_page()
    tab.goto(f"{address}/lab/tree/{notebook}?reset")
    tab.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=2 * MINUTE)
    tab.set_default_timeout(4 * MINUTE)
    tab.evaluate(
        """async () => {
          const session = jupyterapp.shell.currentWidget.sessionContext;
          await session.ready;
          await session.session.kernel.info;
          await jupyterapp.commands.execute('notebook:run-all-cells');
        }"""
    )
    prompts = tab.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert prompts
    assert all(prompt.strip("[]:").isdigit() for prompt in prompts)
    wrong = tab.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"]')
    assert wrong.all_inner_texts() == []
    player = tab.locator(".vaslb-live:has(.noUi-handle)").first
    image = player.locator("img")
    image.wait_for(timeout=MINUTE)
    before = image.get_attribute("src")
    handle = player.locator(".noUi-handle").first
    handle.focus()
    readout = player.locator(".widget-readout").first.inner_text()
    handle.press("ArrowRight")
    if player.locator(".widget-readout").first.inner_text() == readout:
        handle.press("ArrowLeft")
    tab.wait_for_function(
        "([image, before]) => image.src !== before && image.naturalWidth > 0",
        arg=[image.element_handle(), before],
        timeout=MINUTE,
    )
    context.close()
