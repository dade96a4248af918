//! Traces, as a collector gets them.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use rustix::process::Signal;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use crate::bench::{extent, promise};
use crate::client::{self, answer_to, ask};
use crate::running::{Folder, Running, eventually, faan, stderr};

/// A collector on this machine that keeps what it gets.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Span>>>);

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let resources = request.into_inner().resource_spans.into_iter();
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        let spans = scopes.flat_map(|scope| scope.spans);
        self.0.lock().unwrap().extend(spans);
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    /// One that listens, and where.
    fn listen() -> (Collector, String) {
        let collector = Collector::default();
        let incoming = TcpIncoming::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = incoming.local_addr().unwrap();
        let server = Server::builder().add_service(TraceServiceServer::new(collector.clone()));
        tokio::spawn(server.serve_with_incoming(incoming));
        (collector, format!("http://{address}"))
    }

    /// What it got, by traces.
    fn traces(&self) -> BTreeMap<Vec<u8>, Vec<Span>> {
        let mut traces = BTreeMap::<_, Vec<Span>>::new();
        for span in self.0.lock().unwrap().iter() {
            let trace = traces.entry(span.trace_id.clone()).or_default();
            trace.push(span.clone());
        }
        traces
    }

    /// The traces that have a span of this name.
    fn traces_with(&self, name: &str) -> Vec<Vec<Span>> {
        let traces = self.traces().into_values();
        let has_it = |trace: &Vec<Span>| trace.iter().any(|span| span.name == name);
        traces.filter(has_it).collect()
    }
}

fn serve(folder: &Folder, endpoint: Option<&str>) -> Running {
    let mut command = faan();
    command.arg("up").arg("--data-dir").arg(&folder.0);
    if let Some(endpoint) = endpoint {
        command.args(["--otlp-endpoint", endpoint]);
    }
    Running::start_with(&mut command)
}

fn play(service: &Running) {
    let demo = faan()
        .args(["demo", "--url", &service.url])
        .output()
        .unwrap();
    assert!(demo.status.success(), "{}", stderr(&demo));
}

fn attribute(span: &Span, key: &str) -> String {
    let found = span.attributes.iter().find(|found| found.key == key);
    let value = found.and_then(|found| found.value.clone()?.value);
    match value {
        Some(Value::StringValue(text)) => text,
        Some(Value::BoolValue(truth)) => truth.to_string(),
        Some(Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// The room that a span comes from.
fn room(span: &Span) -> String {
    let target = attribute(span, "target");
    target.split("::").next().unwrap().to_owned()
}

/// The only span of a trace that fits.
fn only<'a>(trace: &'a [Span], name: &str, room_of: &str) -> &'a Span {
    let fits = |span: &&Span| span.name == name && room(span) == room_of;
    let found: Vec<_> = trace.iter().filter(fits).collect();
    assert_eq!(found.len(), 1, "{name} of {room_of}: {trace:#?}");
    found[0]
}

const RECORD: &str = "POST /v1/clubs/{club}/matches/{match}/hands";

fn check_hand(trace: &[Span]) {
    let request = only(trace, RECORD, "gateway");
    assert!(request.parent_span_id.is_empty(), "{request:#?}");
    assert_eq!(attribute(request, "http.response.status_code"), "201");
    let call = only(trace, "PlayHands", "gateway");
    assert_eq!(call.parent_span_id, request.span_id);
    let rpc = only(trace, "PlayHands", "engine");
    assert_eq!(rpc.parent_span_id, call.span_id);
    assert_eq!(attribute(rpc, "rpc.grpc.status_code"), "0");
    let verb = only(trace, "record_outcomes", "ledger");
    assert_eq!(verb.parent_span_id, request.span_id);
    let written = trace
        .iter()
        .filter(|span| span.name == "transaction" && span.parent_span_id == verb.span_id);
    let written: Vec<_> = written.collect();
    assert_eq!(written.len(), 1, "{trace:#?}");
    assert_eq!(attribute(written[0], "committed"), "true");
    for span in trace {
        let parent = |other: &Span| other.span_id == span.parent_span_id;
        assert!(
            span.span_id == request.span_id || trace.iter().any(parent),
            "{span:#?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_one_trace_through_the_gateway_the_engine_and_the_ledger() {
    let (collector, endpoint) = Collector::listen();
    let folder = Folder::prepared();
    let service = serve(&folder, Some(&endpoint));
    play(&service);
    // A caller's span becomes the parent, though it does not want to be sampled; what else it says is not passed on.
    let trace_id = "0af7651916cd43dd8448eb211c80319c";
    let listed = client::http()
        .get(format!("{}/v1/variants", service.url))
        .header("traceparent", format!("00-{trace_id}-b7ad6b7169203331-00"))
        .header("tracestate", "lau=sang");
    assert_eq!(answer_to(listed).await.status(), 200);
    eventually("eighteen hands and the list are told", || async {
        let count = |name| collector.traces_with(name).len();
        count(RECORD) == 18 && count("GET /v1/variants") == 1
    })
    .await;
    // What is left is told when it stops.
    assert!(service.end(Signal::TERM).0.success());

    for trace in collector.traces_with(RECORD) {
        check_hand(&trace);
    }
    let listed = collector.traces_with("GET /v1/variants");
    assert_eq!(listed.len(), 1);
    let request = only(&listed[0], "GET /v1/variants", "gateway");
    assert_eq!(hex(&request.trace_id), trace_id);
    assert_eq!(hex(&request.parent_span_id), "b7ad6b7169203331");
    let rpc = only(&listed[0], "ListVariants", "engine");
    assert_eq!(hex(&rpc.trace_id), trace_id);
    check_nothing_is_told_of_anybody(&collector);
}

/// Spans have no parameters: these attributes, and no others.
fn check_nothing_is_told_of_anybody(collector: &Collector) {
    let known = BTreeSet::from([
        "committed",
        "http.response.status_code",
        "id",
        "rpc.grpc.status_code",
        "target",
    ]);
    for span in collector.0.lock().unwrap().iter() {
        for attribute in &span.attributes {
            assert!(known.contains(attribute.key.as_str()), "{attribute:?}");
        }
        let whole = format!("{span:?}");
        assert!(!whole.contains("lau") && !whole.contains("Ming"), "{whole}");
        assert!(span.events.is_empty(), "{whole}");
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How long it takes to list the variants, which asks the engine.
async fn list(client: &reqwest::Client, service: &Running) -> Duration {
    let began = Instant::now();
    let (status, _) = ask(client.get(format!("{}/v1/variants", service.url))).await;
    assert_eq!(status, 200);
    began.elapsed()
}

fn median(mut all: Vec<Duration>) -> Duration {
    all.sort_unstable();
    all[all.len() / 2]
}

/// One collector is not there; the other takes connections and never says anything. Of these, every answer would wait for ever.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_waits_for_a_collector_that_is_away() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent_at = format!("http://{}", silent.local_addr().unwrap());
    let gone = TcpListener::bind("127.0.0.1:0").unwrap();
    let gone_at = format!("http://{}", gone.local_addr().unwrap());
    drop(gone);
    let folders = [(); 3].map(|()| Folder::prepared());
    let plain = serve(&folders[0], None);
    let client = client::http();
    for (folder, at) in folders[1..].iter().zip([silent_at, gone_at]) {
        let service = serve(folder, Some(&at));
        play(&service);
        // More spans than may wait to be sent.
        for _ in 0..100 {
            let some = (0..16).map(|_| list(&client, &service));
            futures_util::future::join_all(some).await;
        }
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for _ in 0..extent(5, 200) {
            with.push(list(&client, &service).await);
            without.push(list(&client, &plain).await);
        }
        let (with, without) = (median(with), median(without));
        println!("a median of {with:?} with, {without:?} without");
        promise("an answer", with, without * 2);
        let began = Instant::now();
        assert!(service.end(Signal::TERM).0.success());
        promise("the end", began.elapsed(), Duration::from_secs(15));
    }
}
