//! The engine, asked over gRPC. Only this module knows a protobuf message and a JSON body at once: `say` writes
//! requests, `hear` reads answers (for whole documents, and for what happens at a table, `documents` and `table` do both), `refusal` turns what the engine refuses into a problem.

mod connect;
mod documents;
mod hear;
mod refusal;
mod say;
mod table;

use std::time::Duration;

use ledger::evidence::{Deal, Facts, Legs, MatchState, WinnerScore};
use ledger::{Hash, MatchView};
use tonic::Status;
use tonic::transport::Channel;
use wire::v1::engine_service_client::EngineServiceClient;
use wire::v1::{self, PlayHandsRequest};

use crate::bodies::score::{ScoreRequest, ScoreResponse};
use crate::bodies::variant::{Pattern, Variant, VariantSummary, VariantWithDocument};
use crate::problem::Problem;
use refusal::{Asked, problem};

pub use connect::{BadEngine, EngineTls};
pub(crate) use documents::{Checked, CheckedVariant, raw};

/// A connection to the engine. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Engine {
    client: EngineServiceClient<Channel>,
    deadline: Duration,
}

/// A variant as the engine knows it.
pub(crate) struct KnownVariant {
    /// Its id, a label.
    pub(crate) id: String,
    /// The content hash of its document.
    pub(crate) hash: Hash,
    /// The document, canonical JSON.
    pub(crate) document: Vec<u8>,
    /// Whether amounts can be half a point.
    pub(crate) pays_half_points: bool,
}

/// A hand, played by the engine on top of a match.
pub(crate) struct Played {
    pub(crate) number: u32,
    pub(crate) deal: Deal,
    pub(crate) scores: Vec<WinnerScore>,
    pub(crate) legs: Legs,
    pub(crate) state_after: MatchState,
    pub(crate) semantics: u32,
}

impl Engine {
    /// An engine at an address; it is connected to when it is first asked, and again whenever it was away.
    /// Call it on the runtime the connection is to live on.
    pub(crate) fn new(
        url: &str,
        tls: Option<&EngineTls>,
        deadline: Duration,
    ) -> Result<Self, BadEngine> {
        Ok(Self {
            client: EngineServiceClient::new(connect::channel(url, tls)?),
            deadline,
        })
    }

    /// What a hand outside a match is worth.
    pub(crate) async fn score(&self, asked: ScoreRequest) -> Result<ScoreResponse, Problem> {
        let explain = asked.explain;
        let request = self.request(say::score_request(asked)?);
        let answer = self.client.clone().score_hand(request).await;
        hear::score_response(
            answer.map_err(|s| problem(&s, Asked::Score))?.into_inner(),
            explain,
        )
    }

    /// The built-in variants.
    pub(crate) async fn variants(&self) -> Result<Vec<VariantSummary>, Problem> {
        let request = self.request(v1::ListVariantsRequest {});
        let answer = self.client.clone().list_variants(request).await;
        let variants = answer
            .map_err(|s| problem(&s, Asked::Catalogue))?
            .into_inner()
            .variants;
        Ok(variants.into_iter().map(hear::variant_summary).collect())
    }

    /// A built-in variant with its document.
    pub(crate) async fn built_in(&self, id: String) -> Result<VariantWithDocument, Problem> {
        let answer = self.get_variant(Variant::Id(id)).await;
        hear::variant_with_document(answer.map_err(|s| problem(&s, Asked::Catalogue))?)
    }

    /// The catalogue of patterns.
    pub(crate) async fn patterns(&self) -> Result<Vec<Pattern>, Problem> {
        let request = self.request(v1::ListPatternsRequest { variant: None });
        let answer = self.client.clone().list_patterns(request).await;
        let patterns = answer
            .map_err(|s| problem(&s, Asked::Catalogue))?
            .into_inner()
            .patterns;
        Ok(patterns.into_iter().map(hear::pattern).collect())
    }

    /// The variant a new match is to be played under. If the engine does not know its hash, `document` may.
    pub(crate) async fn variant(
        &self,
        variant: Variant,
        document: impl AsyncFnOnce(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<KnownVariant, Problem> {
        let ask = async |variant| self.get_variant(variant).await;
        hear::known_variant(ask_of(variant, Asked::Opening, ask, document).await?)
    }

    /// Where a match under this variant stands at its start.
    pub(crate) async fn start(
        &self,
        variant: &KnownVariant,
        minimum_fan: Option<u32>,
    ) -> Result<MatchState, Problem> {
        let request = PlayHandsRequest {
            variant: Some(say::variant(Variant::Document(variant.document.clone()))),
            options: Some(v1::TableOptions { minimum_fan }),
            state: None,
            outcomes: Vec::new(),
        };
        let answer = self.client.clone().play_hands(self.request(request)).await;
        hear::state(
            answer
                .map_err(|s| problem(&s, Asked::Opening))?
                .into_inner()
                .state,
        )
    }

    /// Plays one hand on top of a match. If the engine does not know the variant, `document` brings it.
    pub(crate) async fn play(
        &self,
        view: &MatchView,
        facts: &Facts,
        document: impl AsyncFnOnce(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<Played, Problem> {
        let outcome = say::outcome(facts);
        let answer = self.play_outcome(view, outcome, document).await?;
        hear::played(answer, view.players.each_ref().map(|player| player.id))
    }

    /// Ends a match early: where it stands then.
    pub(crate) async fn end(
        &self,
        view: &MatchView,
        document: impl AsyncFnOnce(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<MatchState, Problem> {
        let answer = self.play_outcome(view, say::early_end(), document).await?;
        hear::state(answer.state)
    }

    /// Whether the engine answers.
    pub(crate) async fn ready(&self) -> Result<(), Problem> {
        self.variants().await.map(|_| ())
    }

    async fn play_outcome(
        &self,
        view: &MatchView,
        outcome: v1::Outcome,
        document: impl AsyncFnOnce(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<v1::PlayHandsResponse, Problem> {
        let pinned = Variant::Hash(view.variant_hash.to_string());
        let ask = async |variant| {
            let request = self.request(say::play_request(view, variant, outcome.clone()));
            Ok(self.client.clone().play_hands(request).await?.into_inner())
        };
        ask_of(pinned, Asked::Recording, ask, document).await
    }

    async fn get_variant(&self, variant: Variant) -> Result<v1::GetVariantResponse, Status> {
        let variant = Some(say::variant(variant));
        let request = self.request(v1::GetVariantRequest { variant });
        Ok(self.client.clone().get_variant(request).await?.into_inner())
    }

    fn request<T>(&self, message: T) -> tonic::Request<T> {
        let mut request = tonic::Request::new(message);
        request.set_timeout(self.deadline);
        request
    }
}

/// Asks with a variant. An engine that has forgotten what the hash stands for is told once, if there is somebody who
/// knows.
async fn ask_of<A>(
    variant: Variant,
    asked: Asked,
    ask: impl AsyncFn(Variant) -> Result<A, Status>,
    document: impl AsyncFnOnce(Hash) -> Result<Option<Vec<u8>>, Problem>,
) -> Result<A, Problem> {
    let hash = variant.hash();
    let mut answer = ask(variant).await;
    if let (Err(status), Some(hash)) = (&answer, hash)
        && refusal::is_unknown_variant(status)
        && let Some(document) = document(hash).await?
    {
        answer = ask(Variant::Document(document)).await;
    }
    answer.map_err(|status| problem(&status, asked))
}
