#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

use std::collections::BTreeMap;
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use futures_util::Stream;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt;
pub use wire::v1;

/// A batch of 256 wins with all their explanations is longer than what tonic allows on its own.
const LONGEST_RESPONSE: usize = 64 << 20;
/// An attempt at a call takes no longer.
const TIMEOUT: Duration = Duration::from_secs(10);
const FIRST_DELAY: Duration = Duration::from_millis(200);
const LONGEST_DELAY: Duration = Duration::from_secs(5);

/// The generated client, over a channel that sends the token.
pub type Stub = v1::engine_service_client::EngineServiceClient<InterceptedService<Channel, Bearer>>;

/// A client of one engine. A clone shares the connection.
#[derive(Debug, Clone)]
pub struct Engine {
    stub: Stub,
    attempts: usize,
}

/// Why a call of the engine failed.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}", .reason.as_deref().unwrap_or_else(|| .status.code().description()), .status.message())]
#[non_exhaustive]
pub struct EngineError {
    /// The status of gRPC.
    pub status: Box<Status>,
    /// The stable reason, for programs, such as `NOT_WINNING_HAND`; absent for an error of the connection.
    pub reason: Option<String>,
    /// The fields at fault by their paths in the request, each with a sentence.
    pub fields: BTreeMap<String, String>,
}

/// Adds the token to each call.
#[derive(Debug, Clone)]
pub struct Bearer(Option<MetadataValue<Ascii>>);

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(token) = &self.0 {
            request
                .metadata_mut()
                .insert("authorization", token.clone());
        }
        Ok(request)
    }
}

impl From<Status> for EngineError {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let violations = details.bad_request().map(|bad| bad.field_violations.iter());
        EngineError {
            reason: details.error_info().map(|info| info.reason.clone()),
            fields: violations
                .into_iter()
                .flatten()
                .map(|one| (one.field.clone(), one.description.clone()))
                .collect(),
            status: Box::new(status),
        }
    }
}

/// A method for each unary call of the contract. Each is a pure function of its request, so it is sent again while the engine is unavailable.
macro_rules! calls {
    ($($(#[$about:meta])* $name:ident: $request:ident -> $response:ident;)*) => {
        impl Engine {
            $(
                $(#[$about])*
                ///
                /// # Errors
                /// The engine refuses the request or cannot be reached.
                pub async fn $name(&self, request: v1::$request) -> Result<v1::$response, EngineError> {
                    let attempt = || async {
                        let mut request = Request::new(request.clone());
                        request.set_timeout(TIMEOUT);
                        Ok(self.stub().$name(request).await?.into_inner())
                    };
                    attempt.retry(self.backoff()).when(is_temporary).await
                }
            )*
        }
    };
}

calls! {
    /// Scores one hand.
    score_hand: ScoreHandRequest -> ScoreHandResponse;
    /// Plays the outcomes of a match one after another: payments, totals, and the deal after each.
    play_hands: PlayHandsRequest -> PlayHandsResponse;
    /// Finds the tiles that a hand waits for.
    find_waits: FindWaitsRequest -> FindWaitsResponse;
    /// Says who of those who claim a discard gets it.
    resolve_claims: ResolveClaimsRequest -> ResolveClaimsResponse;
    /// Lists the variants that the engine has built in.
    list_variants: ListVariantsRequest -> ListVariantsResponse;
    /// Returns a variant with its document.
    get_variant: GetVariantRequest -> GetVariantResponse;
    /// Checks a document.
    check_variant: CheckVariantRequest -> CheckVariantResponse;
    /// Derives a document from a base and a patch.
    derive_variant: DeriveVariantRequest -> DeriveVariantResponse;
    /// Lists in what two variants differ.
    compare_variants: CompareVariantsRequest -> CompareVariantsResponse;
    /// Lists the patterns of a variant.
    list_patterns: ListPatternsRequest -> ListPatternsResponse;
}

impl Engine {
    /// A client of the engine at an address such as `http://127.0.0.1:50051` or, under TLS, `https://engine.example:50051`. It connects with its
    /// first call.
    ///
    /// # Errors
    /// The address is malformed, or the token cannot be sent.
    pub fn new(address: &str, token: Option<&str>) -> Result<Engine, EngineError> {
        let malformed = |error: &dyn std::error::Error| Status::invalid_argument(error.to_string());
        let mut endpoint =
            Endpoint::from_shared(address.to_owned()).map_err(|error| malformed(&error))?;
        if address.starts_with("https://") {
            let tls = ClientTlsConfig::new().with_enabled_roots();
            endpoint = endpoint
                .tls_config(tls)
                .map_err(|error| malformed(&error))?;
        }
        Engine::with_channel(endpoint.connect_lazy(), token)
    }

    /// A client over a channel with settings of its own, such as client certificates.
    ///
    /// # Errors
    /// The token cannot be sent.
    pub fn with_channel(channel: Channel, token: Option<&str>) -> Result<Engine, EngineError> {
        let bearer = token
            .map(|token| format!("Bearer {token}").parse())
            .transpose()
            .map_err(|_| Status::invalid_argument("the token cannot be a header of a call"))?;
        let service = InterceptedService::new(channel, Bearer(bearer));
        let stub = Stub::new(service).max_decoding_message_size(LONGEST_RESPONSE);
        Ok(Engine { stub, attempts: 5 })
    }

    /// The same client, which sends a call so often in all, instead of five times.
    #[must_use]
    pub fn with_attempts(mut self, attempts: usize) -> Engine {
        self.attempts = attempts;
        self
    }

    /// The generated client, without retries.
    #[must_use]
    pub fn stub(&self) -> Stub {
        self.stub.clone()
    }

    /// The pause before the first retry is 0.2 s to twice as long, at random, and doubles for each further one.
    fn backoff(&self) -> ExponentialBuilder {
        ExponentialBuilder::new()
            .with_jitter()
            .with_min_delay(FIRST_DELAY)
            .with_max_delay(LONGEST_DELAY)
            .with_max_times(self.attempts.saturating_sub(1))
    }

    /// Scores batches of hands, at most 256 in each: one response for each batch, in order. The first batch names the rules, which are those of
    /// all batches. A refused hand is a result in its response.
    ///
    /// # Errors
    /// The engine refuses the stream or cannot be reached. A stream is not opened again: a new one can go on after the batches that have
    /// responses.
    pub async fn score_hands(
        &self,
        batches: impl Stream<Item = v1::ScoreHandsRequest> + Send + 'static,
    ) -> Result<Streaming<v1::ScoreHandsResponse>, EngineError> {
        Ok(self.stub().score_hands(batches).await?.into_inner())
    }
}

fn is_temporary(error: &EngineError) -> bool {
    error.status.code() == Code::Unavailable
}
