"""The client."""

import contextlib
from collections.abc import AsyncGenerator
from types import TracebackType
from uuid import UUID

from faan._async.operations import AsyncOperations
from faan.models import Credentials, Goodbye, LedgerEvent, NewPassword, Refresh, Session


class AsyncClient(AsyncOperations):
    """A client of one service: every operation of the contract is a method of the same name.

    The operations that open, replace or end a session change the session of the client, too.

    Args:
        base_url: The address of the service, such as `https://faan.example`.
        api_key: The secret of an API key, instead of a session.
        refresh_token: The refresh token of an earlier session, which the client continues.
        keep_refresh_token: Called with every new refresh token before it is needed, and with None when the session is over. A refresh token
            works once: a program that continues its session after a restart has to store the newest one. It should be quick.
        retries: Limits of retries.
        timeout: How many seconds to wait for a connection, and for each part of a response.
        stream_silence: How many seconds a stream of events can be silent before its connection counts as broken. The service sends a
            comment every five seconds.
        http: An httpx client with settings of its own, such as a proxy or a private certificate authority. It is not closed.
    """

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        await self.aclose()

    async def sign_in(self, body: Credentials) -> Session:
        """Signs in. The client uses this session from now on."""
        return self._keep(await super().sign_in(body))

    async def refresh_session(self, body: Refresh) -> Session:
        """Replaces the tokens of a session. The client does this by itself when it is necessary."""
        return self._keep(await super().refresh_session(body))

    async def change_password(self, body: NewPassword) -> Session:
        """Changes the password, which ends all sessions and opens a new one. The client uses that one from now on."""
        return self._keep(await super().change_password(body))

    async def sign_out(self, body: Refresh | None = None) -> None:
        """Ends a session: that of the client, if no refresh token is named."""
        own = self._tokens.refresh_token
        body = body or (Refresh(refresh_token=own) if own is not None else None)
        if body is None:
            return
        await super().sign_out(body)
        if body.refresh_token == own:
            self._tokens.forget()

    async def erase_account(self, body: Goodbye) -> None:
        """Erases the account, which ends all its sessions."""
        await super().erase_account(body)
        self._tokens.forget()

    async def follow_club(self, club: UUID | str, *, last_event_id: int | None = None) -> AsyncGenerator[LedgerEvent, None]:
        """Follows a club: one event for each ledger entry after `last_event_id`, by default for each one after the stream is requested."""
        if last_event_id is None:
            # Without a number, a connection that is cut before its first event would lose the entries of the meantime.
            last_event_id = (await self.read_ledger_head(club)).size
        async with contextlib.aclosing(super().follow_club(club, last_event_id=last_event_id)) as events:
            async for event in events:
                yield event

    def _keep(self, session: Session) -> Session:
        self._tokens.keep(session)
        return session
