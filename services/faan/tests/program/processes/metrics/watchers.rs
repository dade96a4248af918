//! Who reads the metrics: the rules in deploy/prometheus and the dashboard in deploy/grafana know no others than there are.

use std::collections::{BTreeMap, BTreeSet};

use promql_parser::label::Matchers;
use promql_parser::parser::{AggregateExpr, Expr, LabelModifier, VectorSelector, parse};
use promql_parser::util::{ExprVisitor, walk_expr};
use serde::Deserialize;
use serde_json::Value;

use super::table::{Metrics, documented};

const ALERTS: &str = include_str!("../../../../../../deploy/prometheus/alerts.yaml");
const DASHBOARD: &str = include_str!("../../../../../../deploy/grafana/faan.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alerts {
    groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    #[serde(rename = "name")]
    _name: String,
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    alert: String,
    expr: String,
    #[serde(rename = "for")]
    _for: Option<String>,
    labels: BTreeMap<String, String>,
    annotations: BTreeMap<String, String>,
}

/// What an expression reads: metrics, and the labels by which it tells them apart.
struct Reads<'a> {
    metrics: &'a Metrics,
    /// Those that it reads.
    seen: BTreeSet<String>,
    /// What there is not.
    unknown: Vec<String>,
}

impl Reads<'_> {
    fn of<'a>(metrics: &'a Metrics, text: &str) -> Reads<'a> {
        // Grafana's variable for a range is one.
        let text = text.replace("$__rate_interval", "5m");
        let expression = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut reads = Reads {
            metrics,
            seen: BTreeSet::new(),
            unknown: Vec::new(),
        };
        walk_expr(&mut reads, &expression).unwrap();
        assert!(!reads.seen.is_empty(), "{text} reads nothing");
        reads
    }

    fn selector(&mut self, selector: &VectorSelector) {
        let name = selector.name.clone().unwrap_or_default();
        let parts = ["_bucket", "_sum", "_count"];
        let whole = parts.into_iter().find_map(|part| name.strip_suffix(part));
        let histogram = whole.filter(|whole| {
            let metric = self.metrics.get(*whole);
            metric.is_some_and(|metric| metric.kind == "histogram")
        });
        let known = histogram.unwrap_or(&name);
        match self.metrics.get(known) {
            Some(metric) if metric.kind == "histogram" && histogram.is_none() => {
                self.unknown.push(format!("{name}, a histogram as a whole"));
            }
            Some(_) => {
                self.seen.insert(known.to_owned());
                self.labels(&selector.matchers, known);
            }
            None => self.unknown.push(name),
        }
    }

    fn labels(&mut self, matchers: &Matchers, metric: &str) {
        for matcher in &matchers.matchers {
            if !self.metrics[metric].labels.contains(&matcher.name) {
                self.unknown.push(format!("{metric}{{{}}}", matcher.name));
            }
        }
    }

    /// What is grouped by has to be a label of everything inside.
    fn grouped(&mut self, aggregate: &AggregateExpr) {
        let Some(LabelModifier::Include(by)) = &aggregate.modifier else {
            return;
        };
        let inside = Reads::of(self.metrics, &aggregate.expr.to_string());
        for label in by.labels.iter().filter(|label| *label != "le") {
            for metric in &inside.seen {
                if !self.metrics[metric].labels.contains(label) {
                    self.unknown.push(format!("{metric} by {label}"));
                }
            }
        }
    }
}

impl ExprVisitor for Reads<'_> {
    type Error = String;

    fn pre_visit(&mut self, expression: &Expr) -> Result<bool, String> {
        match expression {
            Expr::VectorSelector(selector) => self.selector(selector),
            Expr::MatrixSelector(matrix) => self.selector(&matrix.vs),
            Expr::Aggregate(aggregate) => self.grouped(aggregate),
            Expr::Unary(_)
            | Expr::Binary(_)
            | Expr::Paren(_)
            | Expr::Subquery(_)
            | Expr::NumberLiteral(_)
            | Expr::StringLiteral(_)
            | Expr::Call(_)
            | Expr::Extension(_) => {}
        }
        Ok(true)
    }
}

#[test]
fn every_alert_reads_metrics_that_there_are() {
    let metrics = documented();
    let alerts: Alerts = serde_yaml_ng::from_str(ALERTS).unwrap();
    let mut names = BTreeSet::new();
    for rule in alerts.groups.iter().flat_map(|group| &group.rules) {
        let reads = Reads::of(&metrics, &rule.expr);
        assert_eq!(reads.unknown, [] as [&str; 0], "{}", rule.alert);
        assert!(names.insert(&rule.alert), "{} twice", rule.alert);
        let severity = rule.labels["severity"].as_str();
        assert!(["page", "ticket"].contains(&severity), "{severity}");
        for said in ["summary", "action"] {
            assert!(rule.annotations.contains_key(said), "{}", rule.alert);
        }
    }
    assert!(names.len() > 10, "{names:?}");
}

#[test]
fn the_dashboard_shows_every_metric_that_there_is_and_no_other() {
    let metrics = documented();
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let (mut shown, mut ids) = (BTreeSet::new(), BTreeSet::new());
    for panel in dashboard["panels"].as_array().unwrap() {
        assert!(ids.insert(panel["id"].as_u64().unwrap()), "{panel}");
        let none = Vec::new();
        for target in panel["targets"].as_array().unwrap_or(&none) {
            let reads = Reads::of(&metrics, target["expr"].as_str().unwrap());
            assert_eq!(reads.unknown, [] as [&str; 0], "{}", panel["title"]);
            shown.extend(reads.seen);
        }
    }
    assert_eq!(shown, metrics.into_keys().collect());
}

/// The test would see a mistake.
#[test]
fn what_there_is_not_is_noticed() {
    let metrics = documented();
    for (text, expected) in [
        (
            "rate(faan_http_request_total[5m])",
            "faan_http_request_total",
        ),
        ("faan_logs{club=\"1\"}", "faan_logs{club}"),
        (
            "sum by (route) (faan_rpc_calls_total)",
            "faan_rpc_calls_total by route",
        ),
        ("faan_logs_count", "faan_logs_count"),
        (
            "rate(faan_rpc_duration_seconds[5m])",
            "faan_rpc_duration_seconds, a histogram as a whole",
        ),
    ] {
        let mut reads = Reads {
            metrics: &metrics,
            seen: BTreeSet::new(),
            unknown: Vec::new(),
        };
        walk_expr(&mut reads, &parse(text).unwrap()).unwrap();
        assert_eq!(reads.unknown, [expected], "{text}");
    }
}
