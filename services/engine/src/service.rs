//! The rpcs: each reads its request, asks the rules, and writes the answer.

use tonic::{Request, Response, Status};
use wire::v1;
use wire::v1::engine_service_server::EngineService;

use crate::convert::engine::{
    write_built_ins, write_catalogue, write_played_hands, write_scored_hand, write_variant,
};
use crate::convert::matches::{read_outcomes, read_state};
use crate::convert::score::{read_options, read_win};
use crate::convert::variant::read_variant;
use crate::errors::{refused_outcome, refused_win};
use crate::variants::Variants;

/// The engine: [`rules`], and the variants it has compiled.
pub(crate) struct Engine {
    variants: Variants,
}

impl Engine {
    pub(crate) fn new() -> Engine {
        Engine {
            variants: Variants::new(),
        }
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl EngineService for Engine {
    async fn score_hand(
        &self,
        request: Request<v1::ScoreHandRequest>,
    ) -> Answer<v1::ScoreHandResponse> {
        let request = request.into_inner();
        let variant = read_variant(request.variant, &self.variants)?;
        let options = read_options(request.options)?;
        let win = read_win(request.win)?;
        let scored = rules::score(&variant, &options, &win).map_err(refused_win)?;
        Ok(Response::new(write_scored_hand(
            &variant,
            &scored,
            request.explain,
        )))
    }

    async fn play_hands(
        &self,
        request: Request<v1::PlayHandsRequest>,
    ) -> Answer<v1::PlayHandsResponse> {
        let request = request.into_inner();
        let variant = read_variant(request.variant, &self.variants)?;
        let options = read_options(request.options)?;
        let state = read_state(request.state)?;
        let outcomes = read_outcomes(request.outcomes)?;
        let hands = rules::play(&variant, &options, &state, &outcomes).map_err(refused_outcome)?;
        Ok(Response::new(write_played_hands(&variant, &state, &hands)))
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
        let variant = read_variant(request.into_inner().variant, &self.variants)?;
        Ok(Response::new(write_variant(&variant)))
    }

    async fn list_patterns(
        &self,
        _: Request<v1::ListPatternsRequest>,
    ) -> Answer<v1::ListPatternsResponse> {
        Ok(Response::new(write_catalogue()))
    }
}
