"""Lists with pages, read to their end."""

import asyncio

from conftest import Table, new_match
from proxy import Proxy

from faan import AsyncClient, Client


def test_pages_follow_a_cursor(table: Table, proxy: Proxy) -> None:
    opened = [table.match] + [table.owner.open_match(table.club, new_match(table.players)).id for _ in range(4)]
    with Client(proxy.url) as client:
        client.sign_in(table.credentials)
        assert [match.id for match in client.iterate_matches(table.club, limit=2)] == opened[::-1]
    assert len(proxy.plan.requests("GET", "/matches")) == 3


def test_pages_follow_a_number(table: Table, proxy: Proxy) -> None:
    size = table.owner.read_ledger_head(table.club).size
    with Client(proxy.url) as client:
        client.sign_in(table.credentials)
        assert [entry.seq for entry in client.iterate_entries(table.club, limit=3)] == list(range(1, size + 1))
        assert [entry.seq for entry in client.iterate_entries(table.club, after=4)] == list(range(5, size + 1))
    assert len(proxy.plan.requests("GET", "/entries")) == -(-size // 3) + 1


def test_asynchronous_pages(table: Table, proxy: Proxy) -> None:
    opened = [table.match] + [table.owner.open_match(table.club, new_match(table.players)).id for _ in range(2)]

    async def read() -> None:
        async with AsyncClient(proxy.url) as client:
            await client.sign_in(table.credentials)
            assert [match.id async for match in client.iterate_matches(table.club, limit=2)] == opened[::-1]

    asyncio.run(read())
    assert len(proxy.plan.requests("GET", "/matches")) == 2
