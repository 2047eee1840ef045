"""The README keeps its promises: its example runs and prints what it shows, its commands exist."""

import contextlib
import io
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def fenced_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def only_block(language: str) -> str:
    blocks = fenced_blocks(language)
    assert len(blocks) == 1, f"README.md should have one {language} block, has {len(blocks)}"
    return blocks[0]


def lines_with_content(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_example_prints_what_the_readme_shows() -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(only_block("python"), "README.md", "exec"), {"__name__": "readme"})
    assert printed.getvalue() == only_block("text")


def test_the_two_commands_are_the_ones_promised() -> None:
    assert lines_with_content(only_block("sh")) == ["make book", "make test"]


COMMANDS = re.findall(r"(?:^|`)make ([a-z0-9-]+)", README, flags=re.MULTILINE)
LOCAL_LINKS = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
LAYOUT = re.findall(r"^\| `([^`]+)` \|", README, flags=re.MULTILINE)


@pytest.mark.parametrize("target", sorted(set(COMMANDS)))
def test_every_make_command_is_a_target(target: str) -> None:
    assert re.search(rf"^{target}:", MAKEFILE, flags=re.MULTILINE)


def test_make_help_lists_all_of_them() -> None:
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = set(re.findall(r"^  make (\S+)", shown.stdout, flags=re.MULTILINE))
    assert set(COMMANDS) <= listed


@pytest.mark.parametrize("path", sorted({*LOCAL_LINKS, *LAYOUT}))
def test_every_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_patterns_above_find_something() -> None:
    assert "help" in COMMANDS
    assert "LICENSE" in LOCAL_LINKS
    assert "vaslb_edu/" in LAYOUT
