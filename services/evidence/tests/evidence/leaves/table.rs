//! A table with rules as plain as can be, so that entries can be made whose parts agree.
//!
//! A winner gets 4 half points from everybody else, or 12 from whoever is liable. A goulash and a false mahjong
//! repeat the deal, any other hand passes it.

use super::examples::{chair, id, score};
use evidence::{
    Body, Chair, Change, ClubId, CorrectedOutcome, Deal, Draft, DraftOutcome, Entry, Hash, Legs,
    MatchCorrected, MatchHistory, MatchId, MatchState, Outcome, OutcomeId, OutcomeRecorded,
    OutcomeResult, Payee, PlayerId, UserId, Win, Wind, WinnerScore, commit, seated_after,
};

pub(crate) const DOCUMENT: &[u8] =
    r#"{"id":"old-hong-kong","minimum_fan":3,"name":"舊章"}"#.as_bytes();

/// An entry of the club.
pub(crate) fn entry(seq: u64, body: Body) -> Entry {
    let time = format!("2026-11-21T09:30:00.{seq:06}Z").parse().unwrap();
    Entry {
        club: ClubId(id(1)),
        seq,
        time,
        actor: UserId(id(2)),
        body,
    }
}

pub(crate) fn outcome_id(n: u64) -> OutcomeId {
    OutcomeId(id(100 + u128::from(n)))
}

/// What happens next in a match.
pub(crate) fn recorded(
    history: &MatchHistory,
    outcome_id: OutcomeId,
    outcome: Outcome,
) -> OutcomeRecorded {
    let (result, state_after) = played(&history.state, history.seated(), &outcome);
    OutcomeRecorded {
        match_id: MatchId(id(5)),
        outcome_id,
        variant_hash: Hash::of(DOCUMENT),
        semantics: 1,
        outcome,
        result,
        reason_commitment: None,
        state_after,
    }
}

/// A correction of a match.
pub(crate) fn corrected(history: &MatchHistory, changes: Vec<Change>) -> MatchCorrected {
    let draft = history.amend(&changes).unwrap();
    let (results, state_after) = replayed(&draft);
    let stood = |one: &CorrectedOutcome| {
        history
            .outcome(one.outcome_id)
            .map(|current| &current.now.result)
    };
    let differs = |one: &CorrectedOutcome| stood(one) != Some(&one.result);
    MatchCorrected {
        match_id: MatchId(id(5)),
        changes,
        variant_hash: Hash::of(DOCUMENT),
        semantics: 1,
        results: results.into_iter().filter(differs).collect(),
        reason_commitment: commit(&[4; 16], "chairs 1 and 2 were mixed up"),
        state_after,
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

fn played(
    state: &MatchState,
    seated: [PlayerId; 4],
    outcome: &Outcome,
) -> (OutcomeResult, MatchState) {
    let (half_points, house) = moved(outcome);
    let is_hand = matches!(
        outcome,
        Outcome::Win(_) | Outcome::Goulash {} | Outcome::Agreed(_) | Outcome::FalseMahjong(_)
    );
    let result = OutcomeResult {
        number: is_hand.then_some(state.next_number),
        deal: state.deal,
        scores: scores(outcome),
        legs: Legs::new(&state.deal, seated, half_points, house).unwrap(),
    };
    let mut after = MatchState {
        next_number: state.next_number + u32::from(is_hand),
        deal: next_deal(state.deal, outcome),
        house_half_points: state.house_half_points + house,
        ending: outcome.kind().ending(),
        ..*state
    };
    for (total, moved) in after.total_half_points.iter_mut().zip(half_points) {
        *total += moved;
    }
    (result, after)
}

fn next_deal(deal: Deal, outcome: &Outcome) -> Deal {
    match outcome {
        Outcome::Win(_) | Outcome::Agreed(_) => {
            let last = deal.dealer == chair(4);
            let round = Wind::ALL.iter().position(|wind| *wind == deal.round_wind);
            Deal {
                round_wind: Wind::ALL[(round.unwrap() + usize::from(last)) % 4],
                dealer: chair(deal.dealer.number() % 4 + 1),
                extra: 0,
            }
        }
        Outcome::Goulash {} | Outcome::FalseMahjong(_) => Deal {
            extra: deal.extra + 1,
            ..deal
        },
        Outcome::Penalty(_)
        | Outcome::SidePayment(_)
        | Outcome::Totals(_)
        | Outcome::Substitution(_)
        | Outcome::EarlyEnd {} => deal,
    }
}

/// What each chair gains, and what the house does.
fn moved(outcome: &Outcome) -> ([i64; 4], i64) {
    match outcome {
        Outcome::Win(win) => (won(win), 0),
        Outcome::Agreed(agreed) => (agreed.half_points, 0),
        Outcome::FalseMahjong(call) => (paid(call.chair, call.points), 0),
        Outcome::Penalty(penalty) if penalty.payee == Payee::Players => {
            (paid(penalty.chair, penalty.points), 0)
        }
        Outcome::Penalty(penalty) => {
            let amount = 2 * i64::from(penalty.points.unwrap_or(10));
            let mut half_points = [0; 4];
            half_points[penalty.chair.index()] = -amount;
            (half_points, amount)
        }
        Outcome::SidePayment(payment) => {
            let payers = Chair::ALL
                .into_iter()
                .filter(|payer| *payer != payment.chair)
                .filter(|payer| payment.from_chair.is_none_or(|from| from == *payer));
            let amount = 2 * i64::from(payment.points.unwrap_or(10));
            let mut half_points = [0; 4];
            for payer in payers {
                half_points[payer.index()] -= amount;
                half_points[payment.chair.index()] += amount;
            }
            (half_points, 0)
        }
        Outcome::Totals(totals) => (totals.half_points, totals.house()),
        Outcome::Goulash {} | Outcome::Substitution(_) | Outcome::EarlyEnd {} => ([0; 4], 0),
    }
}

fn won(win: &Win) -> [i64; 4] {
    let mut half_points = [0; 4];
    for winner in &win.winners {
        for payer in Chair::ALL
            .into_iter()
            .filter(|payer| *payer != winner.chair)
        {
            let pays = winner.liability.map_or(payer, |liability| liability.chair);
            half_points[pays.index()] -= 4;
            half_points[winner.chair.index()] += 4;
        }
    }
    half_points
}

/// What a chair pays to each of the others.
fn paid(chair: Chair, points: Option<u32>) -> [i64; 4] {
    let amount = 2 * i64::from(points.unwrap_or(10));
    let mut half_points = [amount; 4];
    half_points[chair.index()] = -3 * amount;
    half_points
}

fn scores(outcome: &Outcome) -> Vec<WinnerScore> {
    match outcome {
        Outcome::Win(win) => win.winners.iter().map(score).collect(),
        Outcome::Goulash {}
        | Outcome::Agreed(_)
        | Outcome::FalseMahjong(_)
        | Outcome::Penalty(_)
        | Outcome::SidePayment(_)
        | Outcome::Totals(_)
        | Outcome::Substitution(_)
        | Outcome::EarlyEnd {} => Vec::new(),
    }
}
