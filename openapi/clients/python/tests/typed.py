"""What type checkers find. Nothing here runs: mypy checks that each ignored line has that very error, and that the others have none."""

from typing import Literal
from uuid import UUID

from typing_extensions import assert_type

from faan import AsyncClient, Client, ProblemError
from faan.models import LedgerEvent, Match, NewHand, PlayedOutcome, RecordedOutcome, Win, WinOutcome


def recorded_or_not(client: Client, club: UUID, match: UUID, hand: NewHand, is_trial: bool) -> None:
    assert_type(client.record_hand(club, match, hand), RecordedOutcome)
    assert_type(client.record_hand(club, match, hand, dry_run=True), PlayedOutcome)
    assert_type(client.record_hand(club, match, hand, dry_run=is_trial), PlayedOutcome | RecordedOutcome)
    client.record_hand(club, match, "a hand")  # type: ignore[call-overload]
    client.end_match(club, match)  # type: ignore[call-arg]


def words(won_by: Literal["self_draw"]) -> None:
    WinOutcome(won_by=won_by, winners=[])
    WinOutcome(won_by="self-drawn", winners=[])  # type: ignore[arg-type]
    Win(won_by="discard")  # type: ignore[call-arg]


def codes(problem: ProblemError) -> bool:
    if problem.code == "hand_number_takn":  # type: ignore[comparison-overlap]
        return False
    return problem.code == "hand_number_taken"


def kinds(outcome: RecordedOutcome) -> int:
    if outcome.outcome.kind == "win":
        return len(outcome.outcome.winners)
    return len(outcome.outcome.winners)  # type: ignore[union-attr]


async def the_same_names(client: AsyncClient, blocking: Client, club: UUID, match: UUID) -> None:
    assert_type(await client.read_match(club, match), Match)
    assert_type(blocking.read_match(club, match), Match)
    async for event in client.follow_match(club, match):
        assert_type(event, LedgerEvent)
    for event in blocking.follow_match(club, match):
        assert_type(event, LedgerEvent)
