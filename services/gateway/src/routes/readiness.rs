//! Whether the service can do its work.

use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::web::{Data, Json, Query};
use ledger::{Dispute, Refusal, ReplicaStatus, SignerState, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;
use crate::token;

/// How long the database and the engine may take to say that they are there.
const PATIENCE: Duration = Duration::from_secs(2);
/// A signer that goes through all logs at least every four minutes is silent after so long, in seconds.
const SILENT: u64 = 5 * 60;

/// For how long an answer is given again.
const FRESH: Duration = Duration::from_millis(500);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReadyQuery {
    /// `signer`: 503 also if checkpoints are not signed or a witness disputes them, for whoever is to be woken then.
    #[param(inline)]
    check: Option<Check>,
}

/// What a check is of.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Check {
    Signer,
}

/// It can serve.
#[derive(Serialize, ToSchema)]
pub(crate) struct Readiness {
    /// Whether everything is as it should be.
    status: ReadinessStatus,
    /// How the signing of checkpoints does.
    signer: SignerReadiness,
    /// How the replica does that reads may come from; absent without one. Whatever it does, the service can serve: what does not come from
    /// the replica comes from the primary.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    replica: Option<ReplicaReadiness>,
}

/// How the replica does.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplicaReadiness {
    /// In a word.
    state: ReplicaWord,
    /// How many seconds it is behind the primary at most; absent if it never answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lag_seconds: Option<u64>,
}

/// How the replica does, in a word.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReplicaWord {
    /// Reads that may be late come from it, if it has what was in the club when the request came.
    Current,
    /// It is away, or later than it may be: all reads come from the primary.
    NotRead,
}

/// Whether everything is as it should be.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReadinessStatus {
    /// It is.
    Ok,
    /// It serves, but checkpoints are not signed as they should be, or a witness disputes them.
    Degraded,
}

/// How the signing of checkpoints does.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignerReadiness {
    /// In a word.
    state: SignerWord,
    /// When it last went through all logs; absent if it never did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_round_at: Option<Timestamp>,
    /// The logs that it refuses to sign, since they are not what it signed before: the oldest refusals first, up to ten.
    refusals: Vec<RefusedLog>,
    /// The witnesses who cosigned another directory of all clubs' checkpoints than the one that is here: the oldest disputes first, up to ten.
    disputes: Vec<WitnessDispute>,
}

/// How the signing of checkpoints does, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SignerWord {
    /// Everything is signed.
    Signing,
    /// Some logs are refused, since they are not what was signed before; it is an alarm. The others are signed.
    Refusing,
    /// Everything is signed, and a witness cosigned another directory than the one that is here; it is an alarm.
    Disputed,
    /// It has not gone through the logs for five minutes.
    Silent,
    /// There never was one.
    Absent,
}

/// A log that is not signed.
#[derive(Serialize, ToSchema)]
pub(crate) struct RefusedLog {
    /// `directory`, the log of all clubs' checkpoints, without which none is signed; or `clubs/` and SHA-256 of the club's id as text.
    log: String,
    /// What is wrong with it.
    reason: String,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    refused_at: Timestamp,
}

/// A witness who cosigned another directory.
#[derive(Serialize, ToSchema)]
pub(crate) struct WitnessDispute {
    /// Its verifier key (c2sp.org/tlog-cosignature).
    #[schema(examples("witness.example+c74f20a3+BAbC"))]
    witness: String,
    /// What it says.
    reason: String,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    disputed_at: Timestamp,
}

pub(crate) const READY: Operation = Operation::costs(Cost::Nothing).refuses(&[&[Code::NotSigning]]);

/// Checks whether the service can serve.
///
/// Makes a round trip to the database and one to the engine. The answer is 503 while the service is stopping. If checkpoints are not
/// signed, or a witness saw other ones, matches can still be played: the answer then says `degraded`, and is 503 only with `?check=signer`.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses(
    (status = 200, description = "It can", body = Readiness),
    (status = 503, description = "It cannot, now; or checkpoints are not signed or disputed, and that was asked"),
))]
pub(crate) async fn ready(
    _: Anyone,
    query: Query<ReadyQuery>,
    services: Data<Services>,
) -> Result<Json<Readiness>, Problem> {
    if !services.ready.load(Ordering::Relaxed) {
        return Err(Problem::new(Code::Busy, "The service is stopping."));
    }
    let signer = SignerReadiness::from(checked(&services).await?);
    if let (Some(Check::Signer), Some(trouble)) = (&query.check, signer.trouble()) {
        return Err(Problem::new(Code::NotSigning, trouble));
    }
    Ok(Json(Readiness {
        status: match signer.state {
            SignerWord::Signing | SignerWord::Absent => ReadinessStatus::Ok,
            SignerWord::Refusing | SignerWord::Disputed | SignerWord::Silent => {
                ReadinessStatus::Degraded
            }
        },
        signer,
        replica: services.ledger.replica_status().map(Into::into),
    }))
}

/// What the database and the engine answered, half a second ago at most.
async fn checked(services: &Services) -> Result<SignerState, Problem> {
    let mut last = services.last_check.0.lock().await;
    if let Some((time, answer)) = &*last
        && services.clock.now().saturating_duration_since(*time) < FRESH
    {
        return answer.clone();
    }
    let answer = check(services).await;
    *last = Some((services.clock.now(), answer.clone()));
    answer
}

/// Asks the database and the engine.
async fn check(services: &Services) -> Result<SignerState, Problem> {
    let signer = tokio::time::timeout(PATIENCE, services.ledger.signer_state());
    let engine = tokio::time::timeout(PATIENCE, services.engine.ready());
    let (signer, engine) = tokio::join!(signer, engine);
    let slow = |code, who| move |_| Problem::new(code, format!("{who} takes too long to answer."));
    let signer = signer.map_err(slow(Code::DatabaseUnavailable, "The database"))??;
    engine.map_err(slow(Code::EngineUnavailable, "The scoring engine"))??;
    Ok(signer)
}

impl SignerReadiness {
    /// What whoever runs the service has to look at.
    fn trouble(&self) -> Option<String> {
        let since = self.last_round_at.map(|time| time.to_string());
        let since = since.unwrap_or_default();
        match self.state {
            SignerWord::Signing => None,
            SignerWord::Absent => Some("No signer ever signed here.".to_owned()),
            SignerWord::Silent => Some(format!("The signer has been silent since {since}.")),
            SignerWord::Refusing => self.refusals.first().map(|refused| {
                let RefusedLog { log, reason, .. } = refused;
                format!("The signer refuses {log}: {reason}.")
            }),
            SignerWord::Disputed => self.disputes.first().map(|dispute| {
                let WitnessDispute {
                    witness, reason, ..
                } = dispute;
                format!("A witness disputes the directory, {witness}: {reason}.")
            }),
        }
    }
}

impl From<SignerState> for SignerReadiness {
    fn from(state: SignerState) -> Self {
        let SignerState {
            last_round_at,
            refusals,
            disputes,
        } = state;
        let is_silent = |round: Timestamp| {
            let last = u64::try_from(round.moment().unix_timestamp()).unwrap_or(0);
            token::now().saturating_sub(last) > SILENT
        };
        let state = match last_round_at {
            None => SignerWord::Absent,
            Some(round) if is_silent(round) => SignerWord::Silent,
            Some(_) if !refusals.is_empty() => SignerWord::Refusing,
            Some(_) if !disputes.is_empty() => SignerWord::Disputed,
            Some(_) => SignerWord::Signing,
        };
        Self {
            state,
            last_round_at,
            refusals: refusals.into_iter().take(10).map(Into::into).collect(),
            disputes: disputes.into_iter().take(10).map(Into::into).collect(),
        }
    }
}

impl From<ReplicaStatus> for ReplicaReadiness {
    fn from(ReplicaStatus { is_current, lag }: ReplicaStatus) -> Self {
        Self {
            state: match is_current {
                true => ReplicaWord::Current,
                false => ReplicaWord::NotRead,
            },
            lag_seconds: lag.map(|lag| lag.as_secs()),
        }
    }
}

impl From<Refusal> for RefusedLog {
    fn from(refusal: Refusal) -> Self {
        let Refusal {
            log,
            reason,
            refused_at,
        } = refusal;
        Self {
            log,
            reason,
            refused_at,
        }
    }
}

impl From<Dispute> for WitnessDispute {
    fn from(dispute: Dispute) -> Self {
        let Dispute {
            witness,
            reason,
            disputed_at,
        } = dispute;
        Self {
            witness,
            reason,
            disputed_at,
        }
    }
}
