//! The standings of a tournament are what the entries up to any one come to.

use super::{RULES, begin_round, enter, give, leave, open, penalty, withdraw};
use crate::round_trips::Counted;
use crate::scene::{Scene, assert_refused};
use crate::settling::check;
use crate::table::{agreed, change, substitution};
use ledger::evidence::{
    Body, Entry, MatchHistory, Reseated, SatOut, TieBreak, Tournament, TournamentRules,
    TournamentScoring,
};
use ledger::tally::{MergeChange, TournamentMatch, TournamentStandings, counts_for};
use ledger::test_database::all_entries;
use ledger::{Error, GivePenalty, MatchId, PlayerId, TournamentId};
use std::collections::HashMap;

/// The standings that the leaves up to one come to; none before the tournament was opened.
async fn from_leaves(scene: &Scene, id: TournamentId, as_of: u64) -> Option<TournamentStandings> {
    let mut matches: HashMap<MatchId, MatchHistory> = HashMap::new();
    let mut tournament: Option<Tournament> = None;
    let mut merges: Vec<MergeChange> = Vec::new();
    for stored in all_entries(&scene.ledger, scene.club, 0).await {
        let entry = Entry::parse(&stored.leaf).unwrap();
        if entry.seq > as_of {
            break;
        }
        if let Body::MatchOpened(opened) = &entry.body {
            matches.insert(opened.match_id, MatchHistory::open(&entry).unwrap());
        } else if let Some(change) = MergeChange::of(&entry.body) {
            merges.push(change);
        } else if let Some(of) = entry.body.match_id() {
            matches.get_mut(&of).unwrap().add(&entry).unwrap();
        } else if entry.body.tournament_id() == Some(id) {
            match &mut tournament {
                Some(tournament) => tournament.add(&entry).unwrap(),
                None => tournament = Some(Tournament::open(&entry).unwrap()),
            }
        }
    }
    let counts_for = counts_for(merges);
    let counts_for = |player| counts_for.get(&player).copied().unwrap_or(player);
    let result = |id| matches.get(&id).and_then(TournamentMatch::of);
    tournament.map(|tournament| TournamentStandings::of(&tournament, result, counts_for))
}

async fn standings(
    scene: &Scene,
    id: TournamentId,
    as_of: Option<u64>,
) -> ledger::Result<ledger::TournamentResult> {
    scene.tournament_standings(scene.club, id, as_of).await
}

/// Plays two hands in each match of a round; in the first one somebody takes over, in the second one nothing is left of what was recorded.
async fn play(scene: &Scene, matches: &[MatchId], guest: PlayerId) {
    for (number, id) in (1_i64..).zip(matches) {
        scene
            .happens(
                *id,
                &[agreed([12 * number, -4, -8 * number, 4 - 4 * number])],
            )
            .await;
    }
    scene.happens(matches[0], &[substitution(2, guest)]).await;
    scene.happens(matches[0], &[agreed([-4, 12, -4, -4])]).await;
    let recorded = scene.happens(matches[1], &[agreed([8, 8, -8, -8])]).await;
    let outcome_id = recorded[0].recorded.outcome_id;
    scene
        .correct(matches[1], vec![change::void(outcome_id)])
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_standings_as_of_every_entry_are_those_of_its_leaves() {
    let scene = Scene::new().await;
    let all = scene.enrolled(11).await;
    let rules = TournamentRules {
        scoring: TournamentScoring::PointsAndTablePoints,
        table_points: Some([40, 10, -10, -40]),
        ties: vec![TieBreak::FirstPlaces, TieBreak::Opponents],
        sat_out: Some(SatOut {
            half_points: 2,
            table_points: 1,
        }),
        ..RULES
    };
    let id = open(&scene, "t", rules).await;
    enter(&scene, id, "in", &all[..9]).await;
    let first = begin_round(&scene, id, 1).await;
    let first = first.tournament.rounds[0].clone();
    play(&scene, &first.matches, all[9]).await;
    // Two who were drawn to other chairs than those on which they sat.
    let [a, b, c, d] = first.draw.tables[1];
    let reseat = vec![change::reseat([b, a, c, d], Reseated::StayWithChairs)];
    scene.correct(first.matches[1], reseat).await;
    let given = give(&scene, "p", penalty(id, a)).await.unwrap();
    let seq = given.value.tournament.penalties[0].given.seq;
    let of_places = GivePenalty {
        table_points: 3,
        ..penalty(id, b)
    };
    give(&scene, "q", of_places).await.unwrap();
    leave(&scene, id, "gone", &[c]).await;
    let second = begin_round(&scene, id, 2).await;
    let second = second.tournament.rounds[1].clone();
    scene
        .happens(second.matches[0], &[agreed([4, 4, 4, -12])])
        .await;
    let close = scene.write("close_tournament", "k");
    let closed = scene.close_tournament(close, id).await.unwrap();
    let closed = closed.value.tournament.version;
    assert_eq!(
        standings(&scene, id, None).await.unwrap().since_closing,
        None
    );
    withdraw(&scene, "w", id, seq).await.unwrap();
    scene
        .happens(second.matches[1], &[agreed([-4, 0, 0, 4])])
        .await;
    let merge = scene.write("merge", "k");
    scene.merge_player(merge, c, all[10]).await.unwrap();
    let unmerge = scene.write("unmerge", "k");
    scene.unmerge_player(unmerge, c, all[10]).await.unwrap();
    let last = scene.tree_head(scene.club).await.unwrap().size;
    for seq in 1..=last {
        let expected = from_leaves(&scene, id, seq).await;
        match standings(&scene, id, Some(seq)).await {
            Ok(found) => assert_eq!(Some(found.result.standings), expected, "{seq}"),
            Err(Error::NotFound("tournament")) => assert_eq!(expected, None, "{seq}"),
            Err(error) => panic!("{seq}: {error}"),
        }
    }
    let found = standings(&scene, id, None).await.unwrap();
    let (final_ones, now) = (found.result, found.since_closing.unwrap());
    assert_eq!((final_ones.seq, now.seq), (closed, last));
    assert_eq!(
        Some(final_ones.standings),
        from_leaves(&scene, id, closed).await
    );
    assert_eq!(Some(now.standings), from_leaves(&scene, id, last).await);
    let beyond = standings(&scene, id, Some(last + 1)).await;
    assert!(matches!(beyond, Err(Error::BeyondLedger { size }) if size == last));
    let none = standings(&scene, TournamentId(a.0), None).await;
    assert_refused(none, "NotFound(tournament)");
    check(&scene).await;
}

/// A match that was corrected is read entry by entry once: those who read again do not wait for it again.
#[tokio::test(flavor = "multi_thread")]
async fn standings_read_what_was_corrected_once() {
    let counted = Counted::new().await;
    let Counted { scene, ledger, .. } = &counted;
    let all = scene.enrolled(8).await;
    let id = open(scene, "t", RULES).await;
    enter(scene, id, "in", &all).await;
    let round = begin_round(scene, id, 1).await.tournament.rounds[0].clone();
    let fewest = async |most| {
        let read = counted.fewest(most, async |_| {
            ledger
                .tournament_standings(scene.club, id, None)
                .await
                .unwrap();
        });
        read.await
    };
    let before = fewest(0).await;
    for (id, table) in round.matches.iter().zip(&round.draw.tables) {
        let [a, b, c, d] = *table;
        scene.happens(*id, &[agreed([12, -4, -4, -4])]).await;
        let reseat = vec![change::reseat([b, a, c, d], Reseated::StayWithChairs)];
        scene.correct(*id, reseat).await;
    }
    // Which entries were the last of those matches is read each time.
    let after = fewest(before + 1).await;
    assert!(after <= before + 1, "{after} instead of {before}");
}
