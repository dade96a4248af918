"""An evening that calls every operation of the contract."""

import uuid
from collections.abc import Callable
from contextlib import closing
from datetime import date
from uuid import UUID

import pytest
from conftest import PASSWORD, new_match, self_drawn

from faan import Client, ProblemError
from faan.models import (
    Acceptance,
    Account,
    AgreedOutcome,
    AttendanceChange,
    Batch,
    Change,
    Claim,
    ClaimsRequest,
    ClubChange,
    ClubVariantChoice,
    Credentials,
    Deal,
    DeclaredResult,
    DocumentToCheck,
    EarlyEnd,
    EntrantsChange,
    Goodbye,
    GoulashOutcome,
    Hand,
    Handicap,
    InvitationToken,
    MatchDeclaration,
    Merge,
    NewApiKey,
    NewAudit,
    NewBatch,
    NewClub,
    NewCorrection,
    NewEntrant,
    NewEvening,
    NewEveningSettlement,
    NewIdentity,
    NewImport,
    NewInvitation,
    NewMatchApiKey,
    NewMatchSettlement,
    NewMatchTerms,
    NewPassword,
    NewPayment,
    NewPenalty,
    NewPlayer,
    NewReversal,
    NewRole,
    NewRound,
    NewRoundMatches,
    NewScreenApiKey,
    NewSeason,
    NewSeasonRules,
    NewSettlement,
    NewSidePayment,
    NewSubstitution,
    NewTotals,
    NewTournament,
    NewTournamentClock,
    NewTournamentPenalty,
    NewTournamentRound,
    NewUser,
    NewVariant,
    NewWebhook,
    Outcome,
    PenaltyWithdrawal,
    PlayRequest,
    ReplaceChange,
    Replay,
    Rotation,
    RoundClock,
    ScoreRequest,
    Session,
    SteppingDown,
    TournamentRules,
    Unmerge,
    VariantChoice,
    VariantToDerive,
    VoidChange,
    WaitsRequest,
    WebhookChange,
    Win,
    Winner,
    WinOutcome,
)

RULES = VariantChoice(id="old-hong-kong")
WIN = Win(hand=Hand(concealed="123m 345m 678m 99m EE", winning_tile="9m"), won_by="self_draw", seat_wind="west", round_wind="east")
SEASON = "match,played_on,east,south,west,north,winner,won_by,from,fan\n1,2025-09-05,A,B,C,D,B,discard,C,4\n1,,,,,,,early_end,,\n"


def everything(owner: Client, guest: Client) -> None:
    """Calls every operation as the owner of a club and as a guest who becomes a member."""
    ask_what_anybody_may(guest)
    credentials = sign_up(owner, "Mei")
    club = owner.found_club(NewClub(name="Sai Ying Pun", time_zone="Asia/Hong_Kong")).id
    assert owner.change_club(club, ClubChange(name="Sheung Wan")).name == "Sheung Wan"
    players = [owner.enrol_player(club, NewPlayer(name=name)).id for name in "ABCDE"]
    invite(owner, guest, club, players)
    keep_rules(owner, club)
    match = record_match(owner, club, players)
    settle(owner, club, match)
    hold_evening(owner, club, players)
    play_season(owner, club, players)
    hold_tournament(owner, club, players)
    read_ledger(owner, club)
    read_figures(owner, club, players[0])
    use_keys(owner, club, owner.open_match(club, new_match(players[:4])).id)
    use_webhooks(owner, club)
    guest.erase_own_player(club)
    owner.erase_player(club, players[4])
    owner.hand_over_club(club, guest.who_am_i().id, SteppingDown(role="scorer"))
    guest.remove_member(club, owner.who_am_i().id)
    end_accounts(owner, guest, credentials)


def ask_what_anybody_may(guest: Client) -> None:
    """What needs no account."""
    assert guest.read_schedule(players=16, rounds=5).repeats == 0
    assert guest.score_page() and guest.clubs_page() and guest.club_page(f"{uuid.uuid4()}/standings")
    assert guest.docs() and guest.docs_asset("index.html") and guest.web_asset("page.css") and guest.problems_page()
    assert guest.live().status and guest.ready(check="signer").status == "ok"
    assert guest.token_keys().keys and guest.log_keys().keys and guest.openapi_document()["openapi"]
    assert guest.score_hand(ScoreRequest(variant=RULES, win=WIN, explain=True)).score.fan == 5
    lost = WIN.model_copy(update={"hand": Hand(concealed="123m 345m 678m 99m EE", winning_tile="1p")})
    assert len(guest.score_hands(Batch(variant=RULES, wins=[WIN, lost])).results) == 2
    assert guest.find_waits(WaitsRequest(variant=RULES, hand=Hand(concealed="123m 345m 678m 99m EE"), seat_wind="west", round_wind="east"))
    claims = [Claim(chair=2, kind="chow", tiles="46s"), Claim(chair=3, kind="pung")]
    deal = Deal(dealer=1, extra=0, round_wind="east")
    assert guest.resolve_claims(ClaimsRequest(variant=RULES, deal=deal, won_by="discard", from_chair=1, tile="5s", claims=claims))
    assert guest.list_patterns().patterns
    document = guest.read_variant(guest.list_variants().variants[0].id).document
    assert guest.check_variant(DocumentToCheck(document=document))
    discarded = WinOutcome(won_by="discard", from_chair=4, winners=[Winner(chair=3, declared=DeclaredResult(fan=4))])
    played = guest.play_hands(PlayRequest(variant=RULES, outcomes=[discarded, GoulashOutcome()]))
    assert [outcome.number for outcome in played.outcomes] == [1, 2] and played.state.next_number == 3
    derived = guest.derive_variant(VariantToDerive(base=RULES, changes={"id": "our-rules", "minimum_fan": 2}))
    assert derived.differences and not derived.problems
    assert list(guest.iterate_heads()) == guest.list_heads().heads


def sign_up(client: Client, name: str) -> Credentials:
    """An account, with the session of the client."""
    credentials = Credentials(email=f"{uuid.uuid4()}@example.org", password=PASSWORD)
    assert client.sign_up(NewUser(email=credentials.email, password=PASSWORD, display_name=name)).display_name == name
    first: Session = client.sign_in(credentials)
    assert first.token_type == "Bearer"
    return credentials


def invite(owner: Client, guest: Client, club: UUID, players: list[UUID]) -> None:
    """The guest becomes a member, leaves, becomes a member again, and is the last player."""
    sign_up(guest, "Bo")
    token = owner.make_invitation(club, NewInvitation(role="scorer")).token
    assert token and guest.read_invitation(InvitationToken(token=token)).role == "scorer"
    assert guest.accept_invitation(Acceptance(token=token)).role == "scorer"
    guest.leave_club(club)
    token = owner.make_invitation(club, NewInvitation(role="player")).token
    assert token and guest.accept_invitation(Acceptance(token=token)).club.id == club
    token = owner.make_invitation(club, NewInvitation(role="owner")).token
    assert token and guest.accept_invitation(Acceptance(token=token)).role == "owner"
    revoked = owner.make_invitation(club, NewInvitation(role="auditor")).id
    assert owner.revoke_invitation(club, revoked).status == "revoked"
    assert len(list(owner.iterate_invitations(club, limit=2))) == 4
    assert owner.list_invitations(club).invitations
    account = guest.who_am_i().id
    assert owner.set_member(club, account, NewRole(role="owner")).role == "owner"
    assert len(owner.list_members(club).members) == 2
    assert guest.read_club(club).id == guest.list_clubs().clubs[0].club.id
    owner.link_player(club, players[4], Account(user=account))
    owner.unlink_player(club, players[4])
    extra = owner.enrol_player(club, NewPlayer(name="B again")).id
    assert owner.rename_player(club, extra, NewPlayer(name="Bo")).name == "Bo"
    assert owner.merge_player(club, extra, Merge(into=players[1]))
    assert owner.unmerge_player(club, extra, Unmerge(into=players[1])).id == extra
    assert owner.merge_player(club, extra, Merge(into=players[1]))
    own = owner.enrol_player(club, NewPlayer(name="Guest")).id
    assert owner.link_player(club, own, Account(user=account)).id == owner.read_player(club, own).id
    assert owner.list_players(club, merged=True).players


def keep_rules(owner: Client, club: UUID) -> None:
    """Rules of the club's own."""
    base = ClubVariantChoice(id="old-hong-kong")
    added = owner.add_variant(club, NewVariant(base=base, changes={"id": "sheung-wan", "name": {"english": "Sheung Wan"}}))
    assert owner.read_club_variant(club, added.hash).document["id"] == "sheung-wan"
    assert owner.retire_variant(club, added.hash).status == "retired"
    assert owner.reinstate_variant(club, added.hash).status == "active"
    assert added.hash in [variant.hash for variant in owner.iterate_club_variants(club)]
    assert owner.list_club_variants(club).variants
    assert owner.compare_variants(club, added.hash, with_="old-hong-kong")


def record_match(owner: Client, club: UUID, players: list[UUID]) -> UUID:
    """A match with all kinds of outcomes, a correction, and an end."""
    match = owner.open_match(club, new_match(players[:4])).id
    preview = owner.record_hand(club, match, self_drawn(1), dry_run=True)
    hand = owner.record_hand(club, match, self_drawn(1), if_match=owner.read_match(club, match).version)
    assert hand.payments == preview.payments
    outcomes: list[Outcome] = [GoulashOutcome(), AgreedOutcome(winner=2, chair_points=[-8, 16, -4, -4])]
    assert len(owner.record_batch(club, match, NewBatch(number=2, outcomes=outcomes)).outcomes) == 2
    owner.record_penalty(club, match, NewPenalty(chair=1, payee="house", points=5, reason="looked into the wall"))
    owner.record_side_payment(club, match, NewSidePayment(chair=2, from_chair=3, points=4, reason="an exposed kong"))
    owner.record_substitution(club, match, NewSubstitution(chair=2, player=players[4]))
    discarded = WinOutcome(won_by="discard", from_chair=4, winners=[Winner(chair=3, declared=DeclaredResult(fan=4))])
    second = owner.list_hands(club, match).hands[1].id
    changes: list[Change] = [ReplaceChange(outcome_id=hand.id, outcome=discarded), VoidChange(outcome_id=second)]
    correction = NewCorrection(reason="it was a discard", changes=changes)
    assert owner.correct_match(club, match, correction, dry_run=True).differences
    assert owner.correct_match(club, match, correction, if_match=owner.read_match(club, match).version).differences
    number = owner.list_corrections(club, match).corrections[0].seq
    assert len(list(owner.iterate_correction(club, match, number, limit=1))) == owner.read_correction(club, match, number).total_differences
    assert len(list(owner.iterate_corrections(club, match))) == 1
    earlier = owner.read_hand(club, match, hand.id, as_of_seq=hand.seq).outcome
    assert earlier.kind == "win" and earlier.won_by == "self_draw"
    assert [read.id for read in owner.iterate_hands(club, match, limit=1)][0] == hand.id
    with closing(owner.follow_match(club, match)) as events:
        assert next(events).kind == "match_corrected"
    with closing(owner.follow_club(club, last_event_id=3)) as events:
        assert next(events).seq == 4
    assert owner.end_match(club, match, EarlyEnd(reason="the hall closes"), if_match="*").outcome.kind == "early_end"
    assert owner.read_rounds(club, match) and owner.read_rounds_csv(club, match)
    assert len(owner.list_matches(club).matches) == len(list(owner.iterate_matches(club))) == 1
    season = NewImport(csv=SEASON, terms=NewMatchTerms(variant=RULES, stake_cents=50, currency="HKD"))
    assert owner.import_matches(club, season, dry_run=True)
    owner.import_matches(club, season)
    totals = NewTotals(chair_points=[24, -8, -20, 4])
    assert owner.record_totals(club, owner.open_match(club, new_match(players[:4])).id, totals).outcome.kind == "totals"
    return match


def settle(owner: Client, club: UUID, match: UUID) -> None:
    """A settlement of the match, with a payment that is reversed."""
    assert owner.read_settlement(club, match).transfers
    assert owner.settle_match(club, match, NewMatchSettlement(), dry_run=True).transfers
    settlement = owner.settle_match(club, match, NewMatchSettlement(), if_match="*")
    due = settlement.transfers[0]
    paid = owner.record_payment(club, settlement.id, NewPayment(from_=due.from_.id, to=due.to.id, amount_cents=due.amount_cents)).payment
    assert owner.reverse_payment(club, settlement.id, paid.id, NewReversal(reason="not paid")).payment.reversed
    assert owner.read_club_settlement(club, settlement.id).scope.kind == "match"
    assert owner.list_settlements(club).settlements == list(owner.iterate_settlements(club))
    assert owner.read_balances(club, currency="HKD")
    since = date(2025, 9, 1)
    preview = owner.preview_settlement(club, currency="HKD", from_=since)
    assert owner.settle_period(club, NewSettlement(currency="HKD", from_=since), if_match=preview.etag).scope.kind == "period"


def play_season(owner: Client, club: UUID, players: list[UUID]) -> None:
    """A season with a handicap, its standings and its end."""
    rules = NewSeasonRules(handicaps=[Handicap(player=players[0], points=2.5)])
    new = NewSeason(name="Autumn", from_=date(2025, 9, 1), until=date(2025, 11, 30), rules=rules)
    season = owner.open_season(club, new).id
    assert owner.read_season(club, season).rules.handicaps[0].points == 2.5
    assert owner.read_season_standings(club, season).matches > 0
    assert owner.close_season(club, season).closed_seq and owner.list_seasons(club).seasons


def hold_evening(owner: Client, club: UUID, players: list[UUID]) -> None:
    """An evening with a round that is drawn, played and settled."""
    evening = owner.open_evening(club, NewEvening(held_on=date(2025, 11, 21), hall="Hall A", tables=["Window"])).id
    assert len(owner.change_attendance(club, evening, AttendanceChange(checked_in=players)).present) == 5
    drawn = owner.draw_round(club, evening, NewRound()).rounds[0]
    assert len(drawn.sitting_out) == 1
    terms = NewRoundMatches(terms=NewMatchTerms(variant=RULES, stake_cents=50, currency="HKD"))
    opened = owner.open_round(club, evening, drawn.round, terms).rounds[0].tables[0]
    why = MatchDeclaration(reason="the tiles were not complete")
    assert opened.match and owner.void_match(club, opened.match, why).void
    assert owner.reinstate_match(club, opened.match, why).void is None
    owner.void_match(club, opened.match, why)
    opened = owner.replay_round(club, evening, drawn.round).rounds[0].tables[0]
    assert opened.match and owner.record_hand(club, opened.match, self_drawn(1)).number == 1
    owner.end_match(club, opened.match, EarlyEnd(reason="the hall closes"), if_match="*")
    preview = owner.preview_evening_settlement(club, evening, currency="HKD")
    settled = owner.settle_evening(club, evening, NewEveningSettlement(currency="HKD"), if_match=preview.etag)
    assert settled.scope.kind == "evening"
    assert owner.read_evening(club, evening).rounds[0].seed and owner.list_evenings(club).evenings
    assert owner.read_calendar(club).startswith("BEGIN:VCALENDAR")


def hold_tournament(owner: Client, club: UUID, players: list[UUID]) -> None:
    """A tournament of one round, with a penalty that is withdrawn, its standings and its end."""
    clock = RoundClock(minutes=60, last_hand="finish_hand")
    rules = TournamentRules(rounds=1, clock=clock)
    new = NewTournament(name="Cup", from_=date(2025, 11, 22), until=date(2025, 11, 23), rules=rules)
    tournament = owner.open_tournament(club, new).id
    entrants = EntrantsChange(registered=[NewEntrant(player=player) for player in players], checked_in=players)
    assert len(owner.change_entrants(club, tournament, entrants).entrants) == 5
    drawn = owner.draw_tournament_round(club, tournament, NewTournamentRound()).rounds[0]
    to_open = NewRoundMatches(terms=NewMatchTerms(variant=RULES))
    opened = owner.open_tournament_round(club, tournament, drawn.round, to_open).rounds[0].tables[0]
    assert opened.match and owner.void_match(club, opened.match, MatchDeclaration(reason="the tiles were not complete")).void
    opened = owner.replay_tournament_round(club, tournament, drawn.round).rounds[0].tables[0]
    assert opened.match and owner.record_hand(club, opened.match, self_drawn(1)).number == 1
    clock_set = owner.set_tournament_clock(club, tournament, drawn.round, NewTournamentClock(running=True)).rounds[0].clock
    assert clock_set and clock_set.ends_at
    penalty = NewTournamentPenalty(player=players[0], points=2.5, reason="late")
    given = owner.give_penalty(club, tournament, penalty).penalties[0]
    withdrawn = owner.withdraw_penalty(club, tournament, given.seq, PenaltyWithdrawal(reason="it was not"))
    assert withdrawn.penalties[0].withdrawn and owner.read_tournament(club, tournament).version == withdrawn.version
    assert owner.read_tournament_standings(club, tournament).players[0].rank == 1
    assert owner.close_tournament(club, tournament).closed_seq and owner.list_tournaments(club).tournaments


def read_ledger(owner: Client, club: UUID) -> None:
    """The ledger, its proofs and an audit."""
    entries = owner.list_entries(club, limit=5)
    assert len(entries.entries) == 5 and next(owner.iterate_entries(club)).seq == 1
    size = owner.read_ledger_head(club).size
    assert owner.ask_for_checkpoint(club) and owner.read_checkpoint(club) and owner.read_receipt(club, 1)
    assert owner.prove_inclusion(club, seq=1, size=size) and owner.prove_consistency(club, from_size=1, to_size=size)
    assert len(owner.read_tile(club, 0, f"000.p/{size}")) == 32 * size
    assert b"".join(owner.export_ledger(club)) and b"".join(owner.read_openings(club))
    assert owner.read_directory_checkpoint() and b"".join(owner.export_directory())
    audit = owner.ask_for_audit(club, NewAudit()).id
    assert [progress.state for progress in owner.follow_audit(club, audit)][-1] == "finished"
    assert owner.read_audit(club, audit).report
    assert [listed.id for listed in owner.iterate_audits(club)] == [listed.id for listed in owner.list_audits(club).audits] == [audit]
    penalty = next(entry.seq for entry in owner.iterate_entries(club) if "penalty" in str(entry))
    owner.erase_text(club, penalty)
    assert owner.read_access_log(club).events and list(owner.iterate_access_log(club, limit=5))


def read_figures(owner: Client, club: UUID, player: UUID) -> None:
    """Standings and exports."""
    assert owner.read_standings(club).head_seq
    assert owner.read_statistics(club, player).player
    assert owner.list_player_matches(club, player).matches == list(owner.iterate_player_matches(club, player))
    assert owner.list_won_hands(club).hands == list(owner.iterate_won_hands(club))
    assert owner.read_records(club).head_seq
    for export in (owner.export_hands, owner.export_payments, owner.export_standings):
        assert b"".join(export(club, format="ndjson")).count(b"\n") >= 1


def use_keys(owner: Client, club: UUID, match: UUID) -> None:
    """API keys of each scope."""
    key = owner.make_api_key(club, NewApiKey(name="screen", role="player"))
    assert owner.make_match_api_key(club, match, NewMatchApiKey(name="phone", role="scorer", expires_in_hours=1)).scope == "match"
    assert owner.make_screen_api_key(club, NewScreenApiKey(name="television", expires_in_days=1)).scope == "screen"
    assert owner.revoke_api_key(club, key.id).status == "revoked"
    assert len(owner.list_api_keys(club).api_keys) == len(list(owner.iterate_api_keys(club, limit=2))) == 3
    assert owner.read_screen(club)


def use_webhooks(owner: Client, club: UUID) -> None:
    """A webhook to nowhere."""
    hook = owner.make_webhook(club, NewWebhook(name="league", url="https://club.example/faan", types=["outcome.recorded"])).id
    assert owner.change_webhook(club, hook, WebhookChange(name="the league")).name == "the league"
    assert owner.rotate_webhook_secret(club, hook, Rotation(overlap_hours=1)).secret
    assert owner.replay_from(club, hook, Replay(from_seq=1)).id == hook
    delivery = owner.test_webhook(club, hook)
    assert owner.replay_delivery(club, hook, delivery.id).type == delivery.type
    assert owner.list_deliveries(club, hook).deliveries and list(owner.iterate_deliveries(club, hook, limit=1))
    page = owner.list_webhook_events(club, limit=1)
    assert page.events[0].event.type == "club.founded" and page.next_after == 1
    assert owner.disable_webhook(club, hook).state == "disabled"
    assert owner.enable_webhook(club, hook).state == owner.read_webhook(club, hook).state == "active"
    assert len(owner.list_webhooks(club).webhooks) == 1
    owner.delete_webhook(club, hook)


def end_accounts(owner: Client, guest: Client, credentials: Credentials) -> None:
    """Sessions and accounts end."""
    assert owner.list_identities().identities == []
    refused("invalid_identity_token", lambda: owner.link_identity(NewIdentity(token="none", password=PASSWORD)))
    owner.unlink_identity(uuid.uuid4())
    # These are for the pages of the service itself.
    refused("other_origin", lambda: owner.open_browser_session(credentials))
    refused("other_origin", owner.refresh_browser_session)
    refused("other_origin", owner.end_browser_session)
    assert owner.read_account_log().events and list(owner.iterate_account_log(limit=1))
    session = owner.change_password(NewPassword(password=PASSWORD, new_password="thirteen chickens"))
    assert owner.list_clubs().clubs == [] and session.refresh_token
    guest.sign_out()
    owner.erase_account(Goodbye(password="thirteen chickens"))


def refused(code: str, call: Callable[[], object]) -> None:
    """The service refuses this call."""
    with pytest.raises(ProblemError) as raised:
        call()
    assert raised.value.code == code
