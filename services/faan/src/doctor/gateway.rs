//! A gateway that runs: whether it, its engine and the signer are ready, and how late its clock is.

use std::time::{Duration, Instant};

use host::{Failure, client_for, set};
use reqwest::header::DATE;
use reqwest::{Response, Url};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;

use super::databases::clock_finding;
use super::finding::{Finding, Status};
use crate::certificates::now;

/// How long the gateway may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks the gateway at an address, if one is set.
pub(super) async fn check(url: Option<&str>) -> Vec<Finding> {
    let Some(url) = set(url) else {
        return Vec::new();
    };
    match ask(url).await {
        Ok(findings) => findings,
        Err(error) => vec![Finding::of(
            Status::Error,
            "gateway.ready",
            format!("{url}: {error}"),
            "is it up, and is this the address that clients have?",
        )],
    }
}

async fn ask(url: &str) -> Result<Vec<Finding>, Failure> {
    let base = Url::parse(url)?;
    let client = client_for(&base).timeout(PATIENCE).build()?;
    let begun = Instant::now();
    let ready = client.get(base.join("readyz")?).send().await?;
    let round_trip = begun.elapsed();
    let mut findings: Vec<Finding> = clock(&ready, round_trip).into_iter().collect();
    let is_ready = ready.status().is_success();
    findings.push(answer("gateway.ready", ready).await?);
    if is_ready {
        let signer = client.get(base.join("readyz?check=signer")?).send();
        findings.push(answer("gateway.signer", signer.await?).await?);
    }
    Ok(findings)
}

/// What `/readyz` answered.
async fn answer(check: &str, answer: Response) -> Result<Finding, Failure> {
    let status = answer.status();
    let body: serde_json::Value = answer.json().await.unwrap_or_default();
    if status.is_success() {
        return Ok(Finding::ok(check, body.to_string()));
    }
    let detail = body.get("detail").and_then(serde_json::Value::as_str);
    let found = format!("{status}: {}", detail.unwrap_or("no detail"));
    let advice = match body.get("code").and_then(serde_json::Value::as_str) {
        Some("not_signing") => {
            "the logs of all signers say what each of them refuses; after a restore to an earlier time that is right. deploy/README.md, The signer"
        }
        _ => "the log of the gateway says what it could not reach",
    };
    Ok(Finding::of(Status::Error, check, found, advice))
}

/// How far off the clock of the gateway is: the header `Date` has seconds.
fn clock(answer: &Response, round_trip: Duration) -> Option<Finding> {
    let date = answer.headers().get(DATE)?.to_str().ok()?;
    let date = OffsetDateTime::parse(&date.replace("GMT", "+0000"), &Rfc2822).ok()?;
    let here = i64::try_from(now().as_secs()).ok()?;
    let ahead_ms = date
        .unix_timestamp()
        .saturating_sub(here)
        .saturating_mul(1000);
    let uncertainty_ms = i64::try_from(round_trip.as_millis())
        .ok()?
        .saturating_add(1000);
    let found = format!(
        "the clock of the gateway is {ahead_ms} ms ahead of the one here (± {uncertainty_ms} ms)"
    );
    Some(clock_finding(
        "gateway.clock",
        ahead_ms,
        uncertainty_ms,
        found,
    ))
}
