"""A request of an operation, before it is sent."""

import enum
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from urllib.parse import quote
from uuid import UUID

from faan._model import Model

QueryValue = str | int | float | bool | date | datetime | UUID | None


class Access(enum.Enum):
    """What an operation is authorized with."""

    NONE = "none"
    """Nothing: it is for anybody, or opens a session."""
    OPTIONAL = "optional"
    """Nothing. Whoever is signed in has a larger share, and sends the access token. An API key is not accepted."""
    REQUIRED = "required"
    """An access token or an API key."""


@dataclass(frozen=True)
class Request:
    """A request. All its attempts are the same, with the same idempotency key."""

    method: str
    path: str
    access: Access
    body: Model | None = None
    query: Mapping[str, QueryValue] = field(default_factory=dict)
    is_keyed: bool = False
    idempotency_key: str | None = None
    if_match: int | str | None = None
    last_event_id: int | str | None = None

    def __post_init__(self) -> None:
        if self.is_keyed and self.idempotency_key is None:
            object.__setattr__(self, "idempotency_key", str(uuid.uuid4()))

    @property
    def is_repeatable(self) -> bool:
        """Whether it can be sent again after a failure: it changes nothing, or the service recognizes its key."""
        return self.method == "GET" or self.is_keyed

    def headers(self) -> dict[str, str]:
        """The headers of every attempt, without the authorization."""
        headers: dict[str, str] = {}
        if self.body is not None:
            headers["Content-Type"] = "application/json"
        if self.idempotency_key is not None:
            headers["Idempotency-Key"] = self.idempotency_key
        if self.if_match is not None:
            headers["If-Match"] = f'"{self.if_match}"' if isinstance(self.if_match, int) else self.if_match
        if self.last_event_id is not None:
            headers["Last-Event-ID"] = str(self.last_event_id)
        return headers

    def parameters(self) -> dict[str, str]:
        """The query, without the parameters that are absent."""
        return {name: query_text(value) for name, value in self.query.items() if value is not None}


def query_text(value: QueryValue) -> str:
    """A value in a query: dates and times in the form of RFC 3339."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)


def segment(value: object) -> str:
    """A value as one segment of a path. Raises ValueError for a value that would name another address."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} is not an id")
    return quote(text, safe="")


def segments(value: str) -> str:
    """A value as several segments of a path."""
    return "/".join(segment(part) for part in value.split("/"))
