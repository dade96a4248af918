"""The errors of the client. All of them are `FaanError`."""

import time
from email.utils import parsedate_to_datetime
from typing import cast

import httpx
from pydantic import ValidationError

from faan.codes import ProblemCode
from faan.models import FieldError, Problem


class FaanError(Exception):
    """The base of all errors of this package, except `ValueError` and `pydantic.ValidationError` for arguments that are wrong."""


class NetworkError(FaanError):
    """No response arrived: no connection, a timeout, or a connection that broke.

    The service may have carried out the request. A write can be repeated with the same `idempotency_key`.
    """

    def __init__(self, message: str, *, idempotency_key: str | None = None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        """The key of the write that failed. None if the request had no key."""


class UnreadableResponseError(FaanError):
    """The service responded with success, and the content is not what this version of the contract describes."""

    def __init__(self, message: str, content: bytes) -> None:
        super().__init__(message)
        self.content = content


class ProblemError(FaanError):
    """The service refused the request (RFC 9457)."""

    def __init__(self, response: httpx.Response, *, idempotency_key: str | None = None) -> None:
        self.problem = problem_of(response)
        """The whole problem. None if the response has none, such as a response of a proxy."""
        self.status: int = response.status_code
        """The HTTP status, 400 to 599."""
        self.code = cast("ProblemCode | None", self.problem.code if self.problem else None)
        """The stable code, for programs; `/problems` of the service explains it. None if the response has no problem."""
        self.title: str = self.problem.title if self.problem else response.reason_phrase
        """What it means, in a few words; the same for every problem of this code."""
        self.detail: str = self.problem.detail if self.problem else ""
        """What is wrong, in a sentence for people."""
        self.errors: list[FieldError] = (self.problem.errors or []) if self.problem else []
        """The fields at fault, each with a JSON pointer into the body or the name of a header or query parameter."""
        self.retry_after: float | None = retry_after_of(response)
        """How many seconds to wait before the request is repeated. None if the service does not say so."""
        self.idempotency_key = idempotency_key
        """The key of the write that was refused. None if the request had no key. A refusal does not use up the key."""
        super().__init__(f"{self.status} {self.code or self.title}: {self.detail}".rstrip(": "))


def problem_of(response: httpx.Response) -> Problem | None:
    """The problem of a response, if it has one."""
    if response.headers.get("Content-Type", "").partition(";")[0].strip() != "application/problem+json":
        return None
    try:
        return Problem.model_validate_json(response.content)
    except ValidationError:
        return None


def retry_after_of(response: httpx.Response) -> float | None:
    """The header `Retry-After` in seconds: it is a number of seconds or a date."""
    value = response.headers.get("Retry-After")
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
