"""What requests are authorized with."""

import time
from collections.abc import Callable, Coroutine

from faan._async.once import AsyncOnce
from faan._request import Access
from faan.models import Session

# An access token that ends within so many seconds is replaced before it is used.
MARGIN = 30.0


class AsyncTokens:
    """An API key, or the tokens of a session.

    A refresh token works once: the service ends a session whose refresh token is used twice. Therefore only one caller refreshes at a
    time, the others wait for the new tokens, and a refresh is never sent twice.
    """

    def __init__(self, api_key: str | None, refresh_token: str | None, keep_refresh_token: Callable[[str | None], object] | None) -> None:
        self.api_key = api_key
        self.refresh_token = refresh_token
        self._keep_refresh_token = keep_refresh_token
        self._access_token: str | None = None
        self._replace_at = 0.0
        self._refreshing = AsyncOnce()

    def keep(self, session: Session) -> None:
        """Uses the tokens of this session from now on. The new refresh token is stored before anybody uses the access token."""
        self.refresh_token = session.refresh_token
        if self._keep_refresh_token:
            self._keep_refresh_token(session.refresh_token)
        self._access_token = session.access_token
        self._replace_at = time.monotonic() + max(session.expires_in - MARGIN, session.expires_in / 2)

    def forget(self) -> None:
        """The session is over."""
        self.refresh_token = None
        self._access_token = None
        if self._keep_refresh_token:
            self._keep_refresh_token(None)

    async def token(self, access: Access, refused: str | None, refresh: Callable[[], Coroutine[None, None, None]]) -> str | None:
        """The token for a request. `refused` is an access token that the service has refused. `refresh` has to `keep` a new session."""
        if access is Access.NONE:
            return None
        if self.api_key is not None:
            return self.api_key if access is Access.REQUIRED else None
        if not self._is_good(refused):
            await self._refreshing.run(lambda: self.refresh_token is not None and not self._is_good(refused), refresh)
        return self._access_token

    def _is_good(self, refused: str | None) -> bool:
        return self._access_token not in (None, refused) and time.monotonic() < self._replace_at
