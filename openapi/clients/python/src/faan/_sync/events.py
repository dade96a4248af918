# Generated from the file of the same name in _async by tools/generate.py.
"""Streams of events, which continue over cut connections."""

import time
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TypeVar

import httpx
from pydantic import ValidationError

from faan._model import Model
from faan._request import Request
from faan._server_events import ServerEventParser
from faan.errors import NetworkError, UnreadableResponseError
from faan.retries import Retries

AnyModel = TypeVar("AnyModel", bound=Model)
Send = Callable[[Request, bool], httpx.Response]


def follow(request: Request, model: type[AnyModel], send: Send, retries: Retries) -> Generator[AnyModel, None, None]:
    """The events of a stream, each once and in order.

    The service ends a stream after some minutes, and connections break: then the stream is requested again after the last event. It ends
    when the service says that there is nothing more (204), and when the caller closes it. Raises NetworkError after as many short
    connections without an event in sequence as `retries` allows attempts.
    """
    failures = 0
    while True:
        response = send(request, True)
        if response.status_code == httpx.codes.NO_CONTENT:
            response.close()
            return
        opened = time.monotonic()
        parser = ServerEventParser()
        try:
            for chunk in response.iter_bytes():
                for event in parser.feed(chunk):
                    failures = 0
                    request = replace(request, last_event_id=event.id or request.last_event_id)
                    yield read_event(event.data, model)
            delay = retries.first_delay
        except httpx.RequestError as error:
            # A long connection without events is that of a quiet club.
            failures = 1 if time.monotonic() - opened > retries.longest_delay else failures + 1
            failure = NetworkError(f"{request.method} {request.path}: the stream broke: {error}")
            backoff = retries.delay(failures, failure)
            if backoff is None:
                raise failure from error
            delay = backoff
        finally:
            response.close()
        time.sleep(delay)


def read_event(data: str, model: type[AnyModel]) -> AnyModel:
    """The data of an event as a model of the contract."""
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        raise UnreadableResponseError(f"the event is not the {model.__name__} of this version: {error}", data.encode()) from error
