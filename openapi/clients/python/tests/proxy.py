"""A proxy that fails: it forwards every request to the real service, and damages what a test says."""

import http.client
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass
class Seen:
    """A request that arrived at the proxy."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Fault:
    """What happens to requests of this method and part of the path, so many times."""

    method: str
    part: str
    times: int = 1
    refuse_with: tuple[int, dict[str, str]] | None = None
    """The proxy responds with this status and these headers, and forwards nothing."""
    cut_after: int | None = None
    """The connection is cut after so many bytes of the content; after none, without a status either. The service has done it all."""
    delay: float = 0.0
    """So many seconds before the request is forwarded."""
    change_request: Callable[[dict[str, str]], None] | None = None
    """Changes the headers that the service gets."""
    change_response: Callable[[bytes], bytes] | None = None


@dataclass
class Plan:
    """What a proxy has seen, and what it has yet to damage."""

    upstream: str
    seen: list[Seen] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, seen: Seen) -> Fault | None:
        """Notes a request. Returns the fault that is for it."""
        with self.lock:
            self.seen.append(seen)
            for fault in self.faults:
                if fault.times > 0 and fault.method == seen.method and fault.part in seen.path:
                    fault.times -= 1
                    return fault
            return None

    def requests(self, method: str, part: str) -> list[Seen]:
        """The requests of this method and part of the path."""
        with self.lock:
            return [seen for seen in self.seen if seen.method == method and part in seen.path]


class Forwarder(BaseHTTPRequestHandler):
    """Forwards one connection."""

    plan: Plan

    def forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        seen = Seen(self.command, self.path, dict(self.headers.items()), body)
        fault = self.plan.take(seen)
        if fault is not None and fault.refuse_with is not None:
            status, headers = fault.refuse_with
            self.answer(status, headers, b"")
            return
        sent = {name: value for name, value in seen.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
        if fault is not None and fault.change_request is not None:
            fault.change_request(sent)
        time.sleep(fault.delay if fault is not None else 0.0)
        upstream = http.client.HTTPConnection(self.plan.upstream, timeout=30)
        upstream.request(self.command, self.path, body or None, sent)
        response = upstream.getresponse()
        if response.headers.get("Content-Type") == "text/event-stream":
            self.pass_stream(response, fault)
        else:
            self.pass_response(response, fault)
        upstream.close()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = forward

    def pass_response(self, response: http.client.HTTPResponse, fault: Fault | None) -> None:
        content = response.read()
        own = ("content-length", "transfer-encoding", "connection")
        headers = {name: value for name, value in response.headers.items() if name.lower() not in own}
        if fault is not None and fault.change_response is not None:
            content = fault.change_response(content)
        self.answer(response.status, headers, content, fault.cut_after if fault is not None else None)

    def answer(self, status: int, headers: dict[str, str], content: bytes, cut_after: int | None = None) -> None:
        self.close_connection = True
        if cut_after == 0:
            return
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content[:cut_after])

    def pass_stream(self, response: http.client.HTTPResponse, fault: Fault | None) -> None:
        """In chunks: a cut stream is then an error, as it is on a network."""
        self.close_connection = True
        self.send_response_only(response.status)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")
        self.end_headers()
        left = fault.cut_after if fault is not None else None
        try:
            while line := response.readline():
                if left is not None and len(line) > left:
                    return
                left = left - len(line) if left is not None else None
                self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            return

    def log_message(self, format: str, *arguments: object) -> None:
        pass


class Proxy:
    """A running proxy."""

    def __init__(self, upstream_url: str) -> None:
        self.plan = Plan(urlsplit(upstream_url).netloc)
        handler = type("PlannedForwarder", (Forwarder,), {"plan": self.plan, "protocol_version": "HTTP/1.1"})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
