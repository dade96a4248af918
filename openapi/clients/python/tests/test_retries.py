"""Requests that fail on their way, over a proxy that damages them."""

import asyncio
import time

import pytest
from conftest import PASSWORD, Table, self_drawn
from proxy import Fault, Proxy

from faan import AsyncClient, Client, NetworkError, ProblemError, Retries
from faan.models import Credentials, DeclaredResult, Hand, NewPenalty, ScoreRequest, VariantChoice, Win, Winner, WinOutcome

QUICK = Retries(attempts=4, first_delay=0.05)


def test_a_hand_whose_response_is_lost_is_recorded_once(table: Table, proxy: Proxy) -> None:
    # The service commits each time; first no byte of its response arrives, then a part.
    proxy.plan.faults += [Fault("POST", "/hands", cut_after=0), Fault("POST", "/hands", cut_after=20)]
    with Client(proxy.url, retries=QUICK) as client:
        client.sign_in(table.credentials)
        recorded = client.record_hand(table.club, table.match, self_drawn(1))
    sent = proxy.plan.requests("POST", "/hands")
    assert len(sent) == 3
    assert len({seen.headers["Idempotency-Key"] for seen in sent}) == 1
    assert [hand.id for hand in table.owner.iterate_hands(table.club, table.match)] == [recorded.id]


def test_asynchronous_penalties_whose_responses_are_lost_are_recorded_once(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("POST", "/penalties", times=8, cut_after=0)]

    async def record() -> None:
        async with AsyncClient(proxy.url, retries=Retries(attempts=10, first_delay=0.02)) as client:
            await client.sign_in(table.credentials)
            penalties = [NewPenalty(chair=1, payee="house", points=points, reason=f"late {points}") for points in (1, 2, 3, 4)]
            await asyncio.gather(*(client.record_penalty(table.club, table.match, penalty) for penalty in penalties))

    before = table.owner.read_ledger_head(table.club).size
    asyncio.run(record())
    assert len(proxy.plan.requests("POST", "/penalties")) == 12
    assert table.owner.read_ledger_head(table.club).size == before + 4


def test_retry_after_is_honoured(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("POST", "/hands", refuse_with=(429, {"Retry-After": "1"}))]
    with Client(proxy.url, retries=QUICK) as client:
        client.sign_in(table.credentials)
        before = time.monotonic()
        client.record_hand(table.club, table.match, self_drawn(1))
    assert time.monotonic() - before >= 1.0


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_read_is_repeated_after_temporary_errors(table: Table, proxy: Proxy, status: int) -> None:
    proxy.plan.faults += [Fault("GET", "/v1/clubs", times=2, refuse_with=(status, {}))]
    with Client(proxy.url, retries=QUICK) as client:
        client.sign_in(table.credentials)
        assert [membership.club.id for membership in client.list_clubs().clubs] == [table.club]
    assert len(proxy.plan.requests("GET", "/v1/clubs")) == 3


def test_a_long_retry_after_is_told_at_once(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("GET", "/v1/clubs", refuse_with=(503, {"Retry-After": "3600"}))]
    with Client(proxy.url) as client:
        client.sign_in(table.credentials)
        with pytest.raises(ProblemError) as raised:
            client.list_clubs()
    assert (raised.value.status, raised.value.code, raised.value.retry_after) == (503, None, 3600.0)


def test_what_has_no_key_is_sent_once(proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("POST", "/v1/score", cut_after=0), Fault("POST", "/v1/sessions", refuse_with=(503, {}))]
    win = Win(hand=Hand(concealed="222m 444p 666s 88m NN", winning_tile="8m"), won_by="self_draw", seat_wind="west", round_wind="east")
    with Client(proxy.url, retries=QUICK) as client:
        with pytest.raises(NetworkError):
            client.score_hand(ScoreRequest(variant=VariantChoice(id="old-hong-kong"), win=win))
        with pytest.raises(ProblemError):
            client.sign_in(Credentials(email="nobody@example.org", password=PASSWORD))
    assert len(proxy.plan.seen) == 2


def test_the_attempts_end(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("POST", "/hands", times=100, cut_after=0)]
    with Client(proxy.url, retries=QUICK) as client:
        client.sign_in(table.credentials)
        with pytest.raises(NetworkError) as raised:
            client.record_hand(table.club, table.match, self_drawn(1))
        key = raised.value.idempotency_key
        assert len(proxy.plan.requests("POST", "/hands")) == 4
        proxy.plan.faults.clear()
        # The caller can repeat the write later, with its key.
        recorded = client.record_hand(table.club, table.match, self_drawn(1), idempotency_key=key)
    assert [hand.id for hand in table.owner.iterate_hands(table.club, table.match)] == [recorded.id]


def test_a_problem_is_not_repeated(table: Table, proxy: Proxy) -> None:
    with Client(proxy.url, retries=QUICK) as client:
        client.sign_in(table.credentials)
        below = WinOutcome(won_by="self_draw", winners=[Winner(chair=3, declared=DeclaredResult(fan=1))])
        with pytest.raises(ProblemError):
            client.record_hand(table.club, table.match, self_drawn(1).model_copy(update={"outcome": below}))
    assert len(proxy.plan.requests("POST", "/hands")) == 1


def test_a_file_that_is_cut_off_is_an_error(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("GET", "/ledger/export", cut_after=100)]
    table.owner.ask_for_checkpoint(table.club)
    with Client(proxy.url, retries=QUICK) as client:
        client.sign_in(table.credentials)
        with pytest.raises(NetworkError):
            b"".join(client.export_ledger(table.club))
        assert b"".join(client.export_ledger(table.club)) == b"".join(table.owner.export_ledger(table.club))
