//! What a link to record in a match may say there: by the kind of outcome and of change, whatever the address that takes it.

use ledger::ApiKeyScope;
use ledger::evidence::{Change, MatchHistory, Outcome};

use crate::caller::ClubMember;
use crate::problem::{Code, Problem};

/// Whether a link may record an outcome of this kind, and change one. To break the match off and to seat somebody else is for members.
const fn admits(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Win(_)
        | Outcome::Goulash {}
        | Outcome::Agreed(_)
        | Outcome::FalseMahjong(_)
        | Outcome::Penalty(_)
        | Outcome::SidePayment(_)
        | Outcome::Totals(_) => true,
        Outcome::Substitution(_) | Outcome::EarlyEnd {} => false,
    }
}

/// Whether a link may make this change of a match.
fn admits_change(change: &Change, history: &MatchHistory) -> bool {
    let admits_current = |outcome_id| {
        let current = history.outcome(outcome_id);
        current.is_none_or(|current| admits(&current.now.outcome))
    };
    match change {
        Change::Insert(insert) => admits(&insert.outcome),
        Change::Replace(replace) => admits(&replace.outcome) && admits_current(replace.outcome_id),
        Change::Void(void) => admits_current(void.outcome_id),
        Change::Reseat(_) => false,
    }
}

/// Refuses an outcome that is not for the link by which somebody asks; `at` is where in the body it stands.
pub(crate) fn check_outcome(
    member: &ClubMember,
    outcome: &Outcome,
    at: &str,
) -> Result<(), Problem> {
    check(member, admits(outcome), at)
}

/// Refuses a change that is not for the link by which somebody asks; `at` is where in the body it stands.
pub(crate) fn check_change(
    member: &ClubMember,
    change: &Change,
    history: &MatchHistory,
    at: &str,
) -> Result<(), Problem> {
    check(member, admits_change(change, history), at)
}

fn check(member: &ClubMember, is_admitted: bool, at: &str) -> Result<(), Problem> {
    if member.scope == ApiKeyScope::Club || is_admitted {
        return Ok(());
    }
    let detail = "A link to a match records hands, penalties, side payments and totals, and corrects those. Ask a member of the club who may record matches.";
    Err(Problem::at(Code::Forbidden, at, detail))
}
