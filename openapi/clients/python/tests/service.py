"""A private Faan for the tests: an engine, a gateway and a PostgreSQL of their own, on free ports."""

import contextlib
import os
import re
import subprocess
import tempfile
from collections.abc import Generator
from typing import NamedTuple


class Service(NamedTuple):
    """The addresses of a service."""

    url: str
    engine: str


@contextlib.contextmanager
def running_service(binary: str) -> Generator[Service, None, None]:
    """Starts the binary, and stops it at the end."""
    with tempfile.TemporaryDirectory() as folder:
        # As root, PostgreSQL runs as another user, who has to come here.
        os.chmod(folder, 0o755)
        command = [binary, "up", "--data-dir", f"{folder}/data", "--gateway-listen", "127.0.0.1:0", "--engine-listen", "127.0.0.1:0"]
        command += ["--anonymous-rate", "1000000"]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert running.stdout is not None
            found: dict[str, str] = {}
            for line in running.stdout:
                if match := re.match(r"\s+(REST|gRPC)\s+(\S+)", line):
                    found[match.group(1)] = match.group(2)
                if len(found) == 2:
                    break
            yield Service(url=found["REST"], engine=found["gRPC"])
        finally:
            running.terminate()
            running.wait()
