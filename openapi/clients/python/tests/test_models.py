"""What models accept, and what they send."""

import json
import uuid
from datetime import date

import pytest
from pydantic import ValidationError

from faan._server_events import ServerEvent, ServerEventParser
from faan.models import Club, Member, NewHand, NewPayment, NewPlayer, NewSettlement, WinOutcome


def test_a_response_of_a_newer_service_is_read() -> None:
    member = Member.model_validate_json(json.dumps({"user": str(uuid.uuid4()), "role": "umpire", "since": "2026-11-21"}))
    assert str(member.role) == "umpire"
    assert not hasattr(member, "since")


def test_a_request_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(ValidationError):
        NewPlayer.model_validate({"name": "Ah Ming", "nickname": "Ming"})
    with pytest.raises(ValidationError):
        NewPlayer(name="")


def test_a_request_has_the_fields_that_were_set() -> None:
    outcome = WinOutcome(won_by="self_draw", winners=[{"chair": 3, "declared": {"fan": 4}}])  # type: ignore[list-item]
    assert json.loads(NewHand(number=1, outcome=outcome).to_json()) == {
        "number": 1,
        "outcome": {"kind": "win", "won_by": "self_draw", "winners": [{"chair": 3, "declared": {"fan": 4}}]},
    }


def test_names_that_are_keywords_are_sent_as_they_are() -> None:
    assert json.loads(NewPayment(from_="house", to="somebody", amount_cents=1).to_json())["from"] == "house"
    settlement = NewSettlement.model_validate({"from": "2026-11-01", "currency": "HKD"})
    assert settlement.from_ == date(2026, 11, 1)


def test_only_what_was_read_has_an_etag() -> None:
    assert Club.model_construct().etag is None


STREAM = ': comment\r\n\r\nid: 7\nevent: a\ndata: {"name":\ndata: "番\u2028"}\n\n:\n\ndata: b\rid: 8\r\rid: 9\n\n'.encode()
EVENTS = [ServerEvent("7", '{"name":\n"番\u2028"}'), ServerEvent("8", "b")]


@pytest.mark.parametrize("position", range(len(STREAM)))
def test_events_are_read_wherever_the_stream_is_split(position: int) -> None:
    parser = ServerEventParser()
    assert parser.feed(STREAM[:position]) + parser.feed(STREAM[position:]) == EVENTS
