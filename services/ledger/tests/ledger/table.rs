//! What an engine would answer, by rules as plain as can be: a hand is what the players agreed on, or a declared win that everybody pays by
//! its fan, and repeats the deal; a penalty is paid in points.

use ledger::evidence::{
    Agreed, Chair, Change, CorrectedOutcome, CountedPattern, Deal, DeclaredResult, Draft,
    DraftOutcome, Ending, Legs, MatchState, Outcome, OutcomeResult, Payee, Penalty, Score, Shown,
    Substitution, Win, Winner, WinnerScore, WonBy, seated_after,
};
use ledger::{
    CorrectMatch, MatchHistorySnapshot, MatchPosition, MatchView, NewOutcome, OutcomeId, PlayerId,
    RecordOutcomes,
};

pub(crate) fn chair(number: u8) -> Chair {
    Chair::try_from(number).unwrap()
}

/// A hand of which the players only say what it paid.
pub(crate) fn agreed(half_points: [i64; 4]) -> Outcome {
    Outcome::Agreed(Agreed {
        winner: None,
        half_points,
    })
}

/// A declared win with so many fan.
pub(crate) fn win(by: Chair, fan: u32) -> Outcome {
    let result = DeclaredResult {
        fan,
        limit: false,
        fan_toward_minimum: None,
    };
    Outcome::Win(Win {
        won_by: WonBy::SelfDraw,
        from_chair: None,
        robbed_kong: None,
        last_tile: false,
        replacement: None,
        first_turn: None,
        winners: vec![Winner {
            chair: by,
            shown: Shown::Declared(result),
            liability: None,
        }],
    })
}

pub(crate) fn penalty(by: u8, points: u32, payee: Payee) -> Outcome {
    Outcome::Penalty(Penalty {
        chair: chair(by),
        penalty: None,
        points: Some(points),
        payee,
    })
}

pub(crate) fn substitution(at: u8, player: PlayerId) -> Outcome {
    Outcome::Substitution(Substitution {
        chair: chair(at),
        player,
    })
}

/// The next hand of a match.
pub(crate) fn next_hand(view: &MatchView, half_points: [i64; 4]) -> RecordOutcomes {
    next_hand_at(&position(view), half_points)
}

/// The same of a match of which only that is known.
pub(crate) fn next_hand_at(position: &MatchPosition, half_points: [i64; 4]) -> RecordOutcomes {
    RecordOutcomes {
        number: Some(position.state.next_number),
        ..next_at(position, &[agreed(half_points)])
    }
}

/// What happens next in a match, one after another.
pub(crate) fn next(view: &MatchView, happens: &[Outcome]) -> RecordOutcomes {
    next_at(&position(view), happens)
}

/// The same of a match of which only that is known.
pub(crate) fn next_at(position: &MatchPosition, happens: &[Outcome]) -> RecordOutcomes {
    RecordOutcomes {
        position: *position,
        number: None,
        semantics: 1,
        outcomes: worked_out(position.state, position.players, happens),
    }
}

pub(crate) fn position(view: &MatchView) -> MatchPosition {
    MatchPosition {
        id: view.id,
        variant_hash: view.variant_hash,
        minimum_fan: view.minimum_fan,
        stake_cents: view.stake_cents,
        players: view.players.each_ref().map(|player| player.id),
        state: view.state,
        version: view.version,
    }
}

/// What happens at a table one after another, worked out.
pub(crate) fn worked_out(
    mut state: MatchState,
    mut seated: [PlayerId; 4],
    happens: &[Outcome],
) -> Vec<NewOutcome> {
    let mut outcomes: Vec<NewOutcome> = Vec::new();
    for outcome in happens {
        let (result, after) = played(&state, seated, outcome);
        seated = seated_after(seated, outcome);
        state = after;
        outcomes.push(NewOutcome {
            outcome: outcome.clone(),
            result,
            state_after: after,
            reason: None,
        });
    }
    outcomes
}

/// The same outcomes, each for a reason.
pub(crate) fn because(new: RecordOutcomes, reasons: &[Option<&str>]) -> RecordOutcomes {
    let outcomes = new.outcomes.into_iter().zip(reasons);
    let outcomes = outcomes.map(|(outcome, reason)| NewOutcome {
        reason: reason.map(str::to_owned),
        ..outcome
    });
    RecordOutcomes {
        outcomes: outcomes.collect(),
        ..new
    }
}

/// A correction of a match as it was seen.
pub(crate) fn correction(seen: &MatchHistorySnapshot, changes: Vec<Change>) -> CorrectMatch {
    let draft = seen.history.history.amend(&changes).unwrap();
    let (results, state_after) = replayed(&draft);
    CorrectMatch {
        before: seen.history.history.clone(),
        changes,
        semantics: 1,
        results,
        state_after,
        reason: "misread 看錯".to_owned(),
    }
}

/// What everything in a draft comes to, from the start.
pub(crate) fn replayed(draft: &Draft) -> (Vec<CorrectedOutcome>, MatchState) {
    let (mut state, mut seated) = (MatchState::START, draft.players);
    let mut results = Vec::new();
    for DraftOutcome {
        outcome_id,
        outcome,
    } in &draft.outcomes
    {
        let (result, after) = played(&state, seated, outcome);
        results.push(CorrectedOutcome {
            outcome_id: *outcome_id,
            result,
        });
        (state, seated) = (after, seated_after(seated, outcome));
    }
    (results, state)
}

pub(crate) fn played(
    state: &MatchState,
    seated: [PlayerId; 4],
    outcome: &Outcome,
) -> (OutcomeResult, MatchState) {
    let (half_points, house) = moved(outcome);
    let is_hand = u32::from(matches!(outcome, Outcome::Agreed(_) | Outcome::Win(_)));
    let result = OutcomeResult {
        number: (is_hand == 1).then_some(state.next_number),
        deal: state.deal,
        scores: scores(outcome),
        legs: Legs::new(&state.deal, seated, half_points, house).unwrap(),
    };
    let mut after = MatchState {
        next_number: state.next_number + is_hand,
        deal: Deal {
            extra: state.deal.extra + is_hand,
            ..state.deal
        },
        house_half_points: state.house_half_points + house,
        ending: matches!(outcome, Outcome::EarlyEnd {}).then_some(Ending::Early),
        ..*state
    };
    for (total, moved) in after.total_half_points.iter_mut().zip(half_points) {
        *total += moved;
    }
    (result, after)
}

/// Who won with how many fan.
fn declared(win: &Win) -> impl Iterator<Item = (Chair, u32)> {
    win.winners.iter().map(|winner| match &winner.shown {
        Shown::Declared(result) => (winner.chair, result.fan),
        Shown::Hand(_) => panic!("nobody shows tiles at this table"),
    })
}

fn scores(outcome: &Outcome) -> Vec<WinnerScore> {
    let Outcome::Win(win) = outcome else {
        return Vec::new();
    };
    let score = |fan: u32| Score {
        reading: None,
        counted: vec![CountedPattern {
            pattern: ["half_flush", "all_pungs"][fan as usize % 2].to_owned(),
            count: 1,
            fan,
            limit: false,
            counts_toward_minimum: true,
        }],
        capped: Vec::new(),
        left_out: Vec::new(),
        fan,
        fan_toward_minimum: fan,
        minimum_fan: 0,
        limit: false,
        points: fan,
        declared: true,
    };
    let scores = declared(win).map(|(chair, fan)| WinnerScore {
        chair,
        score: score(fan),
    });
    scores.collect()
}

fn moved(outcome: &Outcome) -> ([i64; 4], i64) {
    match outcome {
        Outcome::Agreed(agreed) => (agreed.half_points, 0),
        Outcome::Penalty(penalty) => {
            let points = 2 * i64::from(penalty.points.unwrap());
            let (others, house) = match penalty.payee {
                Payee::Players => (points, 0),
                Payee::House => (0, points),
            };
            let mut half_points = [others; 4];
            half_points[penalty.chair.index()] = -3 * others - house;
            (half_points, house)
        }
        Outcome::Substitution(_) | Outcome::EarlyEnd {} => ([0; 4], 0),
        Outcome::Win(win) => {
            let mut half_points = [0; 4];
            for (winner, fan) in declared(win) {
                half_points = half_points.map(|moved| moved - i64::from(fan));
                half_points[winner.index()] += 4 * i64::from(fan);
            }
            (half_points, 0)
        }
        Outcome::Totals(totals) => (totals.half_points, totals.house()),
        Outcome::Goulash {} | Outcome::FalseMahjong(_) | Outcome::SidePayment(_) => {
            panic!("no hand of this table: {outcome:?}")
        }
    }
}

/// Changes, by the outcomes they are of.
pub(crate) mod change {
    use super::{Change, Outcome, OutcomeId, PlayerId};
    use ledger::evidence::{Insert, Replace, Reseat, Reseated, Void};

    pub(crate) fn replace(outcome_id: OutcomeId, outcome: Outcome) -> Change {
        Change::Replace(Replace {
            outcome_id,
            outcome,
        })
    }

    pub(crate) fn void(outcome_id: OutcomeId) -> Change {
        Change::Void(Void { outcome_id })
    }

    pub(crate) fn insert(
        outcome_id: OutcomeId,
        before: Option<OutcomeId>,
        outcome: Outcome,
    ) -> Change {
        Change::Insert(Insert {
            outcome_id,
            before,
            outcome,
        })
    }

    pub(crate) fn reseat(players: [PlayerId; 4], outcomes: Reseated) -> Change {
        Change::Reseat(Reseat { players, outcomes })
    }
}
