//! What happens at a table, outside a match: hands in batches, waits, claims.

use futures_util::stream;
use tonic::Response;
use wire::convert::{self, write};
use wire::v1;

use super::answers::{house_pattern_names, present, score, scores, seat_payments, unheard};
use super::asked::Asked;
use super::pointer::pointer_into;
use super::refusal::{about, problem};
use super::{Client, Engine, requests};
use crate::bodies::score::TableOptions;
use crate::bodies::table::{
    Batch, BatchResponse, BatchResult, Claim, ClaimKind, ClaimReason, ClaimsRequest,
    ClaimsResponse, Prospect, ScoredHand, Wait, WaitsRequest, WaitsResponse,
};
use crate::bodies::variant::Variant;
use crate::engine_work;
use crate::problem::{Code, FieldError, Problem, code_of_reason, sentence};

impl Engine {
    /// What many hands outside a match are worth.
    pub(crate) async fn score_batch(&self, asked: Batch) -> Result<BatchResponse, Problem> {
        let variant = asked.variant.chosen()?;
        if let Variant::Document(_) = &variant {
            // The answers of a stream do not say what it took to compile a document: this one does.
            let compiled = self.get_variant(variant.clone()).await;
            compiled.map_err(|status| problem(&status, Asked::Score))?;
        }
        let batch = v1::ScoreHandsRequest {
            variant: Some(requests::variant(variant)),
            options: Some(options(asked.options)),
            wins: asked.wins.iter().map(requests::seated_win).collect(),
        };
        let ask = async |mut to: Client, request| {
            let mut answers = to.score_hands(request).await?.into_inner();
            Ok(Response::new(answers.message().await?))
        };
        let answer = self.call("ScoreHands", stream::iter([batch]), ask).await;
        let answer = answer.map_err(|status| problem(&status, Asked::Score))?;
        let answer = present(answer, "a batch")?;
        engine_work::charge(answer.steps);
        Ok(BatchResponse {
            results: answer
                .results
                .into_iter()
                .map(result)
                .collect::<Result<_, _>>()?,
            house_patterns: house_pattern_names(answer.house_patterns),
            variant_hash: answer.variant_hash,
            semantics: answer.semantics,
            engine_version: answer.engine_version,
        })
    }

    /// What a hand waits for.
    pub(crate) async fn waits(&self, asked: WaitsRequest) -> Result<WaitsResponse, Problem> {
        let asked = v1::FindWaitsRequest {
            variant: Some(requests::variant(asked.variant.chosen()?)),
            options: Some(options(asked.options)),
            hand: Some((&asked.hand).into()),
            seat_wind: write(asked.seat_wind),
            round_wind: write(asked.round_wind),
            seen: asked.seen.iter().map(|seen| convert::tiles(seen)).collect(),
        };
        let ask = async |mut to: Client, request| to.find_waits(request).await;
        let answer = self.call("FindWaits", asked, ask).await;
        let answer = answer.map_err(|status| problem(&status, Asked::Score))?;
        Ok(WaitsResponse {
            waits: answer
                .waits
                .into_iter()
                .map(wait)
                .collect::<Result<_, _>>()?,
            house_patterns: house_pattern_names(answer.house_patterns),
            variant_hash: answer.variant_hash,
            semantics: answer.semantics,
            engine_version: answer.engine_version,
        })
    }

    /// Who gets a tile that several players claim.
    pub(crate) async fn claims(&self, asked: ClaimsRequest) -> Result<ClaimsResponse, Problem> {
        let asked = claims_request(asked)?;
        let ask = async |mut to: Client, request| to.resolve_claims(request).await;
        let answer = self.call("ResolveClaims", asked, ask).await;
        let answer = answer.map_err(|status| problem(&status, Asked::Claims))?;
        let (taken, reason) = (taken(answer.taken()), reason(answer.reason())?);
        Ok(ClaimsResponse {
            chairs: answer.chairs,
            taken,
            reason,
            explanation: sentence(&answer.explanation),
            scores: scores(answer.scores)?,
            house_patterns: house_pattern_names(answer.house_patterns),
            variant_hash: answer.variant_hash,
            semantics: answer.semantics,
            engine_version: answer.engine_version,
        })
    }
}

fn claims_request(asked: ClaimsRequest) -> Result<v1::ResolveClaimsRequest, Problem> {
    let circumstances = asked.circumstances().into();
    let claims = asked.claims.into_iter().enumerate();
    let claims = claims.map(|(place, stated)| claim(stated, place));
    Ok(v1::ResolveClaimsRequest {
        variant: Some(requests::variant(asked.variant.chosen()?)),
        options: Some(options(asked.options)),
        circumstances: Some(circumstances),
        deal: Some(asked.deal.into()),
        from_chair: asked.from_chair.number().into(),
        tile: Some(convert::tiles(&asked.tile)),
        claims: claims.collect::<Result<_, _>>()?,
    })
}

/// The fields of other kinds of claims do not go with it.
fn claim(stated: Claim, place: usize) -> Result<v1::Claim, Problem> {
    use v1::claim::Call;
    let misplaced = |field: &str, code, detail: &str| {
        Err(Problem::at(
            code,
            format!("/claims/{place}/{field}"),
            detail,
        ))
    };
    let call = match (stated.kind, &stated.hand, &stated.tiles) {
        (ClaimKind::Win, Some(hand), None) => Call::Win(v1::WinClaim {
            hand: Some(hand.into()),
        }),
        (ClaimKind::Chow, None, Some(tiles)) => Call::Chow(v1::ChowClaim {
            tiles: Some(convert::tiles(tiles)),
        }),
        (ClaimKind::Kong, None, None) => Call::Kong(v1::KongClaim {}),
        (ClaimKind::Pung, None, None) => Call::Pung(v1::PungClaim {}),
        (ClaimKind::Win, None, _) => {
            return misplaced(
                "hand",
                Code::MissingField,
                "A claim to win states its `hand`.",
            );
        }
        (ClaimKind::Chow, _, None) => {
            let detail = "A claim for a chow states its two `tiles`.";
            return misplaced("tiles", Code::MissingField, detail);
        }
        (ClaimKind::Win | ClaimKind::Kong | ClaimKind::Pung, _, Some(_)) => {
            return misplaced(
                "tiles",
                Code::InvalidValue,
                "`tiles` go with a `chow` only.",
            );
        }
        (ClaimKind::Kong | ClaimKind::Pung | ClaimKind::Chow, Some(_), _) => {
            return misplaced(
                "hand",
                Code::InvalidValue,
                "A `hand` goes with a `win` only.",
            );
        }
    };
    Ok(v1::Claim {
        chair: stated.chair.number().into(),
        passed_up: stated.passed_up,
        call: Some(call),
    })
}

fn options(options: TableOptions) -> v1::TableOptions {
    v1::TableOptions {
        minimum_fan: options.minimum_fan.map(|minimum| minimum.unsigned()),
    }
}

fn result(result: v1::HandResult) -> Result<BatchResult, Problem> {
    use v1::hand_result::Result as Of;
    Ok(match present(result.result, "result")? {
        Of::Scored(scored) => BatchResult {
            scored: Some(ScoredHand {
                score: score(scored.score)?,
                payments: seat_payments(scored.payments)?,
                paid_fan: scored.paid_fan,
            }),
            refused: None,
        },
        Of::Refused(refused) => {
            let pointer = pointer_into("", &refused.field, Asked::Score);
            let said = about(&pointer, &refused.reason, &refused.message);
            let code = code_of_reason(&refused.reason);
            BatchResult {
                scored: None,
                refused: Some(FieldError::new(pointer, code, said)),
            }
        }
    })
}

fn wait(wait: v1::Wait) -> Result<Wait, Problem> {
    Ok(Wait {
        tile: present(wait.tile, "tile")?.notation,
        left: wait.left,
        self_draw: prospect(wait.self_draw)?,
        discard: prospect(wait.discard)?,
    })
}

fn prospect(prospect: Option<v1::Prospect>) -> Result<Prospect, Problem> {
    let prospect = present(prospect, "prospect")?;
    Ok(Prospect {
        score: score(prospect.score)?,
        missing_fan: prospect.missing_fan,
    })
}

fn taken(taken: v1::Taken) -> Option<ClaimKind> {
    match taken {
        v1::Taken::Unspecified => None,
        v1::Taken::Win => Some(ClaimKind::Win),
        v1::Taken::Kong => Some(ClaimKind::Kong),
        v1::Taken::Pung => Some(ClaimKind::Pung),
        v1::Taken::Chow => Some(ClaimKind::Chow),
    }
}

fn reason(reason: v1::ClaimReason) -> Result<ClaimReason, Problem> {
    Ok(match reason {
        v1::ClaimReason::Unspecified => return Err(unheard("a reason")),
        v1::ClaimReason::Unclaimed => ClaimReason::Unclaimed,
        v1::ClaimReason::OnlyClaim => ClaimReason::OnlyClaim,
        v1::ClaimReason::WinFirst => ClaimReason::WinFirst,
        v1::ClaimReason::PungFirst => ClaimReason::PungFirst,
        v1::ClaimReason::PatternFirst => ClaimReason::PatternFirst,
        v1::ClaimReason::Nearest => ClaimReason::Nearest,
        v1::ClaimReason::BestHand => ClaimReason::BestHand,
        v1::ClaimReason::EveryWinner => ClaimReason::EveryWinner,
    })
}
