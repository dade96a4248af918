//! What an engine would answer, by rules as plain as can be: a hand is what the players agreed on and repeats the deal, a
//! penalty is paid in points.

use ledger::evidence::{
    Agreed, Chair, Change, Deal, Draft, Effect, Ending, Facts, Legs, MatchState, Outcome, Payee,
    Penalty, Stated, Substitution, seated_after,
};
use ledger::{
    BookSnapshot, CorrectMatch, MatchView, NewOutcome, OutcomeId, PlayerId, RecordOutcomes,
};

pub(crate) fn chair(number: u8) -> Chair {
    Chair::try_from(number).unwrap()
}

/// A hand of which the players only say what it paid.
pub(crate) fn agreed(half_points: [i64; 4]) -> Facts {
    Facts::Agreed(Agreed {
        winner: None,
        half_points,
    })
}

pub(crate) fn penalty(by: u8, points: u32, payee: Payee) -> Facts {
    Facts::Penalty(Penalty {
        chair: chair(by),
        penalty: None,
        points: Some(points),
        payee,
    })
}

pub(crate) fn substitution(at: u8, player: PlayerId) -> Facts {
    Facts::Substitution(Substitution {
        chair: chair(at),
        player,
    })
}

/// The next hand of a match.
pub(crate) fn next_hand(view: &MatchView, half_points: [i64; 4]) -> RecordOutcomes {
    RecordOutcomes {
        number: Some(view.state.next_number),
        ..next(view, &[agreed(half_points)])
    }
}

/// What happens next in a match, one after another.
pub(crate) fn next(view: &MatchView, happens: &[Facts]) -> RecordOutcomes {
    let seated = view.players.each_ref().map(|player| player.id);
    RecordOutcomes {
        match_id: view.id,
        expected_version: view.version,
        number: None,
        semantics: 1,
        outcomes: worked_out(view.state, seated, happens),
    }
}

/// What happens at a table one after another, worked out.
pub(crate) fn worked_out(
    mut state: MatchState,
    mut seated: [PlayerId; 4],
    happens: &[Facts],
) -> Vec<NewOutcome> {
    let mut outcomes: Vec<NewOutcome> = Vec::new();
    for facts in happens {
        let (effect, after) = played(&state, seated, facts);
        seated = seated_after(seated, facts);
        state = after;
        outcomes.push(NewOutcome {
            facts: facts.clone(),
            effect,
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
pub(crate) fn correction(seen: &BookSnapshot, changes: Vec<Change>) -> CorrectMatch {
    let draft = seen.book.book.amend(&changes).unwrap();
    let (effects, state_after) = replayed(&draft);
    CorrectMatch {
        match_id: seen.book.view.id,
        expected_version: seen.book.view.version,
        changes,
        semantics: 1,
        effects,
        state_after,
        reason: "misread 看錯".to_owned(),
    }
}

/// What everything in a draft comes to, from the start.
pub(crate) fn replayed(draft: &Draft) -> (Vec<Outcome>, MatchState) {
    let (mut state, mut seated) = (MatchState::START, draft.players);
    let mut effects = Vec::new();
    for Stated { outcome, facts } in &draft.outcomes {
        let (effect, after) = played(&state, seated, facts);
        effects.push(Outcome {
            outcome: *outcome,
            effect,
        });
        (state, seated) = (after, seated_after(seated, facts));
    }
    (effects, state)
}

pub(crate) fn played(
    state: &MatchState,
    seated: [PlayerId; 4],
    facts: &Facts,
) -> (Effect, MatchState) {
    let (half_points, house) = moved(facts);
    let is_hand = u32::from(matches!(facts, Facts::Agreed(_)));
    let effect = Effect {
        number: (is_hand == 1).then_some(state.next_number),
        deal: state.deal,
        scores: Vec::new(),
        legs: Legs::new(&state.deal, seated, half_points, house).unwrap(),
    };
    let mut after = MatchState {
        next_number: state.next_number + is_hand,
        deal: Deal {
            extra: state.deal.extra + is_hand,
            ..state.deal
        },
        house_half_points: state.house_half_points + house,
        ending: matches!(facts, Facts::EarlyEnd {}).then_some(Ending::Early),
        ..*state
    };
    for (total, moved) in after.total_half_points.iter_mut().zip(half_points) {
        *total += moved;
    }
    (effect, after)
}

fn moved(facts: &Facts) -> ([i64; 4], i64) {
    match facts {
        Facts::Agreed(agreed) => (agreed.half_points, 0),
        Facts::Penalty(penalty) => {
            let points = 2 * i64::from(penalty.points.unwrap());
            let (others, house) = match penalty.payee {
                Payee::Players => (points, 0),
                Payee::House => (0, points),
            };
            let mut half_points = [others; 4];
            half_points[penalty.chair.index()] = -3 * others - house;
            (half_points, house)
        }
        Facts::Substitution(_) | Facts::EarlyEnd {} => ([0; 4], 0),
        Facts::Win(_) | Facts::Goulash {} | Facts::FalseMahjong(_) => {
            panic!("no hand of this table: {facts:?}")
        }
    }
}

/// Changes, by the outcomes they are of.
pub(crate) mod change {
    use super::{Change, Facts, OutcomeId, PlayerId};
    use ledger::evidence::{Insert, Replace, Reseat, Reseated, Void};

    pub(crate) fn replace(outcome: OutcomeId, facts: Facts) -> Change {
        Change::Replace(Replace { outcome, facts })
    }

    pub(crate) fn void(outcome: OutcomeId) -> Change {
        Change::Void(Void { outcome })
    }

    pub(crate) fn insert(outcome: OutcomeId, before: Option<OutcomeId>, facts: Facts) -> Change {
        Change::Insert(Insert {
            outcome,
            before,
            facts,
        })
    }

    pub(crate) fn reseat(players: [PlayerId; 4], outcomes: Reseated) -> Change {
        Change::Reseat(Reseat { players, outcomes })
    }
}
