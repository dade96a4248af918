//! What is counted, as Prometheus fetches it, held against the table in deploy/README.md.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;

use crate::replica;
use crate::running::{Folder, Running, eventually, faan, signal_to, stderr};

mod table;
mod watchers;

use table::Metric;
pub(crate) use table::{Metrics, documented};

/// A line of the page: the name of the metric that it belongs to, its labels, its value.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) value: f64,
}

/// Reads the text format of Prometheus, as far as it is used here: no label has quotes or commas in it.
pub(crate) fn read(page: &str) -> (Metrics, Vec<Sample>) {
    let (mut metrics, mut samples, mut help) = (Metrics::new(), Vec::new(), BTreeMap::new());
    for line in page.lines().filter(|line| !line.is_empty()) {
        if let Some(described) = line.strip_prefix("# HELP ") {
            let (name, meaning) = described.split_once(' ').unwrap();
            help.insert(name.to_owned(), meaning.to_owned());
        } else if let Some(typed) = line.strip_prefix("# TYPE ") {
            let (name, kind) = typed.split_once(' ').unwrap();
            let metric = Metric {
                kind: kind.to_owned(),
                labels: BTreeSet::new(),
                meaning: help.remove(name).unwrap_or_default(),
            };
            metrics.insert(name.to_owned(), metric);
        } else {
            let sample = sample(line, &metrics);
            let metric = metrics.get_mut(&sample.name).unwrap();
            let labels = sample.labels.keys().filter(|label| *label != "le");
            metric.labels.extend(labels.cloned());
            samples.push(sample);
        }
    }
    (metrics, samples)
}

fn sample(line: &str, metrics: &Metrics) -> Sample {
    let (series, value) = line.rsplit_once(' ').unwrap();
    let (name, labels) = series.split_once('{').unwrap_or((series, ""));
    let pairs = labels
        .trim_end_matches('}')
        .split(',')
        .filter(|pair| !pair.is_empty());
    let labels = pairs.map(|pair| {
        let (label, value) = pair.split_once('=').unwrap();
        (label.to_owned(), value.trim_matches('"').to_owned())
    });
    let parts = ["", "_bucket", "_sum", "_count"];
    let whole = parts.into_iter().find_map(|part| {
        let name = name.strip_suffix(part)?;
        metrics.contains_key(name).then(|| name.to_owned())
    });
    Sample {
        name: whole.unwrap_or_else(|| panic!("no type is served for {line}")),
        labels: labels.collect(),
        value: value.parse().unwrap(),
    }
}

pub(crate) async fn page(service: &Running) -> String {
    let answer = reqwest::get(service.metrics.as_ref().unwrap())
        .await
        .unwrap();
    let format = answer.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(format.starts_with("text/plain; version=0.0.4"), "{format}");
    answer.text().await.unwrap()
}

/// The addresses of the REST interface, as templates.
async fn routes(service: &Running) -> BTreeSet<String> {
    let document = reqwest::get(format!("{}/openapi.json", service.url)).await;
    let document: Value = document.unwrap().json().await.unwrap();
    let paths = document["paths"].as_object().unwrap().keys();
    paths.cloned().chain(["none".to_owned()]).collect()
}

fn value(samples: &[Sample], name: &str, label: (&str, &str)) -> f64 {
    let is_it = |sample: &&Sample| {
        sample.name == name && sample.labels.get(label.0).map(String::as_str) == Some(label.1)
    };
    samples
        .iter()
        .filter(is_it)
        .map(|sample| sample.value)
        .sum()
}

#[tokio::test]
async fn the_table_lists_exactly_what_is_served() {
    let folder = Folder::prepared();
    let service = Running::start_with(
        faan()
            .args(["up", "--metrics-listen", "127.0.0.1:0", "--data-dir"])
            .arg(&folder.0),
    );
    let demo = faan().args(["demo", "--url", &service.url]).output();
    let demo = demo.unwrap();
    assert!(demo.status.success(), "{}", stderr(&demo));
    eventually("the evening is signed", || async {
        page(&service)
            .await
            .contains("faan_checkpoint_timestamp_seconds ")
    })
    .await;

    let (mut served, mut samples) = read(&page(&service).await);
    let mut documented = documented();
    for of_replica in replica::METRICS {
        assert!(documented.remove(of_replica).is_some(), "{of_replica}");
    }
    // Some of it is counted a moment later. What differs in the end is shown.
    let begun = Instant::now();
    while served != documented && begun.elapsed() < Duration::from_secs(60) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        (served, samples) = read(&page(&service).await);
    }
    assert_eq!(served, documented);
    let hands = "/v1/clubs/{club}/matches/{match}/hands";
    let requests = "faan_http_requests_total";
    assert_eq!(value(&samples, requests, ("route", hands)), 18.0);
    let played = ("rpc", "PlayHands");
    let asked = value(&samples, "faan_engine_calls_total", played);
    assert_eq!(value(&samples, "faan_rpc_calls_total", played), asked);
    assert!(asked >= 18.0, "{asked}");
    let entries = value(&samples, "faan_log_entries", ("log", "directory"));
    assert!(entries >= 1.0, "{entries}");
    assert_eq!(
        value(&samples, "faan_database_connections_max", ("pool", "app")),
        8.0
    );

    let routes = routes(&service).await;
    for sample in &samples {
        let route = sample.labels.get("route");
        assert!(
            route.is_none_or(|route| routes.contains(route)),
            "{route:?}"
        );
    }
}

#[tokio::test]
async fn whatever_is_asked_the_series_do_not_grow_in_number() {
    let folder = Folder::prepared();
    let service = Running::start_with(
        faan()
            .args(["up", "--metrics-listen", "127.0.0.1:0", "--data-dir"])
            .arg(&folder.0),
    );
    let ask = async |number: u32| {
        let unheard_of = reqwest::Method::from_bytes(format!("M{number}").as_bytes());
        for method in [reqwest::Method::GET, unheard_of.unwrap()] {
            for path in ["", "v1/clubs/", "v1/variants/"] {
                let url = format!("{}/{path}{number}", service.url);
                let client = reqwest::Client::new();
                client.request(method.clone(), url).send().await.unwrap();
            }
        }
        let (_, samples) = read(&page(&service).await);
        let of_requests = samples
            .iter()
            .filter(|one| one.name.starts_with("faan_http_"));
        of_requests.count()
    };
    let first = ask(0).await;
    for number in 1..50 {
        assert_eq!(ask(number).await, first);
    }
}

/// A part alone tells what is in it, and stops as it does without.
#[tokio::test]
async fn an_engine_alone_serves_what_it_counts() {
    let mut engine = faan()
        .args(["engine", "--engine-listen", "127.0.0.1:0"])
        .args(["--metrics-listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(engine.stdout.take().unwrap()).lines();
    let said = [said.next(), said.next()].map(|line| line.unwrap().unwrap());
    let url = said[0].strip_prefix("metrics are at ").unwrap();
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    assert!(text.contains("faan_rpc_calls_in_flight 0"), "{text}");
    let elsewhere = url.replace("/metrics", "/");
    assert_eq!(reqwest::get(elsewhere).await.unwrap().status(), 404);
    signal_to(engine.id(), Signal::TERM);
    assert!(engine.wait().unwrap().success());

    let taken = faan()
        .args(["engine", "--engine-listen", "127.0.0.1:0"])
        .args(["--metrics-listen", "203.0.113.1:1"])
        .output()
        .unwrap();
    assert!(stderr(&taken).contains("--metrics-listen"), "{taken:?}");
}
