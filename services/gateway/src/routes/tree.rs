//! The tree over the record of a club: its head, proofs, and the tiles that anybody can make them of.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Bytes, Data, Json, Path, Query};
use ledger::evidence::TileId;
use ledger::{Error, Hash, TreeHead};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::bodies::field::Whole;
use crate::caller::Member;
use crate::operation::Operation;
use crate::policy::AnyMember;
use crate::problem::ledger::beyond_ledger;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;

/// The tree over all entries of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct LedgerHead {
    /// How many entries there are: the sequence number of the last one.
    #[schema(minimum = 1)]
    size: u64,
    /// The root of the tree over them (RFC 6962), 64 hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    root: Hash,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct InclusionQuery {
    /// The sequence number of the entry.
    #[param(value_type = u64, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    seq: Whole<1, 9_007_199_254_740_991>,
    /// In the tree over so many entries, from the first on.
    #[param(value_type = u64, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    size: Whole<1, 9_007_199_254_740_991>,
}

/// That an entry is in the tree over the first entries.
#[derive(Serialize, ToSchema)]
pub(crate) struct InclusionProof {
    /// The sequence number of the entry. The leaf's index is one less.
    #[schema(minimum = 1)]
    seq: u64,
    /// How many entries the tree is over.
    #[schema(minimum = 1)]
    size: u64,
    /// The hashes beside the way from the leaf to the root, the leaf's sibling first (RFC 6962, PATH).
    #[schema(value_type = Vec<String>, max_items = 63)]
    proof: Vec<Hash>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ConsistencyQuery {
    /// The older tree is over so many entries; 0: over none.
    #[param(value_type = u64, minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    from_size: Whole<0, 9_007_199_254_740_991>,
    /// The newer tree is over so many.
    #[param(value_type = u64, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    to_size: Whole<1, 9_007_199_254_740_991>,
}

/// That a tree is an older one with entries appended, and nothing else.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConsistencyProof {
    /// How many entries the older tree is over.
    from_size: u64,
    /// How many entries the newer tree is over.
    #[schema(minimum = 1)]
    to_size: u64,
    /// The hashes that lead to both roots (RFC 6962, PROOF); none from 0, and none if the two are one.
    #[schema(value_type = Vec<String>, max_items = 64)]
    proof: Vec<Hash>,
}

/// Which tile.
#[derive(Deserialize, IntoParams)]
pub(crate) struct TilePath {
    /// 0: the hashes are leaf hashes; above, roots over 256^level entries each
    #[param(value_type = u8, minimum = 0, maximum = 7)]
    level: String,
    /// The tile's number in groups of three digits, each but the last behind an `x` and followed by `/`; then `.p/` and how many hashes, if not 256. The slashes are sent as they are
    #[param(example = "000.p/5")]
    tile: String,
}

pub(crate) const READ_LEDGER_HEAD: Operation = Operation::costs(Cost::Turns);

/// Reads the head of a club's ledger.
///
/// The number of entries, and the root of the tree over them. It is not signed: it is a statement of this server, and you have to trust the
/// server for it. With a stored head you can later have it proven that all further entries were appended.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/head", tag = "ledger",
    responses((status = 200, description = "The head", body = LedgerHead)))]
pub(crate) async fn read_ledger_head(
    member: Member<AnyMember>,
    services: Data<Services>,
) -> Result<Json<LedgerHead>, Problem> {
    let TreeHead { size, root } = services.ledger.tree_head(member.club).await?;
    Ok(Json(LedgerHead { size, root }))
}

pub(crate) const PROVE_INCLUSION: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::BeyondLedger]]);

/// Proves that an entry is in a club's ledger.
///
/// Together with the leaf hash of the entry, the proof leads to the root of the tree over the first `size` entries. RFC 9162, section
/// 2.1.3.2, describes the check.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/proofs/inclusion", tag = "ledger",
    responses(
        (status = 200, description = "The proof", body = InclusionProof),
        (status = 422, description = "There is no such proof"),
    ))]
pub(crate) async fn prove_inclusion(
    member: Member<AnyMember>,
    query: Query<InclusionQuery>,
    services: Data<Services>,
) -> Result<Json<InclusionProof>, Problem> {
    let (seq, size) = (query.seq.unsigned_wide(), query.size.unsigned_wide());
    let proof = services.ledger.inclusion_proof(member.club, seq, size);
    let proof = proof.await?;
    Ok(Json(InclusionProof { seq, size, proof }))
}

pub(crate) const PROVE_CONSISTENCY: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::BeyondLedger]]);

/// Proves that a club's ledger has only grown.
///
/// The proof leads to the root of the tree over the first `from_size` entries and to the root over the first `to_size`, so that the second
/// is the first with entries appended. RFC 9162, section 2.1.4.2, describes the check.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/proofs/consistency", tag = "ledger",
    responses(
        (status = 200, description = "The proof", body = ConsistencyProof),
        (status = 422, description = "There is no such proof"),
    ))]
pub(crate) async fn prove_consistency(
    member: Member<AnyMember>,
    query: Query<ConsistencyQuery>,
    services: Data<Services>,
) -> Result<Json<ConsistencyProof>, Problem> {
    let from_size = query.from_size.unsigned_wide();
    let to_size = query.to_size.unsigned_wide();
    let ledger = &services.ledger;
    let proof = ledger.consistency_proof(member.club, from_size, to_size);
    let proof = proof.await.map_err(|error| {
        if let Error::BeyondLedger { size } = error {
            return beyond_ledger("to_size", size);
        }
        error.into()
    })?;
    Ok(Json(ConsistencyProof {
        from_size,
        to_size,
        proof,
    }))
}

pub(crate) const READ_TILE: Operation = Operation::costs(Cost::Turns);

/// Reads a tile of the tree over a club's ledger.
///
/// Tiles as c2sp.org/tlog-tiles has them, from which anybody makes proofs: `tile/0/x001/x234/067` is 256 hashes of 32 bytes one after
/// another, `tile/0/x001/x234/067.p/112` its first 112, which are there as soon as the ledger has them. What a tile says never
/// changes. Entry bundles (`tile/entries/…`) are left out, since an entry may be longer than their 65,535 bytes: read the entries.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/tile/{level}/{tile}", tag = "ledger",
    responses((status = 200, description = "The hashes", body = [u8], content_type = "application/octet-stream")))]
pub(crate) async fn read_tile(
    member: Member<AnyMember>,
    path: Path<TilePath>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let named = format!("tile/{}/{}", path.level, path.tile);
    let tile: TileId = named
        .parse()
        .map_err(|bad| Problem::new(Code::NotFound, format!("There is no such tile: {bad}.")))?;
    let hashes = services.ledger.tile(member.club, tile).await?;
    let bytes: Vec<u8> = hashes.into_iter().flat_map(|hash| hash.0).collect();
    Ok(HttpResponse::Ok()
        .insert_header((
            header::CACHE_CONTROL,
            "private, max-age=31536000, immutable",
        ))
        .content_type(header::ContentType::octet_stream())
        .body(Bytes::from(bytes)))
}
