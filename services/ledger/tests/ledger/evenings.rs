//! Evenings: seventeen arrive, rounds are drawn, opened, and settled together.

use crate::moving::moved;
use crate::scene::{Scene, assert_refused, open_match};
use crate::settling::check;
use crate::table::agreed;
use ledger::evidence::{seed_hash, seed_of_round};
use ledger::{
    ChangeAttendance, DrawRound, EveningId, EveningView, Hash, MAX_EVENING_CHANGES, OpenEvening,
    OpenMatch, OpenRound, Page, Party, PlayerId, Result, SettlementScope, Written,
};
use std::collections::BTreeSet;
use time::Date;
use time::macros::date;

const DAY: Date = date!(2026 - 11 - 21);

/// Opens an evening.
pub(crate) async fn evening(scene: &Scene, key: &str, hall: Option<&str>) -> EveningId {
    let new = OpenEvening {
        held_on: DAY,
        hall: hall.map(str::to_owned),
        tables: vec!["Window".to_owned(), "Door".to_owned()],
    };
    let write = scene.write("open_evening", key);
    let opened = scene.open_evening(write, new).await.unwrap();
    opened.value.evening.terms.evening
}

/// Checks players in and out.
async fn attend(
    scene: &Scene,
    evening: EveningId,
    key: &str,
    (came, left): (&[PlayerId], &[PlayerId]),
) -> Result<Written<EveningView>> {
    let change = ChangeAttendance {
        evening,
        checked_in: came.to_vec(),
        checked_out: left.to_vec(),
    };
    let write = scene.write("change_attendance", key);
    scene.change_attendance(write, change).await
}

/// Checks players in.
pub(crate) async fn check_in(scene: &Scene, evening: EveningId, key: &str, came: &[PlayerId]) {
    attend(scene, evening, key, (came, &[])).await.unwrap();
}

/// Draws the next round.
pub(crate) async fn draw(
    scene: &Scene,
    evening: EveningId,
    key: &str,
    redraw: bool,
) -> Result<Written<EveningView>> {
    let write = scene.write("draw_round", key);
    let new = DrawRound {
        evening,
        draw: None,
        redraw,
        unfinished: true,
    };
    scene.draw_round(write, new).await
}

/// Opens the matches of a round, at 50 cents a point.
pub(crate) async fn open_round(
    scene: &Scene,
    evening: EveningId,
    round: u32,
    key: &str,
) -> Result<Written<EveningView>> {
    let view = scene.evening(scene.club, evening).await?;
    let round_of = view.evening.round(round);
    let tables = round_of.map_or(&[][..], |round| &round.draw.tables);
    let seat = |players: &[PlayerId; 4]| OpenMatch {
        played_on: DAY,
        ..open_match(*players)
    };
    let new = OpenRound {
        evening,
        round,
        matches: tables.iter().map(seat).collect(),
    };
    let write = scene.write("open_round", key);
    scene.open_round(write, new).await
}

#[tokio::test(flavor = "multi_thread")]
async fn seventeen_arrive_and_one_waits() {
    let scene = Scene::new().await;
    let all = scene.enrolled(17).await;
    let id = evening(&scene, "e", Some("Hall A")).await;
    check_in(&scene, id, "in", &all).await;
    let mut waited = BTreeSet::new();
    let mut seed_before = None;
    for round in 1..=4 {
        let key = format!("round {round}");
        let drawn = draw(&scene, id, &key, false).await.unwrap();
        let again = draw(&scene, id, &key, false).await.unwrap();
        assert_eq!((drawn.replayed, again.replayed), (false, true));
        assert_eq!(drawn.value, again.value);
        let view = drawn.value;
        let last = view.evening.rounds.last().unwrap();
        let tables = (last.draw.tables.len(), last.draw.sitting_out.len());
        assert_eq!((last.draw.round, tables), (round, (4, 1)));
        let published = seed_before.unwrap_or(view.evening.terms.seed_hash);
        assert_eq!(seed_hash(last.draw.seed), published);
        seed_before = Some(last.draw.seed);
        assert!(
            waited.insert(last.draw.sitting_out[0]),
            "somebody waits twice"
        );
        assert_eq!(view.hall.as_deref(), Some("Hall A"));
    }
    check(&scene).await;
}

/// The seed of a round is in no answer before the round is drawn. That the auditor cannot read the column, `grants` shows.
#[tokio::test(flavor = "multi_thread")]
async fn seeds_are_secret_until_they_are_drawn_with() {
    let scene = Scene::new().await;
    let id = evening(&scene, "e", None).await;
    let kept = "SELECT last_seed FROM evenings";
    let row = scene.admin().await.query_one(kept, &[]).await.unwrap();
    let last_seed = Hash(row.get::<_, Vec<u8>>(0).try_into().unwrap());
    check_in(&scene, id, "in", &scene.players).await;
    let before = scene.evening(scene.club, id).await.unwrap();
    let first = seed_of_round(last_seed, 1).to_string();
    assert!(!format!("{before:?}").contains(&first));
    let drawn = draw(&scene, id, "1", false).await.unwrap().value.evening;
    assert_eq!(drawn.rounds[0].draw.seed, seed_of_round(last_seed, 1));
    assert_eq!(drawn.terms.seed_hash, seed_of_round(last_seed, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn players_come_late_and_leave() {
    let scene = Scene::new().await;
    let all = scene.enrolled(6).await;
    let id = evening(&scene, "e", None).await;
    let few = draw(&scene, id, "0", false).await;
    assert_refused(few, "Evening(TooFewPlayers { there: 0 })");
    check_in(&scene, id, "in", &all[..4]).await;
    let size = scene.tree_head(scene.club).await.unwrap().size;
    // Who is there already stays, and nothing is written.
    let same = attend(&scene, id, "same", (&all[..4], &all[4..]))
        .await
        .unwrap();
    assert_eq!(same.value.evening.version, size);
    assert_eq!(scene.tree_head(scene.club).await.unwrap().size, size);
    draw(&scene, id, "1", false).await.unwrap();
    let late = attend(&scene, id, "late", (&all[4..], &all[..1]))
        .await
        .unwrap();
    let there: BTreeSet<PlayerId> = all[1..].iter().copied().collect();
    assert_eq!(late.value.evening.present, there);
    let drawn = draw(&scene, id, "2", false).await.unwrap().value;
    let drawn: BTreeSet<PlayerId> = drawn.evening.rounds[1].draw.players().collect();
    assert_eq!(drawn, there);
    let unknown = attend(&scene, id, "who", (&[PlayerId(id.0)], &[])).await;
    assert_refused(unknown, "Evening(UnknownPlayer { left: false, index: 0 })");
    let erased = scene.erase_player(scene.write("erase", "k"), all[0]);
    erased.await.unwrap();
    let gone = attend(&scene, id, "gone", (&all[..1], &[])).await;
    assert_refused(gone, "People(PlayerErased)");
    let elsewhere = attend(&scene, EveningId(all[0].0), "no", (&all, &[])).await;
    assert_refused(elsewhere, "NotFound(evening)");
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_opened_once_and_drawn_once_more_before_that() {
    let scene = Scene::new().await;
    let all = scene.enrolled(9).await;
    let id = evening(&scene, "e", None).await;
    check_in(&scene, id, "in", &all).await;
    assert_refused(
        draw(&scene, id, "0", true).await,
        "Evening(NothingToRedraw)",
    );
    draw(&scene, id, "1", false).await.unwrap();
    draw(&scene, id, "2", true).await.unwrap();
    assert_refused(
        open_round(&scene, id, 1, "1").await,
        "Evening(RoundReplaced)",
    );
    let opened = open_round(&scene, id, 2, "2").await.unwrap();
    let again = open_round(&scene, id, 2, "2").await.unwrap();
    assert_eq!((&opened.value, again.replayed), (&again.value, true));
    assert_refused(open_round(&scene, id, 2, "3").await, "Evening(RoundOpened)");
    assert_refused(
        draw(&scene, id, "3", true).await,
        "Evening(NothingToRedraw)",
    );
    let round = &opened.value.evening.rounds[1];
    for (id, table) in round.matches.iter().zip(&round.draw.tables) {
        let players = scene.view(*id).await.players.map(|player| player.id);
        assert_eq!(players, *table);
    }
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_matches_of_an_evening_are_settled_together() {
    let scene = Scene::new().await;
    let all = scene.enrolled(8).await;
    let id = evening(&scene, "e", None).await;
    check_in(&scene, id, "in", &all).await;
    draw(&scene, id, "1", false).await.unwrap();
    let view = open_round(&scene, id, 1, "1").await.unwrap().value;
    let round = view.evening.rounds[0].clone();
    // A match of the same day and currency that is not of the evening.
    let other = scene.open_match("elsewhere").await;
    scene.happens(other.id, &[agreed([8, -8, 0, 0])]).await;
    for id in &round.matches {
        scene.happens(*id, &[agreed([-8, 4, 4, 0])]).await;
    }
    let what = |currency: &str| SettlementScope::Evening {
        evening: id,
        currency: currency.to_owned(),
    };
    let nothing = scene.settle("eur", what("EUR")).await;
    assert_refused(nothing, "Settlement(Nothing)");
    let settled = scene.settle("hkd", what("HKD")).await.unwrap().value;
    let terms = &settled.settlement.terms;
    let matches: BTreeSet<_> = terms.parts.iter().map(|part| part.match_id).collect();
    assert_eq!(matches, round.matches.iter().copied().collect());
    let losers: BTreeSet<_> = terms.transfers.iter().map(|one| one.from).collect();
    let east = round
        .draw
        .tables
        .iter()
        .map(|table| Party::Player(table[0]));
    assert_eq!(losers, east.collect());
    let unknown = SettlementScope::Evening {
        evening: EveningId(all[0].0),
        currency: "HKD".to_owned(),
    };
    let unknown = scene.settle("no", unknown).await;
    assert_refused(unknown, "NotFound(evening)");
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evenings_are_listed_in_pages_with_their_halls() {
    let scene = Scene::new().await;
    let mut opened = Vec::new();
    for hall in ["A", "B", "C"] {
        opened.push(evening(&scene, hall, Some(hall)).await);
    }
    let page = |before| Page { before, limit: 2 };
    let first = scene.evenings(scene.club, page(None)).await.unwrap();
    let listed = |evenings: &[ledger::EveningSummary]| {
        let listed = evenings.iter();
        let listed = listed.map(|one| (one.terms.evening, one.hall.clone().unwrap()));
        listed.collect::<Vec<_>>()
    };
    let expected = [(opened[2], "C".to_owned()), (opened[1], "B".to_owned())];
    assert_eq!(listed(&first.evenings), expected);
    let rest = scene.evenings(scene.club, page(first.next)).await.unwrap();
    assert_eq!(listed(&rest.evenings), [(opened[0], "A".to_owned())]);
    assert_eq!(rest.next, None);
    let seq = first.evenings[0].opened.seq;
    let erased = scene.erase_text(scene.write("erase", "hall"), seq);
    erased.await.unwrap();
    let view = scene.evening(scene.club, opened[2]).await.unwrap();
    assert_eq!(view.hall, None);
}

/// Draws at the same time are drawn one after another, each with the seed of its round.
#[tokio::test(flavor = "multi_thread")]
async fn rounds_that_are_drawn_at_the_same_time_follow_each_other() {
    let scene = Scene::new().await;
    let all = scene.enrolled(9).await;
    let id = evening(&scene, "e", None).await;
    check_in(&scene, id, "in", &all).await;
    let draws = ["a", "b", "c", "d"].map(|key| draw(&scene, id, key, false));
    let [a, b, c, d] = draws;
    let drawn = tokio::join!(a, b, c, d);
    for one in [drawn.0, drawn.1, drawn.2, drawn.3] {
        one.unwrap();
    }
    let view = scene.evening(scene.club, id).await.unwrap();
    assert_eq!(view.evening.rounds.len(), 4);
    check(&scene).await;
}

/// The seed stays behind: another service cannot draw, but everything that was drawn is there.
#[tokio::test(flavor = "multi_thread")]
async fn an_evening_that_moves_is_not_drawn_any_more() {
    let scene = Scene::new().await;
    let id = evening(&scene, "e", Some("Hall A")).await;
    check_in(&scene, id, "in", &scene.players).await;
    draw(&scene, id, "1", false).await.unwrap();
    let before = scene.evening(scene.club, id).await.unwrap();
    let (_database, ledger) = moved(&scene).await;
    let after = ledger.evening(scene.club, id).await.unwrap();
    assert_eq!(after, before);
    let write = scene.write("draw_round", "2");
    let new = DrawRound {
        evening: id,
        draw: None,
        redraw: false,
        unfinished: true,
    };
    assert_refused(ledger.draw_round(write, new).await, "Evening(NoSeed)");
}

/// Whoever reads an evening reads all who came and left: there are not more than so many, and rounds are drawn all the same.
#[tokio::test(flavor = "multi_thread")]
async fn beyond_so_many_changes_only_rounds_go_on() {
    let scene = Scene::new().await;
    let id = evening(&scene, "evening", None).await;
    let players = scene.enrolled(40).await;
    let turn = async |number: usize| {
        let (came, left): (&[PlayerId], &[PlayerId]) = match number % 2 {
            0 => (&players, &[]),
            _ => (&[], &players),
        };
        attend(&scene, id, &number.to_string(), (came, left)).await
    };
    let turns = MAX_EVENING_CHANGES / players.len() - 1;
    for number in 0..turns {
        turn(number).await.unwrap();
    }
    let none: &[PlayerId] = &[];
    let left = attend(&scene, id, "left", (none, &players[..20])).await;
    left.unwrap();
    let came = attend(&scene, id, "came", (&players[..19], none)).await;
    let changes = came.unwrap().value.evening.changes;
    assert_eq!(changes, MAX_EVENING_CHANGES - 1);
    let (comes, leaves) = (&players[19..20], &players[..1]);
    let beyond = attend(&scene, id, "two", (comes, leaves)).await;
    assert_refused(beyond, "Evening(TooManyChanges)");
    attend(&scene, id, "one", (comes, none)).await.unwrap();
    let beyond = attend(&scene, id, "another", (none, leaves)).await;
    assert_refused(beyond, "Evening(TooManyChanges)");
    // Whoever is there already is no change.
    let there = attend(&scene, id, "there", (&players, none)).await;
    assert_eq!(there.unwrap().value.evening.changes, MAX_EVENING_CHANGES);
    draw(&scene, id, "draw", false).await.unwrap();
}
