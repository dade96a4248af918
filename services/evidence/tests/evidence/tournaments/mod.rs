//! Tournaments whose entries contradict each other, and draws.

mod draws;
mod state;

use evidence::{
    Body, ClubId, Cut, DrawMethod, DrawnRound, EntrantState, EntrantsChanged, Entry, Hash,
    MAX_DRAWS, MatchId, PenaltyGiven, PenaltyWithdrawn, PlayerId, Registration, ReplayedTable,
    RoundOf, TablesReplayed, Tournament, TournamentClockChanged, TournamentClosed,
    TournamentDrawRefusal, TournamentDrawRequest, TournamentId, TournamentOpened,
    TournamentRoundDrawn, TournamentRoundOpened, TournamentRules, TournamentScoring, UserId,
    draw_tournament_round, seed_of_draw,
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

fn id(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

fn player(n: u128) -> PlayerId {
    PlayerId(id(n))
}

fn number(player: PlayerId) -> u128 {
    player.0.as_u128()
}

const TOURNAMENT: TournamentId = TournamentId(Uuid::from_u128(9));

/// The seed of a draw.
fn seed(draw: u32) -> Hash {
    seed_of_draw(Hash([7; 32]), draw)
}

fn entry(seq: u64, body: Body) -> Entry {
    Entry {
        club: ClubId(id(1)),
        seq,
        time: format!("2026-11-28T09:30:00.{seq:06}Z").parse().unwrap(),
        actor: UserId(id(2)),
        body,
    }
}

fn rules(rounds: u32) -> TournamentRules {
    TournamentRules {
        rounds,
        draw: DrawMethod::Random,
        scoring: TournamentScoring::Points,
        table_points: None,
        ties: Vec::new(),
        sat_out: None,
        cut: None,
        clock: None,
    }
}

fn opened(rules: TournamentRules) -> Tournament {
    let terms = TournamentOpened {
        tournament: TOURNAMENT,
        name_commitment: Hash([0; 32]),
        from: time::macros::date!(2026 - 11 - 28),
        until: time::macros::date!(2026 - 11 - 29),
        rules,
        seed_hash: seed(0),
    };
    Tournament::open(&entry(2, Body::TournamentOpened(terms))).unwrap()
}

fn registration(n: u128) -> Registration {
    Registration {
        player: player(n),
        team: None,
        substitute: false,
    }
}

fn changed(registered: Vec<Registration>, came: &[u128], left: &[u128]) -> Body {
    Body::EntrantsChanged(EntrantsChanged {
        tournament: TOURNAMENT,
        registered,
        checked_in: came.iter().copied().map(player).collect(),
        withdrawn: left.iter().copied().map(player).collect(),
    })
}

/// Players 101, 102, … who are there.
fn with_players(count: u128, rules: TournamentRules) -> Tournament {
    let mut tournament = opened(rules);
    let all: Vec<u128> = (101..=100 + count).collect();
    let registered = all.iter().map(|n| registration(*n)).collect();
    add(&mut tournament, changed(registered, &all, &[]));
    tournament
}

fn substitutes(tournament: &mut Tournament, all: &[u128]) {
    let registered = all.iter().map(|n| Registration {
        substitute: true,
        ..registration(*n)
    });
    add(tournament, changed(registered.collect(), all, &[]));
}

fn add(tournament: &mut Tournament, body: Body) {
    let seq = tournament.version + 1;
    tournament.add(&entry(seq, body)).unwrap();
}

fn request(method: DrawMethod) -> TournamentDrawRequest {
    TournamentDrawRequest {
        method,
        redraw: false,
        prescribed: Vec::new(),
    }
}

fn draw_with(
    tournament: &Tournament,
    request: &TournamentDrawRequest,
    ranks: &BTreeMap<PlayerId, u64>,
) -> Result<DrawnRound, TournamentDrawRefusal> {
    let seed = seed(tournament.next_draw());
    draw_tournament_round(tournament, request, seed, ranks, Some)
}

/// The entry of a draw.
fn drawn(
    tournament: &Tournament,
    request: &TournamentDrawRequest,
    ranks: &BTreeMap<PlayerId, u64>,
) -> TournamentRoundDrawn {
    let draw = draw_with(tournament, request, ranks).unwrap();
    TournamentRoundDrawn {
        tournament: TOURNAMENT,
        round: tournament.next_round(request.redraw),
        seed: seed(tournament.next_draw()),
        method: request.method,
        redraw: request.redraw,
        tables: draw.tables,
        sitting_out: draw.sitting_out,
        reason_commitment: None,
    }
}

fn round_opened(tournament: &Tournament) -> Body {
    let round = tournament.rounds.last().unwrap();
    let tables = round.draw.tables.len() as u128;
    let number = round.draw.round;
    let matches = (0..tables).map(|table| MatchId(id(u128::from(number) * 1000 + table)));
    Body::TournamentRoundOpened(TournamentRoundOpened {
        tournament: TOURNAMENT,
        round: number,
        matches: matches.collect(),
    })
}

/// Draws and opens the next round.
fn play(tournament: &mut Tournament, method: DrawMethod) -> TournamentRoundDrawn {
    let next = drawn(tournament, &request(method), &BTreeMap::new());
    add(tournament, Body::TournamentRoundDrawn(next.clone()));
    let opens = round_opened(tournament);
    add(tournament, opens);
    next
}
