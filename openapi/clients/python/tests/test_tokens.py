"""Sessions: tokens are replaced by themselves, and a refresh token is used once."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import Table, self_drawn
from proxy import Fault, Proxy
from service import Service

from faan import AsyncClient, Client, NetworkError, ProblemError
from faan.models import NewApiKey

REFRESH = "/v1/sessions/refresh"


def sign_in_and_spoil(client: Client, table: Table, proxy: Proxy, method: str, part: str) -> None:
    """Signs in; from then on the service gets another token instead of this one, which it refuses."""
    token = client.sign_in(table.credentials).access_token
    # Two access tokens of one session that are made within one second are the same.
    time.sleep(1.1)

    def spoil(headers: dict[str, str]) -> None:
        headers["Authorization"] = headers["Authorization"].replace(token, "spoiled")

    proxy.plan.faults += [Fault(method, part, times=100, change_request=spoil)]


def ending_at_once(content: bytes) -> bytes:
    """A session whose access token is about to end."""
    return json.dumps({**json.loads(content), "expires_in": 0}).encode()


def refresh_token_of(table: Table, service: Service) -> str:
    with Client(service.url) as client:
        return client.sign_in(table.credentials).refresh_token


def test_threads_refresh_once(table: Table, service: Service, proxy: Proxy) -> None:
    kept: list[str | None] = []
    with Client(proxy.url, refresh_token=refresh_token_of(table, service), keep_refresh_token=kept.append) as client:
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda _: client.list_clubs(), range(24)))
        assert all(answer.clubs[0].club.id == table.club for answer in answers)
    assert len(proxy.plan.requests("POST", REFRESH)) == 1
    assert len(kept) == 1
    # What was kept is good in the next run of the program.
    with Client(service.url, refresh_token=kept[0]) as client:
        assert client.list_clubs().clubs


def test_tasks_refresh_once(table: Table, service: Service, proxy: Proxy) -> None:
    kept: list[str | None] = []
    token = refresh_token_of(table, service)

    async def ask() -> None:
        async with AsyncClient(proxy.url, refresh_token=token, keep_refresh_token=kept.append) as client:
            answers = await asyncio.gather(*(client.list_clubs() for _ in range(24)))
            assert all(answer.clubs[0].club.id == table.club for answer in answers)

    asyncio.run(ask())
    assert len(proxy.plan.requests("POST", REFRESH)) == 1
    assert len(kept) == 1


def test_a_cancelled_task_loses_no_tokens(table: Table, service: Service, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("POST", REFRESH, delay=0.5)]
    token = refresh_token_of(table, service)

    async def ask() -> None:
        async with AsyncClient(proxy.url, refresh_token=token) as client:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.list_clubs(), timeout=0.2)
            assert (await client.list_clubs()).clubs

    asyncio.run(ask())
    assert len(proxy.plan.requests("POST", REFRESH)) == 1


def test_a_token_that_is_about_to_end_is_replaced_before_it_is_used(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("POST", "/v1/sessions", change_response=ending_at_once)]
    with Client(proxy.url) as client:
        client.sign_in(table.credentials)
        client.list_clubs()
        client.list_clubs()
    assert [seen.path for seen in proxy.plan.seen] == ["/v1/sessions", REFRESH, "/v1/clubs", "/v1/clubs"]


def test_a_refused_token_is_replaced_and_the_write_is_sent_again(table: Table, proxy: Proxy) -> None:
    with Client(proxy.url) as client:
        sign_in_and_spoil(client, table, proxy, "POST", "/hands")
        recorded = client.record_hand(table.club, table.match, self_drawn(1))
    first, second = proxy.plan.requests("POST", "/hands")
    assert first.headers["Authorization"] != second.headers["Authorization"]
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"]
    assert [hand.id for hand in table.owner.iterate_hands(table.club, table.match)] == [recorded.id]


def test_threads_whose_token_is_refused_refresh_once(table: Table, proxy: Proxy) -> None:
    with Client(proxy.url) as client:
        sign_in_and_spoil(client, table, proxy, "GET", "/v1/clubs")
        with ThreadPoolExecutor(8) as threads:
            assert len(list(threads.map(lambda _: client.list_clubs(), range(8)))) == 8
    assert len(proxy.plan.requests("POST", REFRESH)) == 1


def test_a_lost_refresh_is_not_sent_twice(table: Table, service: Service, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("POST", REFRESH, cut_after=0)]
    with Client(proxy.url, refresh_token=refresh_token_of(table, service)) as client, pytest.raises(NetworkError):
        client.list_members(table.club)
    assert len(proxy.plan.requests("POST", REFRESH)) == 1


def test_a_session_that_is_over_is_told(table: Table, service: Service) -> None:
    kept: list[str | None] = []
    token = refresh_token_of(table, service)
    with Client(service.url, refresh_token=token) as client:
        client.sign_out()
        with pytest.raises(ProblemError) as signed_out:
            client.list_clubs()
    with Client(service.url, refresh_token=token, keep_refresh_token=kept.append) as client, pytest.raises(ProblemError) as over:
        client.list_clubs()
    assert (signed_out.value.code, over.value.code, kept) == ("not_signed_in", "session_over", [None])


def test_an_api_key_is_used_instead_of_a_session(table: Table, service: Service) -> None:
    key = table.owner.make_api_key(table.club, NewApiKey(name="screen in the hall", role="player")).secret
    with Client(service.url, api_key=key) as client:
        assert client.read_club(table.club).id == table.club
        assert [variant.id for variant in client.list_variants().variants]
        with pytest.raises(ProblemError) as forbidden:
            client.record_hand(table.club, table.match, self_drawn(1))
    assert forbidden.value.code == "forbidden"
