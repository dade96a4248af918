//! An engine on a port of its own, and what its callers do with it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use engine::{App, Config, Limits};
use tokio::task::JoinHandle;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};
use tonic_types::StatusExt;
use wire::v1;
use wire::v1::engine_service_client::EngineServiceClient;
use wire::v1::variant_ref::Variant;

use crate::{clock, text};

pub(crate) const OLD_HONG_KONG: &str = "old-hong-kong";
pub(crate) const FAN_LAAK: &str = "hkos-fan-laak";

/// Any free port.
pub(crate) const LOCALHOST: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// A caller of an engine that runs for as long as the test.
pub(crate) struct Caller {
    pub(crate) address: SocketAddr,
    pub(crate) channel: Channel,
    client: EngineServiceClient<Channel>,
}

impl Caller {
    pub(crate) async fn of_new_engine() -> Caller {
        Caller::of_limited_engine(Limits::default()).await
    }

    /// A caller of an engine that takes on only so much.
    pub(crate) async fn of_limited_engine(limits: Limits) -> Caller {
        let config = Config {
            limits,
            ..Config::new(LOCALHOST)
        };
        Caller::of(start(config).await).await
    }

    pub(crate) async fn of(address: SocketAddr) -> Caller {
        let endpoint = Endpoint::from_shared(format!("http://{address}")).unwrap();
        Caller::over(address, endpoint).await
    }

    pub(crate) async fn over(address: SocketAddr, endpoint: Endpoint) -> Caller {
        let channel = endpoint.connect().await.unwrap();
        let client = EngineServiceClient::new(channel.clone());
        Caller {
            address,
            channel,
            client,
        }
    }

    pub(crate) fn client(&self) -> EngineServiceClient<Channel> {
        self.client.clone()
    }

    pub(crate) async fn score(
        &self,
        request: v1::ScoreHandRequest,
    ) -> Result<v1::ScoreHandResponse, Status> {
        let answer = self.client.clone().score_hand(Request::new(request)).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn play(
        &self,
        request: v1::PlayHandsRequest,
    ) -> Result<v1::PlayHandsResponse, Status> {
        let answer = self.client.clone().play_hands(Request::new(request)).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn waits(
        &self,
        request: v1::FindWaitsRequest,
    ) -> Result<v1::FindWaitsResponse, Status> {
        let answer = self.client.clone().find_waits(Request::new(request)).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn claims(
        &self,
        request: v1::ResolveClaimsRequest,
    ) -> Result<v1::ResolveClaimsResponse, Status> {
        let mut client = self.client.clone();
        let answer = client.resolve_claims(Request::new(request)).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn variant(&self, variant: Variant) -> Result<v1::GetVariantResponse, Status> {
        let request = v1::GetVariantRequest {
            variant: Some(reference(variant)),
        };
        let answer = self.client.clone().get_variant(request).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn variants(&self) -> Vec<v1::VariantSummary> {
        let answer = self
            .client
            .clone()
            .list_variants(v1::ListVariantsRequest {})
            .await;
        answer.unwrap().into_inner().variants
    }

    pub(crate) async fn patterns(&self, variant: Option<v1::VariantRef>) -> Vec<v1::Pattern> {
        let answer = self
            .client
            .clone()
            .list_patterns(v1::ListPatternsRequest { variant })
            .await;
        answer.unwrap().into_inner().patterns
    }
}

/// Starts an engine that runs for as long as the test.
pub(crate) async fn start(config: Config) -> SocketAddr {
    let engine = App::build(config).await.unwrap();
    let address = engine.address();
    run(engine, std::future::pending());
    address
}

/// Runs an engine until it is told to stop, by a clock that only the test moves.
pub(crate) fn run(
    engine: App,
    stop: impl Future<Output = ()> + Send + 'static,
) -> JoinHandle<Result<(), engine::Error>> {
    let clock = clock::hold();
    tokio::spawn(async move {
        let _clock = clock;
        engine.run(stop).await
    })
}

pub(crate) fn reference(variant: Variant) -> v1::VariantRef {
    v1::VariantRef {
        variant: Some(variant),
    }
}

pub(crate) fn built_in(id: &str) -> Option<v1::VariantRef> {
    Some(reference(Variant::Id(id.to_owned())))
}

/// A request that gets an answer.
pub(crate) fn good_request() -> v1::ScoreHandRequest {
    v1::ScoreHandRequest {
        variant: built_in(OLD_HONG_KONG),
        win: Some(text::win(
            "88m NN pung:222m pung:444p pung:666s +8m self_draw",
        )),
        ..Default::default()
    }
}

/// The status, reason and field of an error: `INVALID_ARGUMENT FIFTH_COPY win.hand.concealed`.
pub(crate) fn error_text(status: &Status) -> String {
    let details = status.get_error_details();
    let info = details
        .error_info()
        .unwrap_or_else(|| panic!("no ErrorInfo in {status:?}"));
    assert_eq!(info.domain, "engine.faan");
    let violations = &details.bad_request().unwrap().field_violations;
    assert!(
        !violations[0].description.is_empty() && !status.message().is_empty(),
        "{status:?}"
    );
    let code = format!("{:?}", status.code());
    format!("{code} {} {}", info.reason, violations[0].field)
}
