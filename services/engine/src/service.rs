//! The rpcs: each reads its request, asks the rules, and writes the answer.

use std::pin::Pin;
use std::sync::Arc;

use futures_util::Stream;
use rules::Variant;
use tokio::sync::watch;
use tokio::task::yield_now;
use tonic::{Request, Response, Status, Streaming};
use wire::v1;
use wire::v1::engine_service_server::EngineService;

use crate::batches::Batches;
use crate::blocking::BlockingPool;
use crate::budget::{CallSteps, too_many_steps, with_steps};
use crate::connection::Peer;
use crate::convert::claims::{read_claims, read_offered, write_resolution};
use crate::convert::engine::{
    write_built_ins, write_checked, write_derived, write_differences, write_explained_hand,
    write_patterns, write_played_hands, write_scored_hand, write_variant,
};
use crate::convert::matches::{read_outcomes, read_state};
use crate::convert::score::{read_options, read_win};
use crate::convert::variant::read_document;
use crate::convert::waits::{read_holding, read_seen, write_waits};
use crate::errors::{refused_claims, refused_outcomes, refused_waits};
use crate::limits::Allowed;

/// The engine: [`rules`], and the variants it has compiled.
pub(crate) struct Engine {
    blocking: Arc<BlockingPool>,
    stopping: watch::Receiver<bool>,
}

impl Engine {
    /// An engine whose streams end once `stopping` turns true.
    pub(crate) fn new(stopping: watch::Receiver<bool>) -> Engine {
        Engine {
            blocking: Arc::new(BlockingPool::new()),
            stopping,
        }
    }
}

/// The rpcs that count steps, each with its steps. What was sent is read before the rules are waited for: it is bounded then, and what is wrong
/// with it is told afterwards.
impl Engine {
    async fn score_hand_counting(
        &self,
        request: v1::ScoreHandRequest,
        steps: &CallSteps,
    ) -> Result<v1::ScoreHandResponse, Status> {
        let stated = read_win(request.win);
        let variant = self
            .blocking
            .variant_in("variant", request.variant, steps)
            .await??;
        let options = read_options(request.options)?;
        let stated = stated?;
        let win = &stated.win;
        let refused = |refusal| stated.refused("win", refusal);
        let scored = rules::score_within(&variant, &options, win, &steps.budget);
        let scored = scored
            .map_err(|too_many| too_many_steps(too_many, "win"))?
            .map_err(refused)?;
        Ok(if request.explain {
            let readings = rules::readings_within(&variant, &options, win, &steps.budget);
            let readings = readings
                .map_err(|too_many| too_many_steps(too_many, "win"))?
                .map_err(refused)?;
            write_explained_hand(&variant, win, &scored, &readings)
        } else {
            write_scored_hand(&variant, &scored)
        })
    }

    async fn play_hands_counting(
        &self,
        request: v1::PlayHandsRequest,
        is_trial: bool,
        steps: &CallSteps,
    ) -> Result<v1::PlayHandsResponse, Status> {
        // Nobody plays by a variant of which no outcome is played: it is one that somebody tries out.
        let is_trial = is_trial || request.outcomes.is_empty();
        let (state, outcomes) = (read_state(request.state), read_outcomes(request.outcomes));
        let variant = match is_trial {
            true => {
                let found = self.blocking.variant_in("variant", request.variant, steps);
                found.await??
            }
            false => {
                let blocking = &self.blocking;
                let found = blocking.played_variant_in("variant", request.variant, steps);
                found.await??
            }
        };
        let options = read_options(request.options)?;
        let (state, outcomes) = (state?, outcomes?);
        let mut hands = Vec::with_capacity(outcomes.len());
        let mut refused = Vec::new();
        let played = rules::plays_within(&variant, &options, &state, &outcomes, &steps.budget);
        for (place, hand) in played.enumerate() {
            let field = || format!("outcomes[{place}]");
            match hand.map_err(|too_many| too_many_steps(too_many, field()))? {
                Ok(hand) => hands.push(hand),
                Err(refusal) => refused.push(refusal),
            }
            // House patterns can take their time: others get their turn, and the deadline is looked at.
            yield_now().await;
        }
        match refused_outcomes(refused) {
            Some(refused) => Err(refused.into()),
            None => {
                if !is_trial {
                    self.blocking.variants.keep_played(&variant);
                }
                Ok(write_played_hands(&variant, &state, &hands))
            }
        }
    }

    async fn find_waits_counting(
        &self,
        request: v1::FindWaitsRequest,
        steps: &CallSteps,
    ) -> Result<v1::FindWaitsResponse, Status> {
        let holding = read_holding(request.hand, request.seat_wind, request.round_wind);
        let seen = read_seen(request.seen);
        let variant = self
            .blocking
            .variant_in("variant", request.variant, steps)
            .await??;
        let options = read_options(request.options)?;
        let (holding, seen) = (holding?, seen?);
        let mut waits = Vec::new();
        let found = rules::each_wait_within(&variant, &options, &holding, &seen, &steps.budget)
            .map_err(refused_waits)?;
        for wait in found {
            let wait = wait.map_err(|too_many| too_many_steps(too_many, "hand"))?;
            waits.push(wait.map_err(refused_waits)?);
            // As after each hand that is played.
            yield_now().await;
        }
        Ok(write_waits(&variant, &waits))
    }

    async fn resolve_claims_counting(
        &self,
        request: v1::ResolveClaimsRequest,
        steps: &CallSteps,
    ) -> Result<v1::ResolveClaimsResponse, Status> {
        let v1::ResolveClaimsRequest {
            variant,
            options,
            deal,
            circumstances,
            from_chair,
            tile,
            claims,
        } = request;
        let offered = read_offered(deal, circumstances, from_chair, tile);
        let claims = read_claims(claims);
        let variant = self
            .blocking
            .variant_in("variant", variant, steps)
            .await??;
        let options = read_options(options)?;
        let (offered, claims) = (offered?, claims?);
        let resolution =
            rules::resolve_claims_within(&variant, &options, &offered, &claims, &steps.budget)
                .map_err(|too_many| too_many_steps(too_many, "claims"))?
                .map_err(refused_claims)?;
        Ok(write_resolution(&variant, &resolution))
    }

    async fn get_variant_counting(
        &self,
        request: v1::GetVariantRequest,
        steps: &CallSteps,
    ) -> Result<v1::GetVariantResponse, Status> {
        let stated = request.variant;
        let variant = self.blocking.variant_in("variant", stated, steps).await??;
        Ok(write_variant(&variant))
    }

    async fn check_variant_counting(
        &self,
        request: v1::CheckVariantRequest,
        steps: &CallSteps,
    ) -> Result<v1::CheckVariantResponse, Status> {
        let document = read_document(request.document, "document")?;
        let checked = self
            .blocking
            .run(document.len(), steps, move |budget| {
                Variant::check_within(&document, budget)
            })
            .await?
            .map_err(|too_many| too_many_steps(too_many, "document"))?;
        let checked = checked.map(|variant| self.blocking.variants.keep(variant));
        Ok(write_checked(checked))
    }

    async fn derive_variant_counting(
        &self,
        request: v1::DeriveVariantRequest,
        steps: &CallSteps,
    ) -> Result<v1::DeriveVariantResponse, Status> {
        let base = self
            .blocking
            .variant_in("base", request.base, steps)
            .await??;
        let patch = read_document(request.patch, "patch")?;
        let bytes = base.document().len().saturating_add(patch.len());
        let derived = self
            .blocking
            .run(bytes, steps, move |budget| {
                base.derive_within(&patch, budget)
            })
            .await?
            .map_err(|too_many| too_many_steps(too_many, "patch"))?;
        let derived = derived.map(|variant| self.blocking.variants.keep(variant));
        Ok(write_derived(derived))
    }

    async fn compare_variants_counting(
        &self,
        request: v1::CompareVariantsRequest,
        steps: &CallSteps,
    ) -> Result<v1::CompareVariantsResponse, Status> {
        let before = self.blocking.variant_in("before", request.before, steps);
        let before = before.await??;
        let after = self.blocking.variant_in("after", request.after, steps);
        Ok(write_differences(&before, after.await??.as_ref()))
    }

    async fn list_patterns_counting(
        &self,
        request: v1::ListPatternsRequest,
        steps: &CallSteps,
    ) -> Result<v1::ListPatternsResponse, Status> {
        let variant = match request.variant {
            Some(stated) => {
                let found = self.blocking.variant_in("variant", Some(stated), steps);
                Some(found.await??)
            }
            None => None,
        };
        Ok(write_patterns(variant.as_deref()))
    }
}

type Answer<T> = Result<Response<T>, Status>;
type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[tonic::async_trait]
impl EngineService for Engine {
    async fn score_hand(
        &self,
        request: Request<v1::ScoreHandRequest>,
    ) -> Answer<v1::ScoreHandResponse> {
        let steps = CallSteps::of_a_request();
        let answer = self.score_hand_counting(request.into_inner(), &steps).await;
        with_steps(answer, &steps)
    }

    type ScoreHandsStream = Answers<v1::ScoreHandsResponse>;

    async fn score_hands(
        &self,
        request: Request<Streaming<v1::ScoreHandsRequest>>,
    ) -> Answer<Answers<v1::ScoreHandsResponse>> {
        let allowed = request.extensions().get::<Allowed>().cloned();
        let allowed = allowed.ok_or_else(|| Status::internal("a stream without limits"))?;
        let peer = Peer::of(request.extensions()).cloned();
        let (blocking, stopping) = (Arc::clone(&self.blocking), self.stopping.clone());
        let batches = Batches::new(request, allowed, peer, blocking, stopping);
        Ok(Response::new(Box::pin(batches.answers())))
    }

    async fn play_hands(
        &self,
        request: Request<v1::PlayHandsRequest>,
    ) -> Answer<v1::PlayHandsResponse> {
        let steps = CallSteps::of_a_request();
        let is_trial = request.metadata().contains_key(wire::TRIAL);
        let answer = self
            .play_hands_counting(request.into_inner(), is_trial, &steps)
            .await;
        with_steps(answer, &steps)
    }

    async fn find_waits(
        &self,
        request: Request<v1::FindWaitsRequest>,
    ) -> Answer<v1::FindWaitsResponse> {
        let steps = CallSteps::of_a_request();
        let answer = self.find_waits_counting(request.into_inner(), &steps).await;
        with_steps(answer, &steps)
    }

    async fn resolve_claims(
        &self,
        request: Request<v1::ResolveClaimsRequest>,
    ) -> Answer<v1::ResolveClaimsResponse> {
        let steps = CallSteps::of_a_request();
        let answer = self
            .resolve_claims_counting(request.into_inner(), &steps)
            .await;
        with_steps(answer, &steps)
    }

    async fn list_variants(
        &self,
        _: Request<v1::ListVariantsRequest>,
    ) -> Answer<v1::ListVariantsResponse> {
        Ok(Response::new(write_built_ins()))
    }

    async fn get_variant(
        &self,
        request: Request<v1::GetVariantRequest>,
    ) -> Answer<v1::GetVariantResponse> {
        let steps = CallSteps::of_a_request();
        let answer = self
            .get_variant_counting(request.into_inner(), &steps)
            .await;
        with_steps(answer, &steps)
    }

    async fn check_variant(
        &self,
        request: Request<v1::CheckVariantRequest>,
    ) -> Answer<v1::CheckVariantResponse> {
        let steps = CallSteps::of_a_request();
        let answer = self
            .check_variant_counting(request.into_inner(), &steps)
            .await;
        with_steps(answer, &steps)
    }

    async fn derive_variant(
        &self,
        request: Request<v1::DeriveVariantRequest>,
    ) -> Answer<v1::DeriveVariantResponse> {
        let steps = CallSteps::of_a_request();
        let answer = self
            .derive_variant_counting(request.into_inner(), &steps)
            .await;
        with_steps(answer, &steps)
    }

    async fn compare_variants(
        &self,
        request: Request<v1::CompareVariantsRequest>,
    ) -> Answer<v1::CompareVariantsResponse> {
        let steps = CallSteps::of_a_request();
        let answer = self
            .compare_variants_counting(request.into_inner(), &steps)
            .await;
        with_steps(answer, &steps)
    }

    async fn list_patterns(
        &self,
        request: Request<v1::ListPatternsRequest>,
    ) -> Answer<v1::ListPatternsResponse> {
        let steps = CallSteps::of_a_request();
        let answer = self
            .list_patterns_counting(request.into_inner(), &steps)
            .await;
        with_steps(answer, &steps)
    }
}

#[cfg(test)]
mod tests;
