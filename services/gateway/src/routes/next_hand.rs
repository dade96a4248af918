//! A hand after another one that the same person recorded from this server: it is worked out from what is remembered of the match.

use ledger::evidence::check_next;
use ledger::{Recording, Write};

use super::recording::{Asked, Recorded, check_players, record, recorded, store};
use crate::authorize;
use crate::match_to_record_in::Admission;
use crate::problem::Problem;
use crate::remembered_matches::RememberedMatch;
use crate::services::Services;

/// Records a hand as [`record`] does, and remembers the match for the next one.
pub(super) async fn record_next(
    services: &Services,
    mut write: Write,
    asked: &Asked<'_>,
    admission: Option<&Admission>,
) -> Result<Recorded, Problem> {
    let Some(admission) = admission else {
        return record(services, &write, asked).await;
    };
    let recorded = match admission.remembered {
        None => record(services, &write, asked).await?,
        Some(remembered) => {
            record_after(services, &mut write, asked, (admission, remembered)).await?
        }
    };
    if let Some(position) = recorded.position {
        let remembered = RememberedMatch {
            role: write.role,
            position,
        };
        let matches = &services.remembered_matches;
        matches.remember((admission.who, write.club), remembered);
    }
    Ok(recorded)
}

/// Records a hand on top of what is remembered. If that fails, role and match are read; if neither has changed, the first refusal is the answer.
async fn record_after(
    services: &Services,
    write: &mut Write,
    asked: &Asked<'_>,
    (admission, remembered): (&Admission, RememberedMatch),
) -> Result<Recorded, Problem> {
    let attempt = attempt(services, write, asked, &remembered).await;
    let refusal = match attempt {
        Ok(Some(recorded)) => {
            admission.note_check();
            return Ok(recorded);
        }
        Ok(None) => None,
        Err(problem) => Some(problem),
    };
    let at = asked.at(write.club, Some(write.key_of()));
    let (role, seen) = authorize::look_again(services, admission, at).await?;
    admission.note_check();
    let is_same = (role, &seen.position) == (remembered.role, &remembered.position);
    match refusal.filter(|_| is_same && seen.prior.is_none()) {
        Some(problem) => Err(problem),
        None => {
            (write.role, write.session) = (role, None);
            asked.snapshot.set(Some(seen));
            record(services, write, asked).await
        }
    }
}

/// Records if nobody recorded anything since, and session and role go on; none if it has to be looked at.
async fn attempt(
    services: &Services,
    write: &Write,
    asked: &Asked<'_>,
    RememberedMatch { position, .. }: &RememberedMatch,
) -> Result<Option<Recorded>, Problem> {
    let is_next = check_next(&position.state, asked.number).is_ok();
    let is_same = asked.if_match.check(position.version).is_ok();
    if !is_next || !is_same || check_players(position, asked).is_err() {
        return Ok(None);
    }
    match store(services, write, asked, position).await? {
        Recording::Recorded(written) => recorded(written, asked, position).map(Some),
        Recording::NumberTaken
        | Recording::MatchOver
        | Recording::NumberAhead { .. }
        | Recording::MatchChanged => Ok(None),
    }
}
