"""A Faan of its own for a part of the outer ring."""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import uuid

PASSWORD = "thirteen orphans"


class Service:
    """A running Faan, and requests to it."""

    def __init__(self, url):
        self.url = url

    def ask(self, method, path, body=None, token=None, headers=None):
        """The status of an answer and its bytes. A body of bytes is sent as it is, with the `Content-Type` among the headers."""
        request = urllib.request.Request(self.url + path, method=method)
        request.add_header("Idempotency-Key", str(uuid.uuid4()))
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = body if isinstance(body, bytes) else json.dumps(body).encode()
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as problem:
            return problem.code, problem.read()

    def send(self, method, path, body=None, token=None, headers=None):
        """What a successful answer says. Any other answer ends the program."""
        status, text = self.ask(method, path, body, token, headers)
        if status >= 300:
            sys.exit(f"{method} {path}: {status} {text.decode()}")
        return json.loads(text) if text else None

    def sign_up(self, name):
        email = f"{name}@example.org"
        self.send("POST", "/v1/users", {"email": email, "password": PASSWORD, "display_name": name})
        return self.sign_in(name)

    def sign_in(self, name):
        credentials = {"email": f"{name}@example.org", "password": PASSWORD}
        return self.send("POST", "/v1/sessions", credentials)["access_token"]


@contextlib.contextmanager
def service_of(faan):
    """A Faan with an empty database, which ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        # As root, PostgreSQL runs as another user, who has to come here.
        os.chmod(folder, 0o755)
        command = [faan, "up", "--data-dir", f"{folder}/data", "--gateway-listen", "127.0.0.1:0", "--engine-listen", "127.0.0.1:0"]
        # Everybody is at one address here, and asks as fast as they can.
        command += ["--anonymous-rate", "1000000"]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            yield Service(next(found for line in running.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line))).group())
        finally:
            running.terminate()
            running.wait()
