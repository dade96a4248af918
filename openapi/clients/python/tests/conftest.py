"""The service, and what most tests need of it."""

import os
import uuid
from collections.abc import Generator
from datetime import date
from typing import NamedTuple
from uuid import UUID

import pytest
from proxy import Proxy
from service import Service, running_service

from faan import Client
from faan.models import (
    Credentials,
    DeclaredResult,
    NewClub,
    NewHand,
    NewMatch,
    NewMatchTerms,
    NewPlayer,
    NewUser,
    VariantChoice,
    Winner,
    WinOutcome,
)

PASSWORD = "thirteen orphans"


@pytest.fixture(scope="session")
def service() -> Generator[Service, None, None]:
    with running_service(os.environ["FAAN"]) as started:
        yield started


@pytest.fixture
def proxy(service: Service) -> Generator[Proxy, None, None]:
    started = Proxy(service.url)
    yield started
    started.close()


class Table(NamedTuple):
    """A club of a new account, with four players and a match."""

    credentials: Credentials
    owner: Client
    club: UUID
    players: list[UUID]
    match: UUID


@pytest.fixture
def table(service: Service) -> Generator[Table, None, None]:
    with Client(service.url) as owner:
        credentials = Credentials(email=f"{uuid.uuid4()}@example.org", password=PASSWORD)
        owner.sign_up(NewUser(email=credentials.email, password=PASSWORD, display_name="Mei"))
        owner.sign_in(credentials)
        club = owner.found_club(NewClub(name="Sai Ying Pun", time_zone="Asia/Hong_Kong")).id
        players = [owner.enrol_player(club, NewPlayer(name=name)).id for name in ("Ah Ming", "Mei Ling", "Uncle Bo", "Siu Fong")]
        match = owner.open_match(club, new_match(players)).id
        yield Table(credentials, owner, club, players, match)


def new_match(players: list[UUID]) -> NewMatch:
    """A match for money, under the Old Hong Kong rules."""
    rules = VariantChoice(id="old-hong-kong")
    terms = NewMatchTerms(variant=rules, stake_cents=50, currency="HKD")
    return NewMatch(terms=terms, players=players, played_on=date(2026, 11, 21))


def self_drawn(number: int) -> NewHand:
    """Chair 3 wins four fan by self-draw."""
    return NewHand(number=number, outcome=WinOutcome(won_by="self_draw", winners=[Winner(chair=3, declared=DeclaredResult(fan=4))]))
