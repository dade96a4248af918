"""The cluster of deploy/cluster, for tests: what runs in it, and requests of a client of it."""

import json
import os
import pathlib
import shutil
import subprocess
import time
import uuid

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
URL = "http://10.77.1.10:8080"
FAAN = os.environ.setdefault("FAAN", str(REPOSITORY / "target/debug/faan"))
CREDENTIALS = {"email": "mei@example.org", "password": "a password for the test"}


def run(*command, status=0, **options):
    """Runs a command that must exit with this status. Returns what it printed."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == status, f"{command} exited with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Cluster:
    """A cluster in a folder. Called, it runs a command of deploy/cluster/cluster, for which `program` is Faan."""

    def __init__(self, folder, program=FAAN):
        self.folder, self.program = folder, program

    def of(self, program):
        return Cluster(self.folder, program)

    def __call__(self, *words, status=0):
        environment = os.environ | {"FAAN_CLUSTER": str(self.folder), "FAAN": self.program}
        return run(REPOSITORY / "deploy/cluster/cluster", *words, status=status, env=environment)

    def ask(self, method, path, body=None, token=None, expected=(200, 201)):
        """A request as a client of the cluster. Returns its answer as text."""
        words = ["--silent", "--show-error", "--request", method, "--write-out", "\n%{http_code}", "--header", f"Idempotency-Key: {uuid.uuid4()}"]
        if token:
            words += ["--header", f"Authorization: Bearer {token}"]
        if body is not None:
            words += ["--header", "Content-Type: application/json", "--data", json.dumps(body)]
        answer, status = self("exec", "curl", *words, URL + path).rsplit("\n", 1)
        assert int(status) in expected, f"{method} {path}: {status} {answer}"
        return answer

    def sign_in(self):
        return json.loads(self.ask("POST", "/v1/sessions", CREDENTIALS))["access_token"]

    def demo(self):
        """A match in a club of its own."""
        self("exec", "env", f"FAAN_URL={URL}", FAAN, "demo")

    def primary(self):
        """The name of the primary; none while there is none."""
        try:
            return self("primary").strip()
        except AssertionError:
            return None

    def archive(self):
        """Has the log archived up to here."""
        primary = self.folder / self("primary").strip()
        sql = "SELECT pg_walfile_name(pg_switch_wal())"
        as_postgres = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
        segment = run(*as_postgres, "psql", "-h", primary, "-U", "postgres", "-Atc", sql, cwd="/").strip()
        eventually("it is archived", lambda: (self.folder / "archive" / segment).exists())


def eventually(what, happens):
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if result := happens():
            return result
        time.sleep(0.2)
    raise AssertionError(f"not in time: {what}")


def what_is_missing():
    """What this machine lacks for a cluster; None if it has all of it."""
    missing = [program for program in ("patroni", "etcd", "haproxy", "ip") if not shutil.which(program)]
    if missing:
        return f"{', '.join(missing)} is not on this machine"
    return None if os.getuid() == 0 else "it needs root"
