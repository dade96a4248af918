//! Corrections: a match is put right, and everything in it is worked out anew.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use ledger::evidence::{
    self, Change, DoubleSeat, Draft, Event, ImpossibleChange, ImpossibleReason, MatchState,
    Outcome, last_change_of,
};
use ledger::{
    ClubId, CorrectMatch, CorrectMatchResult, CorrectedMatch, Ledger, MatchHistorySnapshot,
    MatchId, MatchWithHistory, ShownCorrection, SnapshotRequest, Write,
};

use super::corrections_made::{find, with_next_page};
use super::hands::{RecordQuery, written_once};
use super::matches::while_it_changes;
use super::path::MatchPath;
use super::variant_document::document;
use crate::bodies::correction::{Corrected, DIFFERENCES, NewCorrection, RecordedCorrection};
use crate::body::Body;
use crate::caller::{ClubMember, Member};
use crate::engine_client::{Origin, Place, Table};
use crate::etag::IfMatch;
use crate::idempotent_request::IdempotentRequest;
use crate::link_policy;
use crate::operation::{Operation, refusals};
use crate::policy::MatchCorrectors;
use crate::problem::ledger::{about, key_reused, of_four};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{with_etag, written};
use crate::services::Services;

/// The most changes of a correction.
const MOST: usize = 100;

/// What is to be put right in a match.
struct Asked {
    /// The whole match is read, and read again for a request that is repeated: all of it in one turn.
    ledger: Ledger,
    match_id: MatchId,
    changes: Vec<Change>,
    reason: String,
    if_match: IfMatch,
}

pub(crate) const CORRECT_MATCH: Operation = Operation::costs(Cost::Steps)
    .writes(&[evidence::MatchCorrected::KIND])
    .refuses(&[
        refusals::NAMED_PLAYER,
        refusals::NEXT_OUTCOME,
        &[
            Code::PlayersNotDistinct,
            Code::NothingCorrected,
            Code::CorrectionImpossible,
            Code::TooManyMatchPlayers,
            Code::TooManyCorrections,
            Code::EntryTooLarge,
        ],
    ]);

/// Corrects a match.
///
/// Replaces, voids or inserts hands and other outcomes, or changes who sits where. The whole match is then computed again under its variant
/// (deals, winds, extra hands, fan, payments), and everything is committed at once. The earlier statements stay in the ledger and can be
/// read. If a later outcome would become impossible, nothing is changed and `impossible` lists these outcomes. With `dry_run`: what would
/// change. Of a correction that changes more than 100 outcomes, the answer has the first 100. Send the ETag of the match in `If-Match`. A link to the match corrects hands and penalties alone.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/corrections", tag = "matches",
    request_body(content = NewCorrection, examples(
        ("Somebody else won" = (value = json!({"reason": "the winner was North", "changes": [
            {"kind": "replace", "outcome_id": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a05",
             "outcome": {"kind": "win", "won_by": "discard", "from_chair": 2, "winners": [{"chair": 4, "declared": {"fan": 3}}]}}
        ]}))),
        ("A hand was forgotten" = (value = json!({"reason": "a dead hand was forgotten", "changes": [
            {"kind": "insert", "before": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a05", "outcome": {"kind": "goulash"}}
        ]}))),
        ("A penalty that never was" = (value = json!({"reason": "it was forgiven", "changes": [
            {"kind": "void", "outcome_id": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a05"}
        ]}))),
        ("Two people on the wrong chairs" = (value = json!({"reason": "Bing and Cheung sat the other way round", "changes": [
            {"kind": "reseat", "outcomes": "follow_players", "players": [
                "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01", "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a03",
                "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a02", "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a04"
            ]}
        ]}))),
    )),
    params(("If-Match" = Option<String>, Header, description = "The ETag of the match as you read it. Required unless `dry_run`")),
    responses(
        (status = 200, description = "With `dry_run`: what would change", body = Corrected),
        (status = 201, description = "What changed", body = RecordedCorrection, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 403, description = "Your role does not allow it, or a link to the match changes who sits where, or an early end"),
        (status = 409, description = "The match keeps changing, or has 2,000 outcomes or 100 corrections already"),
        (status = 412, description = "The match has changed since you read it"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn correct_match(
    member: Member<MatchCorrectors>,
    path: Path<MatchPath>,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewCorrection>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    if write.is_some() {
        if_match.required()?;
    }
    let NewCorrection { changes, reason } = body.value;
    if !(1..=MOST).contains(&changes.len()) {
        let detail = format!(
            "A correction has 1–{MOST} changes, this one {}.",
            changes.len()
        );
        return Err(Problem::at(Code::InvalidValue, "/changes", detail));
    }
    let changes = changes.into_iter().enumerate().map(|(place, change)| {
        change.change(&format!("/changes/{place}"), || {
            services.ledger.new_outcome_id()
        })
    });
    let changes = changes.collect::<Result<_, _>>()?;
    let asked = Asked {
        ledger: services.ledger_for_whole_matches(member.holder()).await?,
        match_id: path.id,
        changes,
        reason: reason.into(),
        if_match,
    };
    while_it_changes(async || match &write {
        Some(write) => attempt(&services, &member, write, &asked).await,
        None => preview(&services, &member, &asked).await,
    })
    .await
}

/// Looks and works out, and tells what would change if the match is still the same; none if it is not.
async fn preview(
    services: &Services,
    member: &ClubMember,
    asked: &Asked,
) -> Result<Option<HttpResponse>, Problem> {
    let at = SnapshotRequest {
        club: member.club,
        match_id: asked.match_id,
        key: None,
    };
    let seen = asked.ledger.match_history_snapshot(at).await?;
    asked.if_match.check(seen.history.view.version)?;
    let new = work_out(services, member, seen, asked).await?;
    let by = (member.club, member.user);
    let rehearsed = asked.ledger.rehearse_correction(by, new).await;
    let Some((before, after)) = rehearsed.map_err(|error| misfit(error, asked))? else {
        return Ok(None);
    };
    let corrected = Corrected::between(&before, &after)?;
    Ok(Some(HttpResponse::Ok().json(corrected)))
}

/// Looks, works out, and corrects if the match is still the same; none if it is not.
async fn attempt(
    services: &Services,
    member: &ClubMember,
    write: &Write,
    asked: &Asked,
) -> Result<Option<HttpResponse>, Problem> {
    let at = SnapshotRequest {
        club: write.club,
        match_id: asked.match_id,
        key: Some(write.key_of()),
    };
    let mut seen = asked.ledger.match_history_snapshot(at).await?;
    if let Some(prior) = seen.prior.take() {
        if prior.fingerprint != write.fingerprint {
            return Err(key_reused());
        }
        let answer = answer_again(services, write, asked, prior.entry.entry.seq);
        return answer.await.map(Some);
    }
    asked.if_match.check(seen.history.view.version)?;
    let new = work_out(services, member, seen, asked).await?;
    let correcting = asked.ledger.correct_match(write.clone(), new).await;
    match correcting.map_err(|error| misfit(error, asked))? {
        CorrectMatchResult::Corrected(corrected) => {
            let CorrectedMatch {
                entry,
                before,
                after,
            } = &*corrected;
            let shown = RecordedCorrection::shown(
                ShownCorrection {
                    event: Event::of(&entry.entry),
                    leaf_hash: entry.leaf_hash,
                    reason: Some(&asked.reason),
                    before,
                    after,
                },
                0..DIFFERENCES,
            )?;
            answer(services, write.club, shown, false).map(Some)
        }
        CorrectMatchResult::Replayed(entry) => answer_again(services, write, asked, entry.seq)
            .await
            .map(Some),
        CorrectMatchResult::MatchChanged => Ok(None),
    }
}

/// Makes the changes, and asks the engine what the whole match comes to then.
async fn work_out(
    services: &Services,
    member: &ClubMember,
    seen: MatchHistorySnapshot,
    asked: &Asked,
) -> Result<CorrectMatch, Problem> {
    let MatchWithHistory { history, view, .. } = seen.history;
    for (place, change) in asked.changes.iter().enumerate() {
        link_policy::check_change(member, change, &history, &format!("/changes/{place}"))?;
    }
    let draft = history.amend(&asked.changes);
    let draft = draft.map_err(|impossible| unmade(impossible, asked))?;
    let table = Table {
        variant_hash: view.variant_hash,
        minimum_fan: view.minimum_fan,
        seated: draft.players,
        state: MatchState::START,
    };
    let outcomes: Vec<Outcome> = draft
        .outcomes
        .iter()
        .map(|stated| stated.outcome.clone())
        .collect();
    let origins = origins(&draft, &asked.changes);
    let document = async |hash| document(services, member.club, hash).await;
    let place = Place::Corrected(&origins);
    let course = services
        .engine
        .play(table, &outcomes, place, document)
        .await?;
    check_each(&asked.changes)?;
    let ids = draft.outcomes.iter().map(|stated| stated.outcome_id);
    let results = ids.zip(course.played).map(|(outcome_id, played)| {
        let result = played.result;
        evidence::CorrectedOutcome { outcome_id, result }
    });
    Ok(CorrectMatch {
        before: history,
        changes: asked.changes.clone(),
        semantics: course.semantics,
        results: results.collect(),
        state_after: course.state,
        reason: asked.reason.clone(),
    })
}

/// Refuses what no entry can state. After the engine, which sees only what is left of all changes, but says more about it.
fn check_each(changes: &[Change]) -> Result<(), Problem> {
    for (place, change) in changes.iter().enumerate() {
        change.check_alone().map_err(|refusal| {
            let detail = format!("This cannot be recorded: {refusal}.");
            Problem::at(
                Code::InvalidValue,
                format!("/changes/{place}/outcome"),
                detail,
            )
        })?;
    }
    Ok(())
}

/// Which outcomes of a draft the changes say themselves.
fn origins(draft: &Draft, changes: &[Change]) -> Vec<Origin> {
    let outcomes = draft.outcomes.iter();
    outcomes
        .map(|stated| match last_change_of(changes, stated.outcome_id) {
            Some(place) => Origin::Change(place),
            None => Origin::Recorded(stated.outcome_id),
        })
        .collect()
}

/// Why a change cannot be made.
fn unmade(impossible: ImpossibleChange, asked: &Asked) -> Problem {
    let ImpossibleChange { change, why } = impossible;
    let place = ledger::Place::Change(change);
    let field = match why {
        ImpossibleReason::UnknownOutcome => "/outcome_id",
        ImpossibleReason::UnknownPlace => "/before",
        ImpossibleReason::OtherPlayers => "/players",
        ImpossibleReason::IdInUse => "",
        ImpossibleReason::TwoChairs(DoubleSeat::AtTheStart) => return sits_twice(place, asked),
        ImpossibleReason::TwoChairs(DoubleSeat::TakingOver(outcome_id)) => {
            let said = last_change_of(&asked.changes, outcome_id).is_some();
            let recorded = ledger::Place::Recorded(outcome_id);
            return sits_twice(if said { place } else { recorded }, asked);
        }
    };
    let detail = format!("This cannot be changed: {}.", why.text());
    Problem::at(
        Code::InvalidValue,
        format!("/changes/{change}{field}"),
        detail,
    )
}

fn sits_twice(place: ledger::Place, asked: &Asked) -> Problem {
    at_place(ledger::Error::SamePlayerTwice, place, asked)
}

/// What the ledger refuses, with the place in the body.
fn misfit(error: ledger::Error, asked: &Asked) -> Problem {
    match error.apart() {
        (error, Some(place)) => at_place(error, place, asked),
        (error, None) => error.into(),
    }
}

fn at_place(error: ledger::Error, place: ledger::Place, asked: &Asked) -> Problem {
    match place {
        ledger::Place::Change(place) => {
            let root = format!("/changes/{place}");
            if let Some(Change::Reseat(_)) = asked.changes.get(place) {
                return about(error, &root, &of_four(&format!("{root}/players")));
            }
            let outcome = format!("{root}/outcome");
            about(error, &outcome, &|_| format!("{outcome}/player"))
        }
        ledger::Place::Recorded(outcome_id) => Problem::from(error).of_recorded(outcome_id),
        ledger::Place::Outcome(_) | ledger::Place::Match { .. } => error.into(),
    }
}

/// The same answer to the same request: what the correction at a place in the ledger changed.
async fn answer_again(
    services: &Services,
    write: &Write,
    asked: &Asked,
    seq: u64,
) -> Result<HttpResponse, Problem> {
    let shown = |shown: ShownCorrection<'_>| RecordedCorrection::shown(shown, 0..DIFFERENCES);
    let found = find(&asked.ledger, (write.club, asked.match_id), seq, shown).await?;
    let found = found.ok_or_else(|| Problem::internal("a correction that is not in its match"))?;
    let corrected = RecordedCorrection {
        // The same request gave the same reason.
        reason: Some(asked.reason.clone()),
        ..found
    };
    answer(services, write.club, corrected, true)
}

fn answer(
    services: &Services,
    club: ClubId,
    corrected: RecordedCorrection,
    replayed: bool,
) -> Result<HttpResponse, Problem> {
    let corrected = with_next_page(services, club, corrected, DIFFERENCES)?;
    let answer = written(StatusCode::CREATED, replayed, &corrected);
    Ok(with_etag(answer, corrected.seq))
}
