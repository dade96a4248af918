"""How requests are sent, again after failures, and how responses are read."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError

from faan._async.events import follow
from faan._async.tokens import AsyncTokens
from faan._model import Model
from faan._request import Access, Request
from faan._version import VERSION
from faan.errors import FaanError, NetworkError, ProblemError, UnreadableResponseError
from faan.models import Refresh, Session
from faan.retries import Retries

AnyModel = TypeVar("AnyModel", bound=Model)
OBJECT = TypeAdapter(dict[str, Any])


class AsyncTransport:
    """Sends requests to one service."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        refresh_token: str | None = None,
        keep_refresh_token: Callable[[str | None], object] | None = None,
        retries: Retries | None = None,
        timeout: float = 30.0,
        stream_silence: float = 15.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        if api_key is not None and refresh_token is not None:
            raise ValueError("an API key and a refresh token cannot be used together")
        self._base_url = base_url.rstrip("/")
        self._tokens = AsyncTokens(api_key, refresh_token, keep_refresh_token)
        self._retries = retries or Retries()
        self._timeout = httpx.Timeout(timeout)
        self._stream_timeout = httpx.Timeout(timeout, read=stream_silence)
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient()

    async def aclose(self) -> None:
        """Closes the connections. An `http` that the caller passed stays open."""
        if self._owns_http:
            await self._http.aclose()

    async def _send(self, request: Request, is_stream: bool = False) -> httpx.Response:
        """Sends a request until it succeeds, or must not be sent again. Raises ProblemError or NetworkError."""
        failures = 0
        refused: str | None = None
        while True:
            # A failure of a refresh is none of this request: it is raised.
            token = await self._tokens.token(request.access, refused, self._refresh)
            try:
                return await self._send_once(request, token, is_stream)
            except FaanError as failure:
                if refused is None and self._can_replace(token, failure):
                    refused = token
                    continue
                failures += 1
                delay = self._retries.delay(failures, failure) if request.is_repeatable else None
                if delay is None:
                    raise
            await asyncio.sleep(delay)

    def _can_replace(self, token: str | None, failure: FaanError) -> bool:
        """Whether the service refused the access token, and there is a refresh token. Such a request had no effect."""
        has_refresh_token = token is not None and self._tokens.refresh_token is not None
        return has_refresh_token and isinstance(failure, ProblemError) and failure.code == "not_signed_in"

    async def _refresh(self) -> None:
        """Replaces the tokens. A lost response is not asked for again: the service ends a session whose refresh token is used twice."""
        request = Request("POST", "/v1/sessions/refresh", Access.NONE, body=Refresh(refresh_token=self._tokens.refresh_token or ""))
        try:
            response = await self._send_once(request, None, False)
        except ProblemError as problem:
            if problem.code == "session_over":
                self._tokens.forget()
            raise
        self._tokens.keep(read_model(response, Session))

    async def _send_once(self, request: Request, token: str | None, is_stream: bool) -> httpx.Response:
        """Sends a request, and raises what is not a success."""
        headers = {"User-Agent": f"faan-python/{VERSION}", **request.headers()}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        sent = self._http.build_request(
            request.method,
            self._base_url + request.path,
            params=request.parameters() or None,
            headers=headers,
            content=request.body.to_json() if request.body is not None else None,
            timeout=self._stream_timeout if is_stream else self._timeout,
        )
        try:
            # Only `/docs` redirects, to its first page.
            response = await self._http.send(sent, stream=is_stream, follow_redirects=request.path == "/docs")
            if not response.is_success and is_stream:
                await response.aread()
        except httpx.RequestError as error:
            text = f"{request.method} {request.path}: {type(error).__name__}: {error}".rstrip(": ")
            raise NetworkError(text, idempotency_key=request.idempotency_key) from error
        if response.is_success:
            return response
        raise ProblemError(response, idempotency_key=request.idempotency_key)

    async def _read_model(self, request: Request, model: type[AnyModel]) -> AnyModel:
        return read_model(await self._send(request), model)

    async def _read_object(self, request: Request) -> dict[str, Any]:
        return OBJECT.validate_json((await self._send(request)).content)

    async def _read_text(self, request: Request) -> str:
        return (await self._send(request)).content.decode()

    async def _read_bytes(self, request: Request) -> bytes:
        return (await self._send(request)).content

    async def _read_chunks(self, request: Request) -> AsyncGenerator[bytes, None]:
        """The content of a response as it arrives. A connection that breaks after the first bytes raises NetworkError."""
        response = await self._send(request, is_stream=True)
        try:
            async for chunk in response.aiter_bytes():
                yield chunk
        except httpx.RequestError as error:
            raise NetworkError(f"{request.method} {request.path}: the response is cut off: {error}") from error
        finally:
            await response.aclose()

    def _follow(self, request: Request, model: type[AnyModel]) -> AsyncGenerator[AnyModel, None]:
        """The events of a stream, over as many connections as it takes."""
        return follow(request, model, self._send, self._retries)


def read_model(response: httpx.Response, model: type[AnyModel]) -> AnyModel:
    """A response as a model of the contract."""
    try:
        read = model.model_validate_json(response.content)
    except ValidationError as error:
        text = f"the response is not the {model.__name__} of this version: {error}"
        raise UnreadableResponseError(text, response.content) from error
    read._etag = response.headers.get("ETag")
    return read
