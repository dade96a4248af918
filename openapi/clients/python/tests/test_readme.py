"""The examples of the README, as they are there, one after another in one folder."""

import os
import subprocess
import sys
from pathlib import Path

from examples import examples_of
from service import Service

README = Path(os.environ["FAAN_README"])
EXPECTED = [
    "5",
    "[-4.0, -1.0, 6.0, -1.0]",
    "['Sai Ying Pun']",
    "401 wrong_credentials",
    "8 outcome_recorded",
    "5\n[5, 5, 5, 5]\n[5, 5, 5, 5]",
]


def test_every_example_runs(service: Service, tmp_path: Path) -> None:
    examples = examples_of(README)
    assert len(examples) == len(EXPECTED)
    environment = {**os.environ, "FAAN": service.url, "FAAN_ENGINE": service.engine}
    for example, expected in zip(examples, EXPECTED, strict=True):
        run = subprocess.run([sys.executable, "-c", example], env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, f"{example}\n{run.stderr}"
        assert run.stdout.startswith(expected), f"{example}\n{run.stdout}"


def test_the_examples_are_short() -> None:
    scored, recorded, *_ = examples_of(README)
    assert scored.count("\n") <= 5
    assert recorded.count("\n") <= 15
