//! How what happened in a match is recorded, whatever the address it was sent to: looked up, worked out, stored.

use ledger::evidence::{NumberRefusal, Outcome, check_next, seated_after};
use ledger::{
    ClubId, IdempotencyKey, MatchPosition, NewOutcome, PlayerId, RecordOutcomes, Recording,
    SignedIn, Snapshot, SnapshotRequest, UserId, Write, Written,
};

use super::matches::{changed, over, while_it_changes};
use super::variant_document::document;
use crate::authorize;
use crate::bodies::hand::{PlayedOutcome, RecordedOutcome};
use crate::bodies::outcome::Stated;
use crate::engine_client::{Course, Place, Table};
use crate::etag::IfMatch;
use crate::match_snapshot::{Known, MatchOfPath};
use crate::problem::ledger::{about, key_reused};
use crate::problem::{Code, Problem};
use crate::remembered_matches::RememberedMatch;
use crate::services::Services;

/// What is to be recorded in a match.
pub(super) struct Asked<'a> {
    pub(super) path: MatchOfPath,
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
    fn at(&self, club: ClubId, key: Option<IdempotencyKey>) -> SnapshotRequest {
        SnapshotRequest {
            club,
            match_id: self.path.id,
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
}

/// Records outcomes, all of them or none.
pub(super) async fn record(
    services: &Services,
    write: &Write,
    asked: &Asked<'_>,
) -> Result<Recorded, Problem> {
    let mut write = write.clone();
    match asked.path.known.take() {
        Known::Remembered(remembered) => {
            if let Some(done) = record_next(services, &write, asked, remembered).await? {
                return Ok(done);
            }
            let known = look_again(services, &mut write, asked, remembered.who).await?;
            asked.path.known.set(known);
        }
        known @ (Known::Nothing | Known::Read(_)) => asked.path.known.set(known),
    }
    while_it_changes(async || attempt(services, &write, asked).await).await
}

/// Records on top of what is remembered of the match, if nobody recorded anything since. None if it cannot be done, for whatever reason that
/// another look may show.
async fn record_next(
    services: &Services,
    write: &Write,
    asked: &Asked<'_>,
    RememberedMatch { who, position, .. }: RememberedMatch,
) -> Result<Option<Recorded>, Problem> {
    let is_next = check_next(&position.state, asked.number).is_ok();
    let is_same = asked.if_match.check(position.version).is_ok();
    if !is_next || !is_same || check_players(&position, asked).is_err() {
        return Ok(None);
    }
    let session = Some(who.session);
    let write = Write {
        session,
        ..write.clone()
    };
    match store(services, &write, asked, &position).await {
        Ok(Recording::Recorded(written)) => answer(services, &write, asked, (&position, written)),
        Ok(
            Recording::NumberTaken
            | Recording::MatchOver
            | Recording::NumberAhead { .. }
            | Recording::MatchChanged,
        ) => Ok(None),
        Err(problem) => problem.into_fault().map(|_| None),
    }
}

/// The match as it is now, and the role that who asks has now, of whom it was only remembered.
async fn look_again(
    services: &Services,
    write: &mut Write,
    asked: &Asked<'_>,
    who: SignedIn,
) -> Result<Known, Problem> {
    let at = asked.at(write.club, Some(write.key_of()));
    let looked = authorize::look_again(services, asked.path.endpoint, who, at).await?;
    let snapshot;
    (write.role, snapshot) = looked;
    Ok(Known::Read(snapshot))
}

/// Works outcomes out, and records nothing.
pub(super) async fn preview(
    services: &Services,
    by: (ClubId, UserId),
    asked: &Asked<'_>,
) -> Result<Vec<PlayedOutcome>, Problem> {
    while_it_changes(async || rehearse(services, by, asked).await).await
}

/// Looks, works out, and tells what would be recorded; none if something stands in the way since it was looked at, which
/// the next look tells.
async fn rehearse(
    services: &Services,
    (club, user): (ClubId, UserId),
    asked: &Asked<'_>,
) -> Result<Option<Vec<PlayedOutcome>>, Problem> {
    let seen = look(services, asked.at(club, None), asked).await?;
    refuse(services, (club, user), &seen, asked).await?;
    let course = work_out(services, club, &seen.position, asked).await?;
    let under = (seen.position.variant_hash, course.semantics);
    let new = new(asked, &seen.position, course.clone());
    let rehearsed = services.ledger.rehearse_outcomes(club, new).await;
    if rehearsed.map_err(|error| misfit(error, asked))?.is_some() {
        return Ok(None);
    }
    let outcomes = asked.outcomes.iter().zip(course.played);
    let previews =
        outcomes.map(|(stated, played)| PlayedOutcome::preview(&stated.facts, played, under));
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
    let at = asked.at(write.club, Some(write.key_of()));
    let seen = look(services, at, asked).await?;
    if let Some(prior) = seen.prior {
        if prior.fingerprint != write.fingerprint {
            return Err(key_reused());
        }
        let entries = prior.earlier.into_iter().chain([prior.entry]);
        let outcomes = entries.map(ledger::RecordedOutcome::try_from);
        let outcomes = outcomes.collect::<Result<_, _>>()?;
        return recorded(outcomes, asked, true).map(Some);
    }
    refuse(services, (write.club, write.actor), &seen, asked).await?;
    match store(services, write, asked, &seen.position).await? {
        Recording::Recorded(written) => answer(services, write, asked, (&seen.position, written)),
        Recording::NumberTaken => {
            let by = (write.club, write.actor);
            Err(number_taken(services, by, asked).await?)
        }
        Recording::MatchOver => Err(over()),
        Recording::NumberAhead { next } => Err(number_ahead(next)),
        Recording::MatchChanged => Ok(None),
    }
}

/// Works the outcomes out on top of a position, and records them if the match still has it.
async fn store(
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

/// What was recorded on top of a position, which is remembered for what comes next.
fn answer(
    services: &Services,
    write: &Write,
    asked: &Asked<'_>,
    (before, written): (&MatchPosition, Written<Vec<ledger::RecordedOutcome>>),
) -> Result<Option<Recorded>, Problem> {
    let Written { value, replayed } = written;
    if let (Some(who), Some(last), false) = (asked.path.who, value.last(), replayed) {
        let facts = asked.outcomes.iter().map(|stated| &stated.facts);
        let position = MatchPosition {
            state: last.recorded.state_after,
            version: last.event.seq,
            players: facts.fold(before.players, seated_after),
            ..*before
        };
        let remembered = RememberedMatch {
            who,
            role: write.role,
            position,
        };
        services.remembered_matches.remember(write.club, remembered);
    }
    recorded(value, asked, replayed).map(Some)
}

/// The match: at first as it was read with the role, then anew.
async fn look(
    services: &Services,
    at: SnapshotRequest,
    asked: &Asked<'_>,
) -> Result<Snapshot, Problem> {
    match asked.path.known.take() {
        Known::Read(snapshot) => Ok(snapshot),
        Known::Nothing => Ok(services.ledger.snapshot(at).await?),
        Known::Remembered(RememberedMatch { who, .. }) => {
            let (_, snapshot) =
                authorize::look_again(services, asked.path.endpoint, who, at).await?;
            Ok(snapshot)
        }
    }
}

/// What stands in the way, in order of precedence.
async fn refuse(
    services: &Services,
    by: (ClubId, UserId),
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
fn check_players(position: &MatchPosition, asked: &Asked<'_>) -> Result<(), Problem> {
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
    for (place, Stated { facts, .. }) in asked.outcomes.iter().enumerate() {
        if let Outcome::Substitution(substitution) = facts
            && seated.contains(&substitution.player)
        {
            let root = asked.place.root(place);
            let twice = ledger::Error::SamePlayerTwice;
            return Err(about(twice, &root, &|_| format!("{root}/player")));
        }
        seated = seated_after(seated, facts);
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
    let facts: Vec<Outcome> = asked
        .outcomes
        .iter()
        .map(|stated| stated.facts.clone())
        .collect();
    let document = async |hash| document(services, club, hash).await;
    services
        .engine
        .play(Table::from(position), &facts, asked.place, document)
        .await
}

fn new(asked: &Asked<'_>, position: &MatchPosition, course: Course) -> RecordOutcomes {
    let worked_out = asked.outcomes.iter().zip(course.played);
    let outcomes = worked_out.map(|(stated, played)| NewOutcome {
        facts: stated.facts.clone(),
        effect: played.effect,
        state_after: played.state_after,
        reason: stated.reason.clone(),
    });
    RecordOutcomes {
        match_id: asked.path.id,
        expected_version: position.version,
        number: asked.number,
        semantics: course.semantics,
        outcomes: outcomes.collect(),
    }
}

fn recorded(
    outcomes: Vec<ledger::RecordedOutcome>,
    asked: &Asked<'_>,
    replayed: bool,
) -> Result<Recorded, Problem> {
    let version = outcomes.last().map_or(0, |last| last.event.seq);
    // The same request gave the same reasons.
    let stated = asked.outcomes.iter().map(|stated| stated.reason.clone());
    let outcomes = outcomes.into_iter().zip(stated);
    Ok(Recorded {
        outcomes: outcomes
            .map(|(outcome, reason)| RecordedOutcome::recorded(outcome, reason))
            .collect::<Result<_, _>>()?,
        version,
        replayed,
    })
}

/// The hand that took the number, as it stands.
async fn number_taken(
    services: &Services,
    (club, user): (ClubId, UserId),
    asked: &Asked<'_>,
) -> Result<Problem, Problem> {
    let number = asked.number.unwrap_or_default();
    let _turn = services.whole_match_reads.turn(user).await?;
    let hand = services.ledger.hand(club, asked.path.id, number).await?;
    // It was taken back meanwhile: what is asked for is refused all the same, and is right the next time.
    let Some(hand) = hand.filter(|hand| hand.current.now.effect.number == asked.number) else {
        return Ok(changed());
    };
    let hand = RecordedOutcome::current(asked.path.id, hand)?;
    let detail = format!("Hand {number} has been recorded; `hand` shows it.");
    let problem = Problem::at(Code::HandNumberTaken, "/number", detail);
    let hand = serde_json::to_value(&hand).map_err(Problem::internal)?;
    Ok(problem.with_hand(hand))
}

fn number_ahead(next: u32) -> Problem {
    let detail = format!("The next hand of this match is number {next}.");
    Problem::at(Code::HandNumberAhead, "/number", detail).with_next_number(next)
}
