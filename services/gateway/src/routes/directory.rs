//! The directory of all checkpoints, and the keys that sign: for anyone.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Query};
use ledger::{LogKey, StoredHead, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::checkpoints::{not_yet_signed, text};
use super::export::{self, Log};
use crate::bodies::field::Whole;
use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::{Cost, Work};
use crate::services::Services;

/// Heads on a page unless the request says otherwise.
const PAGE: u32 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeadsQuery {
    /// Only heads after the first so many; absent: from the first.
    #[param(value_type = Option<u64>, minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    after: Option<Whole<0, 9_007_199_254_740_991>>,
    /// Heads on the page, 100 unless you say otherwise.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    limit: Option<Whole<1, 1000>>,
}

/// A page of the directory.
#[derive(Serialize, ToSchema)]
pub(crate) struct Heads {
    /// In order, without holes.
    heads: Vec<DirectoryHead>,
    /// Pass it as `after` to read on; absent once there is nothing more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_after: Option<u64>,
}

/// An entry of the directory.
#[derive(Serialize, ToSchema)]
pub(crate) struct DirectoryHead {
    /// Its place in the directory: 0, 1, 2, …
    index: u64,
    /// Its canonical JSON (RFC 8785), as text: in UTF-8 exactly the bytes that were hashed. It says `club_hash`, which is SHA-256 of the
    /// club's id as text, and the `size` and `root` of a checkpoint of that club.
    leaf: String,
}

/// The keys that sign, and those that did.
#[derive(Serialize, ToSchema)]
pub(crate) struct LogKeys {
    /// The newest first.
    keys: Vec<PublicLogKey>,
}

/// A key that signs checkpoints, or once did.
#[derive(Serialize, ToSchema)]
pub(crate) struct PublicLogKey {
    /// The service's name, with which the names of its logs begin.
    #[schema(examples("faan.localhost"))]
    name: String,
    /// The verifier key (c2sp.org/signed-note), as `faan audit` takes it.
    #[schema(examples("faan.localhost+c74f20a3+AbCd"))]
    verifier_key: String,
    /// Whether it signs.
    state: LogKeyState,
    /// When it first signed.
    #[schema(value_type = String, format = DateTime)]
    first_used_at: Timestamp,
    /// Since when it no longer signs; absent while it does. What it signed before stays signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    retired_at: Option<Timestamp>,
}

/// Whether a key signs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogKeyState {
    /// It signs.
    Current,
    /// It no longer does.
    Retired,
}

pub(crate) const READ_DIRECTORY_CHECKPOINT: Operation =
    Operation::costs(Cost::Units(Work::Database, 1)).refuses(&[&[Code::NotYetSigned]]);

/// Reads the checkpoint of the directory.
///
/// The directory is the log of the checkpoints of all clubs. Whoever keeps its checkpoints can see that no club was left out or shown in
/// two versions. Witnesses (c2sp.org/tlog-witness) may have cosigned the note.
#[utoipa::path(get, path = "/v1/ledger/directory/checkpoint", tag = "ledger",
    responses(
    (status = 200, description = "The note", body = String, content_type = "text/plain"),
    (status = 409, description = "Nothing is signed yet"),
))]
pub(crate) async fn read_directory_checkpoint(
    _: Anyone,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let found = services.ledger.directory_checkpoint().await?;
    let found = found.ok_or_else(|| not_yet_signed("The directory"))?;
    Ok(text(&found.note))
}

pub(crate) const LIST_HEADS: Operation = Operation::costs(Cost::Units(Work::Database, 1));

/// Reads the directory.
///
/// A head for every checkpoint of every club. It names clubs by hashes of their ids, which are random: only those who know the id of a club
/// can find it.
#[utoipa::path(get, path = "/v1/ledger/directory/heads", tag = "ledger",
    responses((status = 200, description = "A page of heads", body = Heads)))]
pub(crate) async fn list_heads(
    _: Anyone,
    query: Query<HeadsQuery>,
    services: Data<Services>,
) -> Result<Json<Heads>, Problem> {
    let limit = query.limit.map_or(PAGE, Whole::unsigned);
    let after = query.after.map_or(0, Whole::unsigned_wide);
    // One more than the page holds shows whether there is a next one.
    let mut stored = services.ledger.heads(after, limit + 1).await?;
    let more = stored.len() > limit as usize;
    stored.truncate(limit as usize);
    let next_after = stored.last().filter(|_| more).map(|last| last.index + 1);
    let heads = stored.into_iter().map(DirectoryHead::try_from);
    Ok(Json(Heads {
        heads: heads.collect::<Result<_, _>>()?,
        next_after,
    }))
}

pub(crate) const EXPORT_DIRECTORY: Operation =
    Operation::costs(Cost::Units(Work::Database, 50)).refuses(&[&[Code::NotYetSigned]]);

/// Exports the directory.
///
/// All of it up to its latest checkpoint, as lines of JSON (`services/evidence/FORMAT.md`): a header with the checkpoint, then every head,
/// byte for byte. `faan audit verify --directory` compares the export of a club with it, and detects a club that was left out, or shown in
/// two versions.
#[utoipa::path(get, path = "/v1/ledger/directory/export", tag = "ledger",
    responses(
    (status = 200, description = "The export", body = String, content_type = "application/x-ndjson"),
    (status = 409, description = "Nothing is signed yet"),
))]
pub(crate) async fn export_directory(
    _: Anyone,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let export = services.ledger.directory_export().await?;
    let export = export.ok_or_else(|| not_yet_signed("The directory"))?;
    let lines = export::lines(services, Log::Directory, export);
    Ok(export::file("directory", lines))
}

pub(crate) const LOG_KEYS: Operation = Operation::costs(Cost::Units(Work::Database, 1));

/// The keys of checkpoints.
///
/// All keys that ever signed. A verifier that received a key from another source than this service need not trust this list.
#[utoipa::path(get, path = "/.well-known/log-keys", tag = "ledger",
    responses((status = 200, description = "The keys", body = LogKeys)))]
pub(crate) async fn log_keys(
    _: Anyone,
    services: Data<Services>,
) -> Result<Json<LogKeys>, Problem> {
    let keys = services.ledger.log_keys().await?;
    let keys = keys.into_iter().map(PublicLogKey::from).collect();
    Ok(Json(LogKeys { keys }))
}

impl TryFrom<StoredHead> for DirectoryHead {
    type Error = Problem;

    fn try_from(stored: StoredHead) -> Result<Self, Problem> {
        Ok(Self {
            index: stored.index,
            leaf: String::from_utf8(stored.leaf).map_err(Problem::internal)?,
        })
    }
}

impl From<LogKey> for PublicLogKey {
    fn from(key: LogKey) -> Self {
        let LogKey {
            key,
            first_used_at,
            retired_at,
        } = key;
        Self {
            name: key.name().to_owned(),
            verifier_key: key.to_string(),
            state: match retired_at {
                Some(_) => LogKeyState::Retired,
                None => LogKeyState::Current,
            },
            first_used_at,
            retired_at,
        }
    }
}
