//! Metrics, counted wherever something happens, and served in the format of Prometheus on a listener of their own.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use host::Failure;
use metrics::{Unit, describe_gauge, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// The upper bounds of the buckets that durations are counted in, in seconds: from an answer of the rules to the longest that a
/// request may take.
const BUCKETS: [f64; 15] = [
    0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];
/// How often durations that nobody asked for are put into their buckets; until then each takes memory.
const UPKEEP: Duration = Duration::from_secs(5);
/// Connections that are served at once; nobody but Prometheus should come.
const CONNECTIONS: usize = 16;
/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(5);
/// As Prometheus names its format.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

const BUILD: &str = "faan_build_info";

/// A listener that serves what is counted, until this is dropped.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    tasks: [JoinHandle<()>; 2],
}

impl Drop for Served {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// Counts from now on, and serves what is counted.
pub(crate) fn serve(address: SocketAddr) -> Result<Served, Failure> {
    let recorder = PrometheusBuilder::new()
        .set_buckets(&BUCKETS)?
        .build_recorder();
    let counted = recorder.handle();
    metrics::set_global_recorder(recorder)?;
    describe_gauge!(BUILD, Unit::Count, "Always 1, of the version that runs.");
    gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);

    let pages = Data::new(counted.clone());
    let server = HttpServer::new(move || {
        App::new()
            .app_data(pages.clone())
            .route("/metrics", web::get().to(page))
    })
    .workers(1)
    .max_connections(CONNECTIONS)
    .client_request_timeout(HEAD)
    .disable_signals()
    .bind(address)
    .map_err(|error| {
        format!("cannot listen on {address}: {error}. Choose another with --metrics-listen")
    })?;
    let bound = server.addrs().first().copied();
    let serving = server.run();
    let serve = async move {
        if let Err(error) = serving.await {
            tracing::error!(%error, "metrics are no longer served");
        }
    };
    Ok(Served {
        address: bound.unwrap_or(address),
        tasks: [tokio::spawn(serve), tokio::spawn(keep_up(counted))],
    })
}

async fn page(counted: Data<PrometheusHandle>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("Content-Type", FORMAT))
        .body(counted.render())
}

async fn keep_up(counted: PrometheusHandle) {
    loop {
        sleep(UPKEEP).await;
        counted.run_upkeep();
    }
}
