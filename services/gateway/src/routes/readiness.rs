//! Whether the service can do its work.

use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::web::{Data, Json, Query};
use ledger::{Dispute, Refusal, ReplicaStatus, SignerState, SignerWord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;

/// How long the database and the engine may take to say that they are there.
const PATIENCE: Duration = Duration::from_secs(2);
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
    signer: SignerState,
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
    let signer = checked(&services).await?;
    if let (Some(Check::Signer), Some(trouble)) = (&query.check, trouble(&signer)) {
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

/// What whoever runs the service has to look at.
fn trouble(signer: &SignerState) -> Option<String> {
    let since = signer.last_round_at.map(|time| time.to_string());
    let since = since.unwrap_or_default();
    match signer.state {
        SignerWord::Signing => None,
        SignerWord::Absent => Some("No signer ever signed here.".to_owned()),
        SignerWord::Silent => Some(format!("The signer has been silent since {since}.")),
        SignerWord::Refusing => signer.refusals.first().map(|refused| {
            let Refusal { log, reason, .. } = refused;
            format!("The signer refuses {log}: {reason}.")
        }),
        SignerWord::Disputed => signer.disputes.first().map(|dispute| {
            let Dispute {
                witness, reason, ..
            } = dispute;
            format!("A witness disputes the directory, {witness}: {reason}.")
        }),
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
