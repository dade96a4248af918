//! The engine, asked over gRPC. Only this module knows a protobuf message and a JSON body at once: `requests` writes
//! requests, `answers` reads answers (for whole documents, and for what happens at a table, `documents`, `table` and `play` do both), `refusal` turns what the engine refuses into a problem.

mod answers;
mod asked;
mod connect;
mod course;
mod documents;
mod play;
mod pointer;
mod refusal;
mod refused_outcomes;
mod requests;
mod table;

use std::pin::pin;
use std::time::Duration;

use ledger::evidence::{MatchState, Outcome};
use ledger::{Hash, MatchPosition, PlayerId};
use tokio::time::timeout;
use tonic::{Response, Status};
use wire::v1::{self, PlayHandsRequest};

use crate::bodies::score::{ScoreRequest, ScoreResponse};
use crate::bodies::variant::{Pattern, Variant, VariantSummary, VariantWithDocument};
use crate::engine_work::{self, CallUnderWay};
use crate::measure::engine_call;
use crate::problem::{Code, Problem};
use crate::trace;
use asked::Asked;
use connect::Client;
use refusal::problem;

pub(crate) use asked::{Origin, Place};
pub use connect::{BadEngine, EngineChannel, EngineTls};
pub(crate) use course::{Course, KnownVariant, Played};
pub(crate) use documents::{Checked, CheckedVariant, raw};
pub(crate) use refused_outcomes::{Beginning, RefusedOutcome};

/// A connection to the engine. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Engine {
    way: EngineChannel,
    deadlines: Deadlines,
}

/// How long the engine may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadlines {
    /// For a whole answer to one call.
    pub(crate) of_call: Duration,
    /// For outcomes that are worked out one after another, in as many calls as it takes.
    pub(crate) of_course: Duration,
}

/// A match between two outcomes, as far as the engine has to know it.
pub(crate) struct Table {
    /// The variant it is played under.
    pub(crate) variant_hash: Hash,
    /// The least fan a hand needs, if the table agreed on it.
    pub(crate) minimum_fan: Option<u32>,
    /// Who sits where, chair 1 first.
    pub(crate) seated: [PlayerId; 4],
    /// Where it stands.
    pub(crate) state: MatchState,
}

/// The most outcomes the engine takes at once.
const AT_ONCE: usize = 200;

impl From<&MatchPosition> for Table {
    fn from(position: &MatchPosition) -> Self {
        Self {
            variant_hash: position.variant_hash,
            minimum_fan: position.minimum_fan,
            seated: position.players,
            state: position.state,
        }
    }
}

impl Engine {
    /// An engine at an address; it is connected to when it is first asked, and again whenever it was away.
    /// Call it on the runtime the connection is to live on.
    pub(crate) fn new(
        url: &str,
        tls: Option<&EngineTls>,
        deadlines: Deadlines,
    ) -> Result<Self, BadEngine> {
        let way = EngineChannel::new(url, tls)?;
        Ok(Self { way, deadlines })
    }

    /// The way to it.
    pub(crate) fn way(&self) -> EngineChannel {
        self.way.clone()
    }

    /// What a hand outside a match is worth.
    pub(crate) async fn score(&self, asked: ScoreRequest) -> Result<ScoreResponse, Problem> {
        let explain = asked.explain;
        let asked = requests::score_request(asked)?;
        let ask = async |mut to: Client, request| to.score_hand(request).await;
        let answer = self.call("ScoreHand", asked, ask).await;
        answers::score_response(answer.map_err(|s| problem(&s, Asked::Score))?, explain)
    }

    /// The built-in variants.
    pub(crate) async fn variants(&self) -> Result<Vec<VariantSummary>, Problem> {
        let asked = v1::ListVariantsRequest {};
        let ask = async |mut to: Client, request| to.list_variants(request).await;
        let answer = self.call("ListVariants", asked, ask).await;
        let variants = answer.map_err(|s| problem(&s, Asked::Catalogue))?.variants;
        Ok(variants.into_iter().map(answers::variant_summary).collect())
    }

    /// A built-in variant with its document.
    pub(crate) async fn built_in(&self, id: String) -> Result<VariantWithDocument, Problem> {
        let answer = self.get_variant(Variant::Id(id)).await;
        answers::variant_with_document(answer.map_err(|s| problem(&s, Asked::Catalogue))?)
    }

    /// The catalogue of patterns.
    pub(crate) async fn patterns(&self) -> Result<Vec<Pattern>, Problem> {
        let asked = v1::ListPatternsRequest { variant: None };
        let ask = async |mut to: Client, request| to.list_patterns(request).await;
        let answer = self.call("ListPatterns", asked, ask).await;
        let patterns = answer.map_err(|s| problem(&s, Asked::Catalogue))?.patterns;
        Ok(patterns.into_iter().map(answers::pattern).collect())
    }

    /// The variant a new match is to be played under. If the engine does not know its hash, `document` may.
    pub(crate) async fn variant(
        &self,
        variant: Variant,
        document: impl AsyncFnOnce(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<KnownVariant, Problem> {
        let ask = async |variant| self.get_variant(variant).await;
        answers::known_variant(ask_of(variant, Asked::Opening, ask, document).await?)
    }

    /// The variant that matches are to be worked out by, which the client named in `what_if`.
    pub(crate) async fn other_rules(&self, variant: Variant) -> Result<KnownVariant, Problem> {
        let answer = self.get_variant(variant).await;
        answers::known_variant(answer.map_err(|s| problem(&s, Asked::WhatIf))?)
    }

    /// Where a match under this variant stands at its start.
    pub(crate) async fn start(
        &self,
        variant: &KnownVariant,
        minimum_fan: Option<u32>,
    ) -> Result<MatchState, Problem> {
        let request = PlayHandsRequest {
            variant: Some(requests::variant(Variant::Document(
                variant.document.clone(),
            ))),
            options: Some(v1::TableOptions { minimum_fan }),
            state: None,
            outcomes: Vec::new(),
        };
        let answer = self.play_hands(request).await;
        answers::state(answer.map_err(|s| problem(&s, Asked::Opening))?.state)
    }

    /// Works outcomes out, one after another, on top of a match. If the engine does not know the variant, `document`
    /// brings it. A refusal points to where `place` says that outcomes stand. All of it has a deadline, and ends when that passes.
    pub(crate) async fn play(
        &self,
        table: Table,
        outcomes: &[Outcome],
        place: Place<'_>,
        document: impl AsyncFn(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<Course, Problem> {
        self.in_time(self.play_in_parts(table, outcomes, place, document))
            .await
    }

    /// Waits for what takes many calls, until its deadline.
    async fn in_time<T>(
        &self,
        course: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        let most = self.deadlines.of_course;
        let course = timeout(most, course).await;
        course.unwrap_or_else(|_| Err(too_long(most)))
    }

    async fn play_in_parts(
        &self,
        table: Table,
        outcomes: &[Outcome],
        place: Place<'_>,
        document: impl AsyncFn(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<Course, Problem> {
        let mut course = Course {
            played: Vec::new(),
            state: table.state,
            semantics: 0,
        };
        let (mut table, mut rest, mut at_once) = (table, outcomes, AT_ONCE);
        // Once at least: of a match in which nothing happened, too, the engine says what it worked it out with.
        loop {
            engine_work::refuse_deep_in_debt()?;
            let (next, later) = rest.split_at(rest.len().min(at_once));
            let before = course.played.len();
            let answer = self
                .play_some(&table, next, (before, place), &document)
                .await;
            let answer = match answer {
                // One outcome always fits: what was recorded can be worked out again, however dear its patterns are.
                Err(problem) if problem.is_refused_for_its_steps() && next.len() > 1 => {
                    at_once = next.len() / 2;
                    continue;
                }
                answer => answer?,
            };
            let (played, seated) = answers::played(answer, next, table.seated, &mut course)?;
            course.played.extend(played);
            table.seated = seated;
            table.state = course.state;
            if later.is_empty() {
                break;
            }
            rest = later;
        }
        Ok(course)
    }

    /// Whether the engine answers.
    pub(crate) async fn ready(&self) -> Result<(), Problem> {
        self.variants().await.map(|_| ())
    }

    async fn play_some(
        &self,
        table: &Table,
        outcomes: &[Outcome],
        (before, place): (usize, Place<'_>),
        document: impl AsyncFn(Hash) -> Result<Option<Vec<u8>>, Problem>,
    ) -> Result<v1::PlayHandsResponse, Problem> {
        let pinned = Variant::Hash(table.variant_hash.to_string());
        let outcomes: Vec<_> = outcomes.iter().map(v1::Outcome::from).collect();
        let ask = async |variant| {
            let standing = (table.minimum_fan, &table.state);
            self.play_hands(requests::play_request(standing, variant, outcomes.clone()))
                .await
        };
        let asked = Asked::Recording { before, place };
        ask_of(pinned, asked, ask, document).await
    }

    async fn play_hands(&self, asked: PlayHandsRequest) -> Result<v1::PlayHandsResponse, Status> {
        let ask = async |mut to: Client, request| to.play_hands(request).await;
        self.call("PlayHands", asked, ask).await
    }

    async fn get_variant(&self, variant: Variant) -> Result<v1::GetVariantResponse, Status> {
        let variant = Some(requests::variant(variant));
        let asked = v1::GetVariantRequest { variant };
        let ask = async |mut to: Client, request| to.get_variant(request).await;
        self.call("GetVariant", asked, ask).await
    }

    /// Asks once, by the rpc of this name.
    async fn call<T, A>(
        &self,
        rpc: &'static str,
        asked: T,
        ask: impl AsyncFnOnce(Client, tonic::Request<T>) -> Result<Response<A>, Status>,
    ) -> Result<A, Status> {
        let _turn = engine_work::turn().await?;
        let span = trace::of_engine_call(rpc);
        let mut request = self.request(asked);
        trace::pass_on(&span, request.metadata_mut());
        // The transport's own deadline ends with the head of an answer: this one covers every message.
        let answer = timeout(self.deadlines.of_call, ask(self.way.client(), request));
        // Tonic's future has 20 kB, which everybody who awaits this would have again.
        let answer = Box::pin(answer);
        let answer = async { answer.await.unwrap_or_else(|_| Err(overdue())) };
        let call = pin!(engine_call(rpc, span, answer));
        // Given up, the call is charged before the engine learns that nobody waits: this is dropped first.
        let under_way = CallUnderWay::begin();
        let answer = call.await;
        under_way.end(&answer);
        Ok(answer?.into_inner())
    }

    fn request<T>(&self, message: T) -> tonic::Request<T> {
        let mut request = tonic::Request::new(message);
        request.set_timeout(self.deadlines.of_call);
        request
    }
}

/// What the engine would have said of a call that it did not answer in time; it is told that nobody waits any more.
fn overdue() -> Status {
    Status::deadline_exceeded("no whole answer within the deadline")
}

/// What the client is told when outcomes took the engine too long.
fn too_long(most: Duration) -> Problem {
    let detail = format!(
        "To work this out takes longer than the {} seconds that the engine has for it. Nothing was changed.",
        most.as_secs()
    );
    Problem::new(Code::EngineUnavailable, detail)
}

/// Asks with a variant. An engine that has forgotten what the hash stands for is told once, if there is somebody who
/// knows.
async fn ask_of<A>(
    variant: Variant,
    asked: Asked<'_>,
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
