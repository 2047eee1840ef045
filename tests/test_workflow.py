"""The workflows on GitHub: the commands exist, the actions are pinned, the rights are few."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".github" / "workflows"
TEXTS = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.yml"))}
# YAML reads the key `on` as true.
FLOWS = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
JOBS = [(flow, job) for flow in FLOWS for job in FLOWS[flow]["jobs"]]
STEPS = [(flow, job, step) for flow, job in JOBS for step in FLOWS[flow]["jobs"][job]["steps"]]
COMMANDS = [(flow, step["run"]) for flow, _, step in STEPS if "run" in step]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def triggers(flow):
    return FLOWS[flow][True]


def commands(flow):
    return [run for name, run in COMMANDS if name == flow]


def test_there_are_three_workflows():
    assert set(FLOWS) == {"book", "newest", "release"}


@pytest.mark.parametrize("flow", FLOWS)
def test_every_make_command_is_a_target(flow):
    targets = re.findall(r"^\s*make ([a-z-]+)", "\n".join(commands(flow)), re.M)
    assert "test" in targets
    for target in targets:
        assert re.search(rf"^{target}:", MAKEFILE, re.M), target


def test_the_commands_are_those_of_the_readme_and_of_ci():
    readme = (ROOT / "README.md").read_text("utf-8")
    block = re.search(r"^```sh\n(.*?)^```", readme, re.M | re.S)[1].splitlines()
    for flow in ("book", "newest"):
        assert set(block) <= set(commands(flow))
        assert FLOWS[flow]["env"]["OPEN"] == "0"
    assert "make test" in (ROOT / ".ci" / "run").read_text("utf-8")


@pytest.mark.parametrize(("flow", "job", "step"), STEPS)
def test_every_action_is_pinned_to_a_commit_with_its_version_beside_it(flow, job, step):
    if "uses" in step:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"])
        assert re.search(rf"uses: {re.escape(step['uses'])} # v\d+\.\d+\.\d+$", TEXTS[flow], re.M)


def test_one_action_has_one_version():
    used = {step["uses"] for _, _, step in STEPS if "uses" in step}
    names = [one.split("@")[0] for one in used]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("flow", FLOWS)
def test_rights_are_read_only_but_where_a_job_needs_more(flow):
    assert FLOWS[flow]["permissions"] == {"contents": "read"}
    more = {
        ("book", "publish"): {"pages": "write", "id-token": "write"},
        ("newest", "report"): {"issues": "write"},
        ("release", "publish"): {"id-token": "write"},
    }
    for job, settings in FLOWS[flow]["jobs"].items():
        assert settings.get("permissions") == more.get((flow, job))
        if (flow, job) in more:
            uses = [step.get("uses", "") for step in settings["steps"]]
            assert not any("checkout" in one for one in uses)
        assert settings["timeout-minutes"] <= 90
        assert settings["runs-on"] == "ubuntu-24.04"


def test_no_step_keeps_a_token_or_reads_a_secret():
    for _, _, step in STEPS:
        if "checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False
    assert all("secrets." not in text for text in TEXTS.values())


@pytest.mark.parametrize(("flow", "run"), COMMANDS)
def test_no_command_pastes_what_others_can_write(flow, run):
    """Names of branches and titles reach a shell only through variables."""
    assert "${{" not in run


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(("flow", "run"), COMMANDS)
def test_every_command_is_well_formed_shell(flow, run):
    done = subprocess.run(["bash", "-n"], input=run, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_pull_requests_are_tested_and_only_main_is_published():
    assert triggers("book")["push"] == {"branches": ["main"]}
    assert "pull_request" in triggers("book")
    assert "pull_request_target" not in triggers("book")
    publish = FLOWS["book"]["jobs"]["publish"]
    assert publish["if"] == "github.ref == 'refs/heads/main' && github.event_name != 'pull_request'"
    assert set(publish["needs"]) == {"test", "book"}


def test_every_python_that_the_package_names_is_tested():
    named = {
        one.rpartition(" ")[2]
        for one in PROJECT["classifiers"]
        if re.search(r":: Python :: 3\.\d+$", one)
    }
    assert set(FLOWS["book"]["jobs"]["test"]["strategy"]["matrix"]["python"]) == named
    newest = FLOWS["newest"]["jobs"]["newest"]["strategy"]["matrix"]["python"]
    assert set(newest) <= named
    assert "3.13" in newest


def test_caches_are_keyed_by_a_hash():
    caches = [step["with"] for _, _, step in STEPS if "actions/cache" in step.get("uses", "")]
    assert len(caches) == 2
    assert all("hashFiles(" in one["key"] for one in caches)
    for flow, _, step in STEPS:
        if "setup-python" in step.get("uses", "") and flow != "newest":
            assert step["with"]["cache-dependency-path"] == "requirements*.txt"


def test_the_book_is_built_for_the_repository_it_is_built_in():
    for flow in FLOWS:
        address = FLOWS[flow]["env"]["VASLB_REPOSITORY"]
        assert address == "https://github.com/${{ github.repository }}"


def test_the_scheduled_run_uses_no_pins_and_reports():
    [entry] = triggers("newest")["schedule"]
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", entry["cron"])
    install = next(run for run in commands("newest") if "pip install" in run)
    assert "requirements" not in install
    [extras] = re.findall(r'-e "\.\[([a-z0-9,]+)\]"', install)
    assert set(extras.split(",")) == set(PROJECT["optional-dependencies"])
    assert "touch .venv/.installed" in install  # or make would put the pins back
    report = FLOWS["newest"]["jobs"]["report"]
    assert report["if"] == "failure()"
    assert report["needs"] == "newest"
    [said] = [step["run"] for step in report["steps"]]
    assert "gh issue create" in said
    assert "gh issue comment" in said
