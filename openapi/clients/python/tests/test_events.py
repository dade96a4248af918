"""Streams of events, over connections that are cut."""

import asyncio
import threading
import time
from contextlib import aclosing, closing

import pytest
from conftest import Table, self_drawn
from proxy import Fault, Proxy
from service import Service

from faan import AsyncClient, Client, NetworkError, Retries
from faan.models import NewAudit

QUICK = Retries(attempts=4, first_delay=0.05)
# An event of a hand takes some hundred bytes: the connection is cut in its second event.
CUT = 700


def record_hands(table: Table, count: int) -> None:
    for number in range(1, count + 1):
        table.owner.record_hand(table.club, table.match, self_drawn(number))


def test_a_stream_continues_over_cuts(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("GET", "/events", times=3, cut_after=CUT)]
    recording = threading.Thread(target=record_hands, args=(table, 6))
    numbers: list[int] = []
    with Client(proxy.url, retries=QUICK) as client:
        client.sign_in(table.credentials)
        with closing(client.follow_match(table.club, table.match)) as events:
            first = next(events)
            assert (first.kind, first.outcome) == ("match_opened", None)
            recording.start()
            for event in events:
                assert event.outcome and event.outcome.number
                numbers.append(event.outcome.number)
                if event.outcome.number == 6:
                    break
    recording.join()
    assert numbers == [1, 2, 3, 4, 5, 6]
    opened = proxy.plan.requests("GET", "/events")
    assert len(opened) == 4
    assert "Last-Event-ID" not in opened[0].headers
    assert all("Last-Event-ID" in seen.headers for seen in opened[1:])


def test_an_asynchronous_stream_continues_over_cuts(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("GET", "/events", times=3, cut_after=CUT)]

    async def follow() -> list[int]:
        numbers: list[int] = []
        async with AsyncClient(proxy.url, retries=QUICK) as client:
            await client.sign_in(table.credentials)
            recording = asyncio.create_task(asyncio.to_thread(record_hands, table, 6))
            async with aclosing(client.follow_match(table.club, table.match, last_event_id=0)) as events:
                async for event in events:
                    if event.outcome and event.outcome.number:
                        numbers.append(event.outcome.number)
                    if numbers and numbers[-1] == 6:
                        break
            await recording
        return numbers

    assert asyncio.run(follow()) == [1, 2, 3, 4, 5, 6]
    assert len(proxy.plan.requests("GET", "/events")) == 4


def test_a_stream_that_is_cut_before_its_first_event_loses_nothing(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("GET", "/events", times=2, cut_after=0)]

    def record_after_the_first_cut() -> None:
        while not proxy.plan.requests("GET", "/events"):
            time.sleep(0.01)
        record_hands(table, 2)

    with Client(proxy.url, retries=Retries(attempts=4, first_delay=0.5)) as client:
        client.sign_in(table.credentials)
        recording = threading.Thread(target=record_after_the_first_cut)
        recording.start()
        with closing(client.follow_club(table.club)) as events:
            outcomes = [next(events).outcome for _ in range(2)]
        recording.join()
    assert [outcome.number for outcome in outcomes if outcome] == [1, 2]


def test_the_events_of_an_audit_end(table: Table, service: Service) -> None:
    audit = table.owner.ask_for_audit(table.club, NewAudit()).id
    *_, last = table.owner.follow_audit(table.club, audit)
    assert (last.state, last.verdict) == ("finished", "sound")


def test_a_stream_that_is_always_cut_ends_with_an_error(table: Table, proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("GET", "/events", times=100, cut_after=0)]
    with Client(proxy.url, retries=QUICK) as client:
        client.sign_in(table.credentials)
        with pytest.raises(NetworkError):
            next(client.follow_match(table.club, table.match))
    assert len(proxy.plan.requests("GET", "/events")) == 4


def test_a_silent_connection_counts_as_broken(table: Table, proxy: Proxy) -> None:
    # The service sends a comment every five seconds; the client waits for one.
    with Client(proxy.url, retries=Retries(attempts=1), stream_silence=3.0) as client:
        client.sign_in(table.credentials)
        events = client.follow_match(table.club, table.match)
        next(events)
        with pytest.raises(NetworkError):
            next(events)
