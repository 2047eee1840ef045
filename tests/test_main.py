"""`python -m vaslb_edu`: the demonstration, its answers to wrong arguments, its exit codes."""

import os
import signal
import subprocess
import sys
import time

import pytest

import vaslb_edu
from vaslb_edu import __main__ as program
from vaslb_edu import demonstration, simulate, sparse_parameter

SHORT = ["--horizon", "2000", "--dimension", "16", "--sigma", "0", "0.5"]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def _empty_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def exit_code(*arguments):
    """Run the program in this process and return its code, also where argparse leaves early."""
    try:
        return program.main([*arguments])
    except SystemExit as left:
        return left.code


def test_a_run_gives_a_progress_bar_a_table_and_a_picture(capsys, tmp_path):
    assert exit_code(*SHORT) == 0
    said, progress = capsys.readouterr()
    assert "8/8" in progress
    lines = said.splitlines()
    assert lines[1].split() == ["noise", "player", "regret", "found", "wrongly"]
    assert [line.split()[0] for line in lines[2:10]] == ["0"] * 4 + ["0.5"] * 4
    picture = tmp_path / "vaslb_demonstration.png"
    assert lines[-1] == f"The picture is in {picture.name}"
    assert picture.read_bytes().startswith(PNG)


def test_the_table_holds_what_the_library_computes(capsys):
    exit_code("--horizon", "3000", "--dimension", "8", "--sigma", "0.25", "--seed", "5")
    theta = sparse_parameter(8, demonstration.ENTRIES)
    rows = capsys.readouterr().out.splitlines()[2:6]
    for row, (name, algorithm) in zip(rows, demonstration.PLAYERS.values(), strict=True):
        run = simulate(algorithm, theta, 0.25, 3000, 5)
        assert name in row
        assert f"{run.final_regret:,.0f}" in row.split()
        chosen = run.support is not None
        assert (f"{len({0, 1, 2, 3} & set(run.support))} of 4" if chosen else "–") in row


@pytest.mark.parametrize(
    ("when", "levels"),
    [("always", [0.5, 0.5]), ("first", [0.5, 0.0]), ("second", [0.0, 0.5])],
)
def test_noise_comes_when_it_was_asked_for(when, levels):
    assert demonstration.noise(0.5, when, 10)([5, 6]).tolist() == levels


def test_the_same_seed_gives_the_same_table_and_another_seed_another(capsys):
    tables = []
    for seed in ("1", "1", "2"):
        assert exit_code(*SHORT, "--seed", seed) == 0
        tables.append(capsys.readouterr().out.splitlines()[1:-1])
    assert tables[0] == tables[1] != tables[2]


def test_a_picture_is_never_lost(capsys, tmp_path):
    """Without --out a free name is taken; a named file is kept unless --force is given."""
    mine = tmp_path / "mine.svg"
    mine.write_text("precious")
    (tmp_path / "vaslb_demonstration.png").write_text("precious")
    assert exit_code(*SHORT) == 0
    assert (tmp_path / "vaslb_demonstration.png").read_text() == "precious"
    assert (tmp_path / "vaslb_demonstration-2.png").read_bytes().startswith(PNG)
    capsys.readouterr()
    assert exit_code(*SHORT, "--out", "mine.svg") == 1
    assert "mine.svg: it exists; --force writes over it" in capsys.readouterr().err
    assert mine.read_text() == "precious"
    assert exit_code(*SHORT, "--out", "mine.svg", "--force") == 0
    assert "<svg" in mine.read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--sigma", "2"], "--sigma must be a real number in [0, 1], got 2.0"),
        (["--sigma", "loud"], "invalid float value: 'loud'"),
        (["--sigma", "nan"], "--sigma must be a real number in [0, 1], got nan"),
        (["--horizon", "0"], "--horizon must be an integer in [2, 1000000000], got 0"),
        (["--horizon", "1e5"], "invalid int value: '1e5'"),
        (["--dimension", "3"], "--dimension must be an integer >= 4, got 3"),
        (["--seed", "-1"], "--seed must be an integer >= 0, got -1"),
        (["--when", "never"], "invalid choice: 'never'"),
        (["--out", "table.csv"], "--out must end in .pdf, .png, .svg, got 'table.csv'"),
        (["--colour", "red"], "unrecognized arguments: --colour red"),
    ],
)
def test_a_wrong_argument_gives_one_line_and_code_2(capsys, tmp_path, arguments, complaint):
    assert exit_code(*arguments) == 2
    said, complained = capsys.readouterr()
    assert said == ""
    assert len(complained.splitlines()) == 1
    assert complaint in complained
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("out", "reason"), [("missing/a.png", "there is no such folder"), ("dir.png", "it is a folder")]
)
def test_a_place_that_cannot_be_written_gives_one_line_and_code_1(capsys, tmp_path, out, reason):
    (tmp_path / "dir.png").mkdir()
    assert exit_code(*SHORT, "--out", out) == 1
    said, complained = capsys.readouterr()
    assert said == ""
    assert complained == f"python -m vaslb_edu: the picture cannot be saved as {out}: {reason}\n"


def test_a_disk_that_fails_while_saving_gives_code_1(capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", full)
    assert exit_code(*SHORT) == 1
    assert capsys.readouterr().err.endswith("png: No space left on device\n")


def test_help_and_version(capsys):
    assert exit_code("--version") == 0
    assert capsys.readouterr().out == f"vaslb_edu {vaslb_edu.__version__}\n"
    assert exit_code("--help") == 0
    said = capsys.readouterr().out
    for option in ("--sigma", "--when", "--horizon", "--dimension", "--seed", "--out", "--force"):
        assert option in said


@pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C cannot be sent to one process")
def test_ctrl_c_ends_with_code_130_and_no_traceback(tmp_path):
    command = [sys.executable, "-m", "vaslb_edu", "--horizon", str(10**9)]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests started in the background ignore the signal, and so would what they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        assert process.stdout.readline().startswith("1,000,000,000 rounds")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, complained = process.communicate(timeout=600)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in complained
    assert complained.endswith("python -m vaslb_edu: interrupted, nothing was saved\n")
    assert list(tmp_path.iterdir()) == []


def test_a_horizon_beyond_all_patience_is_refused_at_once(capsys):
    assert exit_code("--horizon", str(10**23)) == 2
    assert "--horizon must be an integer in [2, 1000000000]" in capsys.readouterr().err
    assert exit_code("--horizon", "10^23") == 2


def test_a_reader_who_leaves_early_is_no_error(tmp_path):
    command = f"{sys.executable} -m vaslb_edu {' '.join(SHORT)} | head -n 1"
    root = os.path.dirname(os.path.dirname(vaslb_edu.__file__))
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        env=dict(os.environ, PYTHONPATH=root),
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("2,000 rounds")
    assert "Traceback" not in ended.stderr
    assert "cannot" not in ended.stderr
