//! `faan doctor`: what of a running deployment is missing or wrong. It changes nothing.

mod certificates;
mod databases;
mod disks;
mod finding;
mod gateway;
mod keys;
mod replication;

use std::process::ExitCode;

use host::{Failure, print, say};

use crate::config::Doctor;
use finding::{Report, Status};

/// Looks at everything that the settings name, and prints what was found. It fails if something is wrong; a warning is no failure.
pub(crate) async fn run(config: Doctor) -> Result<ExitCode, Failure> {
    let mut findings = databases::check(&config.databases, config.data_dir.as_deref()).await;
    findings.extend(gateway::check(config.gateway_url.as_deref()).await);
    findings.extend(keys::check(&config));
    findings.extend(certificates::check(&config));
    findings.extend(disks::check(&config));
    let report = Report::of(findings);
    if config.json {
        say(&serde_json::to_string_pretty(&report)?)?;
    } else {
        print(&report.text())?;
    }
    Ok(match report.status {
        Status::Error => ExitCode::FAILURE,
        Status::Ok | Status::Warning | Status::NotChecked => ExitCode::SUCCESS,
    })
}
