//! How what happened in a match is recorded, whatever the address it was sent to: looked up, worked out, stored.

use std::cell::Cell;

use ledger::evidence::{NumberRefusal, Outcome, check_next, seated_after};
use ledger::{
    ClubId, IdempotencyKey, MatchId, MatchPosition, NewOutcome, PlayerId, RecordOutcomes,
    Recording, Snapshot, SnapshotRequest, Write, Written,
};

use super::matches::{changed, over, while_it_changes};
use super::variant_document::document;
use crate::bodies::hand::{PlayedOutcome, RecordedOutcome};
use crate::bodies::outcome::Stated;
use crate::engine_client::{Course, Place, Table};
use crate::etag::IfMatch;
use crate::holder::Holder;
use crate::problem::ledger::{about, key_reused};
use crate::problem::{Code, Problem};
use crate::services::Services;

/// What is to be recorded in a match.
pub(super) struct Asked<'a> {
    pub(super) match_id: MatchId,
    /// How the match stood when the request came, if it was read then.
    pub(super) snapshot: Cell<Option<Snapshot>>,
    /// The number of the first hand, if one was stated.
    pub(super) number: Option<u32>,
    /// Who sat at the table before the first outcome, if that was stated.
    pub(super) players: Option<[PlayerId; 4]>,
    /// What happened.
    pub(super) outcomes: Vec<Stated>,
    /// Where it stands in the body.
    pub(super) place: Place<'a>,
    /// The version of the match it was sent for.
    pub(super) if_match: IfMatch,
}

impl Asked<'_> {
    /// The match, to look at.
    pub(super) fn at(&self, club: ClubId, key: Option<IdempotencyKey>) -> SnapshotRequest {
        SnapshotRequest {
            club,
            match_id: self.match_id,
            key,
        }
    }
}

/// What was recorded.
pub(super) struct Recorded {
    pub(super) outcomes: Vec<RecordedOutcome>,
    /// The version of the match since then.
    pub(super) version: u64,
    /// Whether it had been recorded before, under the same key.
    pub(super) replayed: bool,
    /// Where the match stands since then; none if it had been recorded before.
    pub(super) position: Option<MatchPosition>,
}

/// Records outcomes, all of them or none.
pub(super) async fn record(
    services: &Services,
    write: &Write,
    asked: &Asked<'_>,
) -> Result<Recorded, Problem> {
    while_it_changes(async || attempt(services, write, asked).await).await
}

/// Works outcomes out, and records nothing.
pub(super) async fn preview(
    services: &Services,
    by: (ClubId, Holder),
    asked: &Asked<'_>,
) -> Result<Vec<PlayedOutcome>, Problem> {
    while_it_changes(async || rehearse(services, by, asked).await).await
}

/// Looks, works out, and tells what would be recorded; none if something stands in the way since it was looked at, which
/// the next look tells.
async fn rehearse(
    services: &Services,
    (club, holder): (ClubId, Holder),
    asked: &Asked<'_>,
) -> Result<Option<Vec<PlayedOutcome>>, Problem> {
    let seen = look(services, asked.at(club, None), asked).await?;
    refuse(services, (club, holder), &seen, asked).await?;
    let course = work_out(services, club, &seen.position, asked).await?;
    let under = (seen.position.variant_hash, course.semantics);
    let new = new(asked, &seen.position, course.clone());
    let rehearsed = services.ledger.rehearse_outcomes(club, new).await;
    if rehearsed.map_err(|error| misfit(error, asked))?.is_some() {
        return Ok(None);
    }
    let outcomes = asked.outcomes.iter().zip(course.played);
    let previews =
        outcomes.map(|(stated, played)| PlayedOutcome::preview(&stated.outcome, played, under));
    previews.collect::<Result<_, _>>().map(Some)
}

/// What the ledger refuses, with the place in the body.
fn misfit(error: ledger::Error, asked: &Asked<'_>) -> Problem {
    let (error, place) = error.apart();
    let root = match place {
        Some(ledger::Place::Outcome(outcome)) => asked.place.root(outcome),
        Some(
            ledger::Place::Change(_) | ledger::Place::Recorded(_) | ledger::Place::Match { .. },
        )
        | None => return error.into(),
    };
    about(error, &root, &|_| format!("{root}/player"))
}

/// Looks, works out, and records if the match is still the same; none if it is not.
async fn attempt(
    services: &Services,
    write: &Write,
    asked: &Asked<'_>,
) -> Result<Option<Recorded>, Problem> {
    let seen = look(services, asked.at(write.club, Some(write.key_of())), asked).await?;
    if let Some(prior) = seen.prior {
        if prior.fingerprint != write.fingerprint {
            return Err(key_reused());
        }
        let entries = prior.earlier.into_iter().chain([prior.entry]);
        let outcomes = entries.map(ledger::RecordedOutcome::try_from);
        let written = Written {
            value: outcomes.collect::<Result<_, _>>()?,
            replayed: true,
        };
        return recorded(written, asked, &seen.position).map(Some);
    }
    refuse(
        services,
        (write.club, Holder::of_write(write)),
        &seen,
        asked,
    )
    .await?;
    match store(services, write, asked, &seen.position).await? {
        Recording::Recorded(written) => recorded(written, asked, &seen.position).map(Some),
        Recording::NumberTaken => {
            let by = (write.club, Holder::of_write(write));
            Err(number_taken(services, by, asked).await?)
        }
        Recording::MatchOver => Err(over()),
        Recording::NumberAhead { next } => Err(number_ahead(next)),
        Recording::MatchChanged => Ok(None),
    }
}

/// Works the outcomes out on top of a position, and records them if the match still has it.
pub(super) async fn store(
    services: &Services,
    write: &Write,
    asked: &Asked<'_>,
    position: &MatchPosition,
) -> Result<Recording, Problem> {
    let course = work_out(services, write.club, position, asked).await?;
    let new = new(asked, position, course);
    let recording = services.ledger.record_outcomes(write.clone(), new).await;
    recording.map_err(|error| misfit(error, asked))
}

/// The match: at first as it was read with the role, then anew.
async fn look(
    services: &Services,
    at: SnapshotRequest,
    asked: &Asked<'_>,
) -> Result<Snapshot, Problem> {
    match asked.snapshot.take() {
        Some(snapshot) => Ok(snapshot),
        None => Ok(services.ledger.snapshot(at).await?),
    }
}

/// What stands in the way, in order of precedence.
async fn refuse(
    services: &Services,
    by: (ClubId, Holder),
    seen: &Snapshot,
    asked: &Asked<'_>,
) -> Result<(), Problem> {
    asked.if_match.check(seen.position.version)?;
    match check_next(&seen.position.state, asked.number) {
        Ok(()) => check_players(&seen.position, asked),
        Err(NumberRefusal::Taken) => Err(number_taken(services, by, asked).await?),
        Err(NumberRefusal::MatchOver) => Err(over()),
        Err(NumberRefusal::Ahead { next }) => Err(number_ahead(next)),
    }
}

/// Refuses what others played than those who sit at the table: a substitution was recorded meanwhile.
pub(super) fn check_players(position: &MatchPosition, asked: &Asked<'_>) -> Result<(), Problem> {
    match asked.players {
        Some(players) if players != position.players => {
            let detail = "Other players sit at the table than those whom the request names.";
            Err(Problem::at(Code::PlayersChanged, "/players", detail))
        }
        Some(_) | None => Ok(()),
    }
}

/// Refuses that somebody takes a chair over who sits at the table: what four chairs then pay could not be told.
fn everybody_sits_once(position: &MatchPosition, asked: &Asked<'_>) -> Result<(), Problem> {
    let mut seated = position.players;
    for (place, Stated { outcome, .. }) in asked.outcomes.iter().enumerate() {
        if let Some(substitution) = outcome.substitution()
            && seated.contains(&substitution.player)
        {
            let root = asked.place.root(place);
            let twice = ledger::Error::SamePlayerTwice;
            return Err(about(twice, &root, &|_| format!("{root}/player")));
        }
        seated = seated_after(seated, outcome);
    }
    Ok(())
}

/// Asks the engine what the outcomes come to.
async fn work_out(
    services: &Services,
    club: ledger::ClubId,
    position: &MatchPosition,
    asked: &Asked<'_>,
) -> Result<Course, Problem> {
    everybody_sits_once(position, asked)?;
    let outcomes: Vec<Outcome> = asked
        .outcomes
        .iter()
        .map(|stated| stated.outcome.clone())
        .collect();
    let document = async |hash| document(services, club, hash).await;
    services
        .engine
        .play(Table::from(position), &outcomes, asked.place, document)
        .await
}

fn new(asked: &Asked<'_>, position: &MatchPosition, course: Course) -> RecordOutcomes {
    let worked_out = asked.outcomes.iter().zip(course.played);
    let outcomes = worked_out.map(|(stated, played)| NewOutcome {
        outcome: stated.outcome.clone(),
        result: played.result,
        state_after: played.state_after,
        reason: stated.reason.clone(),
    });
    RecordOutcomes {
        position: *position,
        number: asked.number,
        semantics: course.semantics,
        outcomes: outcomes.collect(),
    }
}

/// What was recorded on top of a position.
pub(super) fn recorded(
    written: Written<Vec<ledger::RecordedOutcome>>,
    asked: &Asked<'_>,
    before: &MatchPosition,
) -> Result<Recorded, Problem> {
    let Written {
        value: outcomes,
        replayed,
    } = written;
    let last = outcomes.last();
    let version = last.map_or(0, |last| last.event.seq);
    let stated = asked.outcomes.iter().map(|stated| &stated.outcome);
    let position = last.filter(|_| !replayed).map(|last| MatchPosition {
        players: stated.fold(before.players, seated_after),
        state: last.recorded.state_after,
        version,
        ..*before
    });
    // The same request gave the same reasons.
    let stated = asked.outcomes.iter().map(|stated| stated.reason.clone());
    let outcomes = outcomes.into_iter().zip(stated);
    Ok(Recorded {
        outcomes: outcomes
            .map(|(outcome, reason)| RecordedOutcome::recorded(outcome, reason))
            .collect::<Result<_, _>>()?,
        version,
        replayed,
        position,
    })
}

/// The hand that took the number, as it stands.
async fn number_taken(
    services: &Services,
    (club, holder): (ClubId, Holder),
    asked: &Asked<'_>,
) -> Result<Problem, Problem> {
    let number = asked.number.unwrap_or_default();
    let ledger = services.ledger_for_whole_matches(holder).await?;
    let hand = ledger.hand(club, asked.match_id, number).await?;
    // It was taken back meanwhile: what is asked for is refused all the same, and is right the next time.
    let Some(hand) = hand.filter(|hand| hand.current.now.result.number == asked.number) else {
        return Ok(changed());
    };
    let hand = RecordedOutcome::current(asked.match_id, hand)?;
    let detail = format!("Hand {number} has been recorded; `hand` shows it.");
    let problem = Problem::at(Code::HandNumberTaken, "/number", detail);
    let hand = serde_json::to_value(&hand).map_err(Problem::internal)?;
    Ok(problem.with_hand(hand))
}

fn number_ahead(next: u32) -> Problem {
    let detail = format!("The next hand of this match is number {next}.");
    Problem::at(Code::HandNumberAhead, "/number", detail).with_next_number(next)
}
