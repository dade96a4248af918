//! What is counted, as Prometheus fetches it, held against the table in deploy/README.md.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::client::{self, answer_to};
use crate::owner::Owner;
use crate::part::Part;
use crate::processes::replica;
use crate::running::{Folder, Running, eventually, faan, stderr};

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
    let asked = client::http().get(service.metrics.as_ref().unwrap());
    let answer = answer_to(asked).await;
    let format = answer.headers()["content-type"].to_str().unwrap();
    assert!(format.starts_with("text/plain; version=0.0.4"), "{format}");
    answer.text().await.unwrap()
}

/// The addresses of the REST interface, as templates.
async fn routes(service: &Running) -> BTreeSet<String> {
    let document = Owner::nobody(&service.url).read_json("/openapi.json").await;
    let paths = document["paths"].as_object().unwrap().keys();
    paths.cloned().chain(["none".to_owned()]).collect()
}

/// The sum of what has these labels.
fn value(samples: &[Sample], name: &str, labels: &[(&str, &str)]) -> f64 {
    let has = |sample: &Sample, label: &str, value: &str| {
        sample.labels.get(label).is_some_and(|found| found == value)
    };
    let is_it = |sample: &&Sample| {
        let mut labels = labels.iter();
        sample.name == name && labels.all(|(label, value)| has(sample, label, value))
    };
    samples
        .iter()
        .filter(is_it)
        .map(|sample| sample.value)
        .sum()
}

/// A service that serves its metrics, whose folder goes after it.
fn service() -> (Folder, Running) {
    let folder = Folder::prepared();
    let mut command = faan();
    command.args(["up", "--metrics-listen", "127.0.0.1:0", "--data-dir"]);
    let service = Running::start_with(command.arg(&folder.0));
    (folder, service)
}

#[tokio::test]
async fn the_table_lists_exactly_what_is_served() {
    let (_folder, service) = service();
    let demo = faan().args(["demo", "--url", &service.url]).output();
    let demo = demo.unwrap();
    assert!(demo.status.success(), "{}", stderr(&demo));
    eventually("the evening is signed", || async {
        page(&service)
            .await
            .contains("faan_checkpoint_timestamp_seconds ")
    })
    .await;

    let mut documented = documented();
    for of_replica in replica::METRICS {
        assert!(documented.remove(of_replica).is_some(), "{of_replica}");
    }
    // Some of it is counted a moment later.
    let (served, found) = (RefCell::default(), RefCell::default());
    let is_served = async |name: &str| {
        let (metrics, samples) = read(&page(&service).await);
        found.replace(samples);
        served.replace(metrics);
        served.borrow().get(name) == documented.get(name)
    };
    for name in documented.keys() {
        eventually(name, async || is_served(name).await).await;
    }
    assert_eq!(*served.borrow(), documented);
    let samples = found.into_inner();
    // What was put off was asked for again, and asked the engine again.
    let hands = ("route", "/v1/clubs/{club}/matches/{match}/hands");
    let recorded = [hands, ("status", "201")];
    assert_eq!(value(&samples, "faan_http_requests_total", &recorded), 18.0);
    let played = [("rpc", "PlayHands")];
    let asked = value(&samples, "faan_engine_calls_total", &played);
    assert!(asked >= 18.0, "{asked}");
    let served = value(&samples, "faan_rpc_calls_total", &played);
    assert!((18.0..=asked).contains(&served), "{served} of {asked}");
    let directory = [("log", "directory")];
    let entries = value(&samples, "faan_log_entries", &directory);
    assert!(entries >= 1.0, "{entries}");
    let app = [("pool", "app")];
    let connections = value(&samples, "faan_database_connections_max", &app);
    assert_eq!(connections, 8.0);

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
    let (_folder, service) = service();
    let client = client::http();
    let ask = async |number: u32| {
        let unheard_of = reqwest::Method::from_bytes(format!("M{number}").as_bytes());
        for method in [reqwest::Method::GET, unheard_of.unwrap()] {
            for path in ["", "v1/clubs/", "v1/variants/"] {
                let url = format!("{}/{path}{number}", service.url);
                answer_to(client.request(method.clone(), url)).await;
            }
        }
        let (_, samples) = read(&page(&service).await);
        // One that is put off has a status of its own.
        let is_of_requests = |one: &Sample| {
            let status = one.labels.get("status").map(String::as_str);
            one.name.starts_with("faan_http_")
                && status.is_none_or(|is| !["503", "408"].contains(&is))
        };
        samples.iter().filter(|one| is_of_requests(one)).count()
    };
    let first = ask(0).await;
    for number in 1..50 {
        assert_eq!(ask(number).await, first);
    }
}

/// A part alone tells what is in it, and stops as it does without.
#[tokio::test]
async fn an_engine_alone_serves_what_it_counts() {
    let mut engine = faan();
    engine.args(["engine", "--engine-listen", "127.0.0.1:0"]);
    engine.args(["--metrics-listen", "127.0.0.1:0"]);
    let (engine, said) = Part::start(&mut engine);
    let url = said.strip_prefix("metrics are at ").unwrap();
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    assert!(text.contains("faan_rpc_calls_in_flight 0"), "{text}");
    let elsewhere = url.replace("/metrics", "/");
    assert_eq!(reqwest::get(elsewhere).await.unwrap().status(), 404);
    engine.stop();

    let taken = faan()
        .args(["engine", "--engine-listen", "127.0.0.1:0"])
        .args(["--metrics-listen", "203.0.113.1:1"])
        .output()
        .unwrap();
    assert!(stderr(&taken).contains("--metrics-listen"), "{taken:?}");
}
