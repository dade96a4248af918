//! Tournaments: players come and leave, rounds are drawn and played, and a referee decides.

mod draws;
mod entrants;
mod referee;
mod standings;

use crate::moving::moved;
use crate::scene::{Scene, open_match};
use ledger::evidence::{DrawMethod, Registration, TournamentRules, TournamentScoring};
use ledger::{
    ChangeEntrants, DrawTournamentRound, GivePenalty, OpenMatch, OpenTournament,
    OpenTournamentRound, Page, PlayerId, Result, SetTournamentClock, TournamentId, TournamentView,
    WithdrawPenalty, Written,
};
use std::fmt::Debug;
use time::Date;
use time::macros::date;

const DAY: Date = date!(2026 - 11 - 21);

/// Three rounds for points, drawn by lot.
pub(crate) const RULES: TournamentRules = TournamentRules {
    rounds: 3,
    draw: DrawMethod::Random,
    scoring: TournamentScoring::Points,
    table_points: None,
    ties: Vec::new(),
    sat_out: None,
    cut: None,
    clock: None,
};

/// Opens a tournament that is called as the key says.
pub(crate) async fn open(scene: &Scene, key: &str, rules: TournamentRules) -> TournamentId {
    let new = OpenTournament {
        name: key.to_owned(),
        from: DAY,
        until: DAY,
        rules,
    };
    let write = scene.write("open_tournament", key);
    let opened = scene.open_tournament(write, new).await.unwrap();
    opened.value.tournament.terms.tournament
}

fn registered(players: &[PlayerId]) -> Vec<Registration> {
    let registration = |player: &PlayerId| Registration {
        player: *player,
        team: None,
        substitute: false,
    };
    players.iter().map(registration).collect()
}

async fn change(
    scene: &Scene,
    key: &str,
    change: ChangeEntrants,
) -> Result<Written<TournamentView>> {
    let write = scene.write("change_entrants", key);
    scene.change_entrants(write, change).await
}

/// Registers players and checks them in.
pub(crate) async fn enter(scene: &Scene, id: TournamentId, key: &str, players: &[PlayerId]) {
    let new = ChangeEntrants {
        tournament: id,
        registered: registered(players),
        checked_in: players.to_vec(),
        withdrawn: Vec::new(),
    };
    change(scene, key, new).await.unwrap();
}

async fn leave(scene: &Scene, id: TournamentId, key: &str, players: &[PlayerId]) {
    let new = ChangeEntrants {
        tournament: id,
        registered: Vec::new(),
        checked_in: Vec::new(),
        withdrawn: players.to_vec(),
    };
    change(scene, key, new).await.unwrap();
}

/// Draws the next round as the rules say.
pub(crate) async fn draw(
    scene: &Scene,
    id: TournamentId,
    key: &str,
    redraw: bool,
) -> Result<Written<TournamentView>> {
    let new = DrawTournamentRound {
        tournament: id,
        draw: None,
        method: None,
        redraw,
        tables: None,
        unfinished: true,
        reason: None,
    };
    draw_as(scene, key, new).await
}

async fn draw_as(
    scene: &Scene,
    key: &str,
    new: DrawTournamentRound,
) -> Result<Written<TournamentView>> {
    let write = scene.write("draw_tournament_round", key);
    scene.draw_tournament_round(write, new).await
}

/// Opens the matches of a round.
pub(crate) async fn open_round(
    scene: &Scene,
    id: TournamentId,
    round: u32,
    key: &str,
) -> Result<Written<TournamentView>> {
    let view = scene.tournament(scene.club, id).await?;
    let of_round = view.tournament.round(round);
    let tables = of_round.map_or(&[][..], |round| &round.draw.tables);
    let seat = |players: &[PlayerId; 4]| OpenMatch {
        played_on: DAY,
        ..open_match(*players)
    };
    let new = OpenTournamentRound {
        tournament: id,
        round,
        matches: tables.iter().map(seat).collect(),
    };
    let write = scene.write("open_tournament_round", key);
    scene.open_tournament_round(write, new).await
}

/// Opens a tournament of the four players of a scene, and draws and opens its first round.
pub(crate) async fn play_one_round(scene: &Scene) -> TournamentId {
    let id = open(scene, "Autumn cup", RULES).await;
    enter(scene, id, "in", &scene.players).await;
    begin_round(scene, id, 1).await;
    id
}

/// The clock is set, and a penalty given and withdrawn.
pub(crate) async fn decide(scene: &Scene, tournament: TournamentId) {
    let clock = SetTournamentClock {
        tournament,
        round: 1,
        running: true,
        remaining_seconds: Some(60),
    };
    let write = scene.write("set_tournament_clock", "k");
    let set = scene.set_tournament_clock(write, clock).await;
    set.unwrap();
    let given = give(scene, "k", penalty(tournament, scene.players[0])).await;
    let penalty = given.unwrap().value.tournament.penalties[0].given.seq;
    withdraw(scene, "k", tournament, penalty).await.unwrap();
}

fn penalty(tournament: TournamentId, player: PlayerId) -> GivePenalty {
    GivePenalty {
        tournament,
        player,
        round: None,
        half_points: 20,
        table_points: 0,
        reason: "late".to_owned(),
    }
}

async fn give(scene: &Scene, key: &str, new: GivePenalty) -> Result<Written<TournamentView>> {
    let write = scene.write("give_penalty", key);
    scene.give_penalty(write, new).await
}

async fn withdraw(
    scene: &Scene,
    key: &str,
    tournament: TournamentId,
    penalty: u64,
) -> Result<Written<TournamentView>> {
    let new = WithdrawPenalty {
        tournament,
        penalty,
        reason: "the bus was late".to_owned(),
    };
    let write = scene.write("withdraw_penalty", key);
    scene.withdraw_penalty(write, new).await
}

/// Checks why something about a tournament, or about a round of one, is refused.
#[track_caller]
fn refused<T: Debug>(refused: Result<T>, expected: &str) {
    let said = format!("{:?}", refused.unwrap_err());
    let of_round = format!("Tournament(Round({expected}))");
    assert!(
        said == of_round || said == format!("Tournament({expected})"),
        "{said}, not {expected}"
    );
}

/// Draws the next round, and opens it.
async fn begin_round(scene: &Scene, id: TournamentId, round: u32) -> TournamentView {
    let key = format!("round {round}");
    draw(scene, id, &key, false).await.unwrap();
    open_round(scene, id, round, &key).await.unwrap().value
}

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_are_listed_in_pages_with_their_names() {
    let scene = Scene::new().await;
    let mut opened = Vec::new();
    for name in ["A", "B", "C"] {
        opened.push(open(&scene, name, RULES).await);
    }
    let write = scene.write("close_tournament", "k");
    let closed = scene.close_tournament(write, opened[2]).await;
    let closed = closed.unwrap().value.tournament.version;
    let list = async |before| {
        let page = Page { before, limit: 2 };
        scene.tournaments(scene.club, page).await.unwrap()
    };
    let listed = |page: &ledger::Tournaments| {
        let listed = page.tournaments.iter();
        let listed = listed.map(|one| (one.terms.tournament, one.name.clone(), one.closed_seq));
        listed.collect::<Vec<_>>()
    };
    let first = list(None).await;
    let name = |name: &str| Some(name.to_owned());
    let expected = [
        (opened[2], name("C"), Some(closed)),
        (opened[1], name("B"), None),
    ];
    assert_eq!(listed(&first), expected);
    let rest = list(first.next).await;
    assert_eq!(
        (listed(&rest), rest.next),
        (vec![(opened[0], name("A"), None)], None)
    );
    let seq = first.tournaments[0].opened.seq;
    let erased = scene.erase_text(scene.write("erase", "name"), seq);
    erased.await.unwrap();
    let view = scene.tournament(scene.club, opened[2]).await.unwrap();
    assert_eq!(view.name(), None);
}

/// The seed stays behind: another service cannot draw, but everything that happened is there.
#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_that_moves_is_not_drawn_any_more() {
    let scene = Scene::new().await;
    let id = play_one_round(&scene).await;
    decide(&scene, id).await;
    let before = scene.tournament(scene.club, id).await.unwrap();
    let (_database, ledger) = moved(&scene).await;
    let after = ledger.tournament(scene.club, id).await.unwrap();
    assert_eq!(after, before);
    let new = DrawTournamentRound {
        tournament: id,
        draw: None,
        method: None,
        redraw: false,
        tables: None,
        unfinished: true,
        reason: None,
    };
    let write = scene.write("draw_tournament_round", "2");
    refused(ledger.draw_tournament_round(write, new).await, "NoSeed");
}
