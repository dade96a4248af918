"""What the service refuses, as errors."""

import uuid

import pytest
from conftest import Table, self_drawn
from proxy import Fault, Proxy
from service import Service

from faan import Client, NetworkError, ProblemError, Retries
from faan.models import Hand, Meld, NewHand, NewPlayer, Winner, WinOutcome


def test_a_field_at_fault_has_a_pointer(table: Table) -> None:
    hand = Hand(concealed="88s WW", winning_tile="9s", melds=[Meld(kind="pung", tiles=tiles) for tiles in ("222s", "444s", "666s")])
    win = WinOutcome(won_by="discard", from_chair=2, winners=[Winner(chair=4, hand=hand)])
    with pytest.raises(ProblemError) as raised:
        table.owner.record_hand(table.club, table.match, NewHand(number=1, outcome=win))
    problem = raised.value
    assert (problem.status, problem.code, problem.retry_after) == (422, "not_winning_hand", None)
    assert problem.title and problem.detail
    assert [error.pointer for error in problem.errors] == ["/outcome/winners/0/hand/concealed"]
    assert str(problem) == f"422 not_winning_hand: {problem.detail}"


def test_a_problem_has_what_belongs_to_its_code(table: Table) -> None:
    recorded = table.owner.record_hand(table.club, table.match, self_drawn(1))
    with pytest.raises(ProblemError) as taken:
        table.owner.record_hand(table.club, table.match, self_drawn(1))
    with pytest.raises(ProblemError) as ahead:
        table.owner.record_hand(table.club, table.match, self_drawn(9))
    assert taken.value.code == "hand_number_taken"
    assert taken.value.problem and taken.value.problem.hand and taken.value.problem.hand.id == recorded.id
    assert ahead.value.code == "hand_number_ahead"
    assert ahead.value.problem and ahead.value.problem.next_number == 2


def test_a_key_that_was_used_for_something_else_is_refused(table: Table) -> None:
    table.owner.enrol_player(table.club, NewPlayer(name="Daai Lo"), idempotency_key="one-key")
    with pytest.raises(ProblemError) as raised:
        table.owner.enrol_player(table.club, NewPlayer(name="Fong"), idempotency_key="one-key")
    assert (raised.value.code, raised.value.idempotency_key) == ("idempotency_key_reused", "one-key")


def test_what_is_not_there_is_told(table: Table) -> None:
    with pytest.raises(ProblemError) as raised:
        table.owner.read_match(table.club, uuid.uuid4())
    assert (raised.value.status, raised.value.code) == (404, "not_found")
    for not_an_id in ("", ".", ".."):
        with pytest.raises(ValueError, match="not an id"):
            table.owner.read_match(table.club, not_an_id)


def test_the_response_of_a_proxy_is_an_error_without_a_code(proxy: Proxy) -> None:
    proxy.plan.faults += [Fault("GET", "/v1/variants", refuse_with=(502, {"Content-Type": "text/html"}))]
    with Client(proxy.url, retries=Retries(attempts=1)) as client, pytest.raises(ProblemError) as raised:
        client.list_variants()
    assert (raised.value.status, raised.value.code, raised.value.problem) == (502, None, None)


def test_nobody_there_is_another_error(service: Service) -> None:
    with Client("http://127.0.0.1:1", retries=Retries(attempts=2, first_delay=0.01)) as client, pytest.raises(NetworkError):
        client.list_variants()
