//! Metrics, counted wherever something happens, and served in the format of Prometheus on a listener of their own.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::web::{self, Data};
use host::Failure;
use metrics::{Unit, describe_gauge, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::side_listener::{Purpose, SideListener};

/// The upper bounds of the buckets that durations are counted in, in seconds: from an answer of the rules to the longest that a
/// request may take.
const BUCKETS: [f64; 15] = [
    0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];
/// How often durations that nobody asked for are put into their buckets; until then each takes memory.
const UPKEEP: Duration = Duration::from_secs(5);
/// Connections that are served at once; nobody but Prometheus should come.
const CONNECTIONS: usize = 16;
/// As Prometheus names its format.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

const BUILD: &str = "faan_build_info";

/// What is counted is served, until this is dropped.
pub(crate) struct Served {
    pub(crate) listener: SideListener,
    upkeep: JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.upkeep.abort();
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
    let purpose = Purpose {
        ended: "metrics are no longer served",
        flag: "--metrics-listen",
        connections: CONNECTIONS,
    };
    let listener = SideListener::serve(address, purpose, move |config| {
        config
            .app_data(pages.clone())
            .route("/metrics", web::get().to(page));
    })?;
    Ok(Served {
        listener,
        upkeep: tokio::spawn(keep_up(counted)),
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
