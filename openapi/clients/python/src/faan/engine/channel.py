"""The settings of channels, and what calls are authorized with."""

import json
from collections.abc import Callable

SERVICE = "faan.engine.v1.EngineService"

# Every call of the engine is idempotent. gRPC retries a call only while the caller has received nothing of its response.
RETRY_POLICY = {
    "maxAttempts": 5,
    "initialBackoff": "0.2s",
    "maxBackoff": "5s",
    "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"],
}
SERVICE_CONFIG = {"methodConfig": [{"name": [{"service": SERVICE}], "retryPolicy": RETRY_POLICY}]}

OPTIONS: list[tuple[str, str | int]] = [
    ("grpc.service_config", json.dumps(SERVICE_CONFIG)),
    # A call fails at once while its channel waits to connect again. By default that is a second at first and longer each
    # time, so that a call could make all its attempts between two connections: the channel waits less than the call does.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 5000),
    # A message of the engine has at most 1 MiB; its responses to batches can be longer.
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
]

# A token, or what returns one that has not expired.
Token = str | Callable[[], str]


def authorization(token: Token | None) -> tuple[tuple[str, str], ...]:
    """The metadata of a call."""
    if token is None:
        return ()
    return (("authorization", f"Bearer {token if isinstance(token, str) else token()}"),)
