//! A correction has everything worked out again, and states exactly what came out differently.

use crate::found;
use crate::honest::{
    AGREED, DECLARED, GOULASH, PENALTY, REPLACED, RESEATED, SUBSTITUTION, WIN, chair, declared,
    hash_of, id, ledger, outcome_id, players,
};
use evidence::{
    Body, Change, DeclaredResult, Ending, Hash, Insert, Legs, MatchCorrected, MatchHistory,
    MatchId, Outcome, OutcomeId, OutcomeResult, Payee, PlayerId, Replace, Reseated, Shown,
    Substitution, Void,
};

fn tampered(seq: u64, change: impl FnOnce(&mut MatchCorrected)) -> String {
    found(seq, |body| {
        if let Body::MatchCorrected(corrected) = body {
            change(corrected);
        }
    })
}

/// Tampers with what the first correction says an outcome comes to.
fn result(id: OutcomeId, change: impl FnOnce(&mut OutcomeResult)) -> String {
    tampered(REPLACED, |one| {
        let stated = one
            .results
            .iter_mut()
            .find(|stated| stated.outcome_id == id);
        change(&mut stated.unwrap().result);
    })
}

const PAYMENTS: &str = "worked out again, it differs in the payments";
const SCORE: &str = "worked out again, it differs in the score";
const DEAL: &str = "worked out again, it differs in the deal";
const STATE: &str = "worked out again, it differs in the state after it";

#[test]
fn the_honest_correction_states_what_it_changes() {
    let Body::MatchCorrected(corrected) =
        ledger().remove(usize::try_from(REPLACED).unwrap() - 1).body
    else {
        panic!("another entry")
    };
    // The first hand came before, and is as it was; after it the deal passed, which shows in everything.
    let stated: Vec<_> = corrected.results.iter().map(|one| one.outcome_id).collect();
    assert_eq!(
        stated,
        [GOULASH, AGREED, PENALTY, 50, SUBSTITUTION, DECLARED].map(outcome_id)
    );
}

#[test]
fn what_a_correction_says_of_an_outcome_is_not_believed() {
    let replaced = outcome_id(GOULASH);
    assert_eq!(result(replaced, |one| one.scores[0].score.fan += 1), SCORE);
    assert_eq!(result(replaced, |one| one.scores.clear()), SCORE);
    let later = outcome_id(AGREED);
    assert_eq!(result(later, |one| one.deal.extra += 1), DEAL);
    let numbers = "it contradicts its match: the hands are not numbered 1, 2, 3, …";
    assert_eq!(result(later, |one| one.number = Some(7)), numbers);
    let inserted = result(outcome_id(50), |one| one.number = Some(4));
    assert_eq!(
        inserted,
        "it contradicts its match: hands have a number, and nothing else has one"
    );
    let [a, b, c, _] = players();
    let strangers = result(later, |one| {
        let amounts = one.legs.half_points();
        one.legs = Legs::new(&one.deal, [b, a, c, players()[3]], amounts, 0).unwrap();
    });
    assert_eq!(
        strangers,
        "it contradicts its match: the legs are those of other players"
    );
}

#[test]
fn a_change_that_is_undone_seats_nobody_who_cannot_sit() {
    let undone = outcome_id(51);
    let found = tampered(REPLACED, |one| {
        one.changes.push(Change::Insert(Insert {
            outcome_id: undone,
            before: None,
            outcome: Outcome::Substitution(Substitution {
                chair: chair(3),
                player: PlayerId(id(99)),
            }),
        }));
        one.changes.push(Change::Void(Void { outcome_id: undone }));
    });
    assert_eq!(
        found,
        "it speaks of a player that the entries before it do not agree with"
    );
}

#[test]
fn amounts_are_not_believed_even_if_they_add_up() {
    let paid = tampered(REPLACED, |one| {
        let stated = &mut one.results[1].result;
        let legs = Legs::new(&stated.deal, players(), [-8, 8, 0, 0], 0).unwrap();
        let was = std::mem::replace(&mut stated.legs, legs);
        let totals = one.state_after.total_half_points.iter_mut();
        for ((total, was), is) in totals.zip(was.half_points()).zip([-8, 8, 0, 0]) {
            *total += is - was;
        }
    });
    assert_eq!(paid, PAYMENTS);
    let unadded = result(outcome_id(AGREED), |one| {
        one.legs = Legs::new(&one.deal, players(), [-8, 8, 0, 0], 0).unwrap();
    });
    assert_eq!(
        unadded,
        "it contradicts its match: the totals are not what the outcomes moved"
    );
}

#[test]
fn an_effect_that_is_left_out_is_missed() {
    let left_out = |n: u64| {
        tampered(REPLACED, |one| {
            one.results
                .retain(|stated| stated.outcome_id != outcome_id(n))
        })
    };
    // Its amounts are as they were, so that the totals add up; the deal it happened in is not.
    assert_eq!(left_out(AGREED), DEAL);
    assert_eq!(left_out(PENALTY), DEAL);
    assert_eq!(
        left_out(50),
        "it contradicts its match: an inserted outcome has no result"
    );
    assert_eq!(
        left_out(GOULASH),
        "it contradicts its match: the totals are not what the outcomes moved"
    );
    let all = tampered(RESEATED, |one| one.results.clear());
    assert_eq!(
        all,
        "it contradicts its match: the legs are those of other players"
    );
}

#[test]
fn an_effect_that_does_not_change_is_superfluous() {
    let entries = ledger();
    let earlier_entries = entries
        .into_iter()
        .filter(|entry| (10..REPLACED).contains(&entry.seq));
    let before = MatchHistory::read(earlier_entries).unwrap().unwrap();
    let unchanged = evidence::CorrectedOutcome {
        outcome_id: outcome_id(WIN),
        result: before.outcome(outcome_id(WIN)).unwrap().now.result.clone(),
    };
    let superfluous = tampered(REPLACED, |one| one.results.insert(0, unchanged));
    assert_eq!(
        superfluous,
        "it contradicts its match: the correction states a result that it does not change"
    );
    let elsewhere = "it contradicts its match: the correction has results of what is not in the match, or not in the order of play";
    let order = tampered(REPLACED, |one| one.results.swap(4, 5));
    assert_eq!(order, elsewhere);
    let stranger = tampered(REPLACED, |one| one.results[5].outcome_id = outcome_id(51));
    assert_eq!(stranger, elsewhere);
}

#[test]
fn where_a_corrected_match_stands_is_not_believed() {
    let dealer = tampered(REPLACED, |one| one.state_after.deal.dealer = chair(4));
    assert_eq!(dealer, STATE);
    let over = tampered(RESEATED, |one| {
        one.state_after.ending = Some(Ending::Complete)
    });
    assert_eq!(over, STATE);
    let totals = tampered(REPLACED, |one| one.state_after.total_half_points.swap(0, 1));
    assert_eq!(
        totals,
        "it contradicts its match: the totals are not what the outcomes moved"
    );
    let number = tampered(REPLACED, |one| one.state_after.next_number += 1);
    assert_eq!(
        number,
        "it contradicts its match: the next hand's number does not follow the last one's"
    );
}

#[test]
fn other_changes_come_to_something_else() {
    let winner = tampered(REPLACED, |one| {
        one.changes[0] = Change::Replace(Replace {
            outcome_id: outcome_id(GOULASH),
            outcome: declared(3),
        });
    });
    assert_eq!(winner, SCORE);
    let payee = tampered(REPLACED, |one| {
        if let Change::Insert(insert) = &mut one.changes[1]
            && let Outcome::Penalty(penalty) = &mut insert.outcome
        {
            penalty.payee = Payee::House;
        }
    });
    assert_eq!(payee, PAYMENTS);
    let place = tampered(REPLACED, |one| {
        if let Change::Insert(insert) = &mut one.changes[1] {
            insert.before = None;
        }
    });
    assert!(place.contains("not in the order of play"), "{place}");
    let unknown = tampered(REPLACED, |one| {
        one.changes[0] = Change::Replace(Replace {
            outcome_id: outcome_id(51),
            outcome: declared(3),
        });
    });
    assert_eq!(
        unknown,
        "it contradicts its match: the outcome does not stand in the match"
    );
    let followed = tampered(RESEATED, |one| {
        if let Change::Reseat(reseat) = &mut one.changes[0] {
            reseat.outcomes = Reseated::FollowPlayers;
        }
    });
    assert_eq!(followed, PAYMENTS);
}

#[test]
fn what_the_rules_refuse_is_not_put_right() {
    let too_few = tampered(REPLACED, |one| {
        if let Change::Replace(replace) = &mut one.changes[0]
            && let Outcome::Win(win) = &mut replace.outcome
        {
            win.winners[0].shown = Shown::Declared(DeclaredResult {
                fan: 1,
                limit: false,
                fan_toward_minimum: None,
            });
        }
    });
    assert!(too_few.starts_with("the hand is refused: "), "{too_few}");
}

#[test]
fn a_correction_is_made_with_the_rules_of_its_match() {
    let newer = tampered(REPLACED, |one| one.semantics += 1);
    assert_eq!(newer, "scored with semantics 2, and this program has 1");
    let founded =
        |what| format!("it speaks of a {what} that the entries before it do not agree with");
    let unknown = tampered(REPLACED, |one| one.variant_hash = Hash::of(b"unknown"));
    assert_eq!(unknown, founded("variant"));
    let elsewhere = tampered(REPLACED, |one| one.match_id = MatchId(id(6)));
    assert_eq!(elsewhere, founded("match"));
    let other = tampered(REPLACED, |one| one.variant_hash = hash_of("hkos-fan-laak"));
    assert_eq!(
        other,
        "it contradicts its match: the entry is of another match or variant"
    );
}
