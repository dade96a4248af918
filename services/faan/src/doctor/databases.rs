//! The database, as each role that logs in.

use std::path::Path;

use host::set;
use ledger::{DatabaseLogin, Diagnosis, diagnose};

use super::finding::{Finding, Status};
use super::replication;
use crate::config::Databases;
use crate::up;

/// From how far off the clocks of two machines are a fault. Access tokens last a quarter of an hour, and the times of entries come from
/// the gateway.
const CLOCK_WARNING_MS: i64 = 500;
const CLOCK_ERROR_MS: i64 = 30_000;

/// Everything about each login that is set; of the private database of `faan up` where none is.
pub(super) async fn check(databases: &Databases, data_dir: Option<&Path>) -> Vec<Finding> {
    let Databases {
        database_url,
        read_database_url,
        workers,
        admin_database_url,
    } = databases;
    let logins = [
        ("app", DatabaseLogin::App, database_url),
        ("replica", DatabaseLogin::Replica, read_database_url),
        (
            "auditor",
            DatabaseLogin::Auditor,
            &workers.auditor_database_url,
        ),
        (
            "dispatcher",
            DatabaseLogin::Dispatcher,
            &workers.dispatcher_database_url,
        ),
        (
            "signer",
            DatabaseLogin::Signer,
            &workers.signer_database_url,
        ),
        ("admin", DatabaseLogin::Admin, admin_database_url),
    ];
    let mut findings = Vec::new();
    for (name, login, url) in logins {
        if let Some(url) = set(url.as_deref()) {
            check_login(name, login, url, &mut findings).await;
        }
    }
    if findings.is_empty() {
        return check_private(data_dir).await;
    }
    if !findings
        .iter()
        .any(|finding| finding.check == replication::STANDBYS)
    {
        findings.push(replication::not_seen());
    }
    findings
}

/// The private database of the `faan up` that runs here. It has no standbys.
async fn check_private(data_dir: Option<&Path>) -> Vec<Finding> {
    let mut findings = Vec::new();
    match up::private_database(data_dir) {
        Ok(url) => {
            check_login("app", DatabaseLogin::App, &url, &mut findings).await;
        }
        Err(error) => findings.push(Finding::of(
            Status::Error,
            "database.app.connection",
            format!("no URL of a database is set, and no private database was found: {error}"),
            "set FAAN_DATABASE_URL, or name the data folder of `faan up` with --data-dir",
        )),
    }
    findings
}

/// Looks at the database as one login.
async fn check_login(name: &str, login: DatabaseLogin, url: &str, findings: &mut Vec<Finding>) {
    let diagnosis = match diagnose(url, login).await {
        Ok(diagnosis) => diagnosis,
        Err(error) => {
            findings.push(Finding::of(
                Status::Error,
                format!("database.{name}.connection"),
                error.to_string(),
                "compare the URL with deploy/README.md; is the server up, does it take this login, and is the primary, of several, reached from here?",
            ));
            return;
        }
    };
    findings.push(connection(name, &diagnosis));
    findings.push(safeguards(name, &diagnosis));
    if let DatabaseLogin::App = login {
        findings.extend([writes(&diagnosis), clock(&diagnosis), clients(&diagnosis)]);
        findings.push(replication::archive(&diagnosis.server));
    }
    if let DatabaseLogin::Replica = login {
        findings.push(replica(&diagnosis));
    }
    if let DatabaseLogin::Admin = login {
        findings.extend(replication::check(&diagnosis));
    }
}

fn connection(name: &str, diagnosis: &Diagnosis) -> Finding {
    let check = format!("database.{name}.connection");
    let server = &diagnosis.server;
    let tls = server.tls.as_deref().unwrap_or("no TLS");
    let found = format!("PostgreSQL {}, {tls}", server.version);
    match &diagnosis.weakness {
        None => Finding::ok(check, found),
        Some(weakness) => {
            let advice = "use sslmode=verify-full with an sslrootcert, as deploy/README.md has it";
            Finding::of(
                Status::Warning,
                check,
                format!("{found}: {weakness}"),
                advice,
            )
        }
    }
}

fn safeguards(name: &str, diagnosis: &Diagnosis) -> Finding {
    let check = format!("database.{name}.safeguards");
    match &diagnosis.refusal {
        None => Finding::ok(
            check,
            "roles, row level security and migrations are as the service needs them",
        ),
        Some(refusal) => Finding::of(
            Status::Error,
            check,
            refusal.to_string(),
            "a service that logs in so does not start; `faan migrate` and `faan bootstrap` mend what they made",
        ),
    }
}

fn writes(diagnosis: &Diagnosis) -> Finding {
    let check = "database.writes";
    let server = &diagnosis.server;
    match (server.is_standby, server.is_read_only) {
        (false, false) => Finding::ok(check, "the server takes writes"),
        (true, _) => Finding::of(
            Status::Error,
            check,
            "the server is a standby: nothing can be recorded there",
            "name all servers in the URL, or the primary",
        ),
        (false, true) => Finding::of(
            Status::Error,
            check,
            "the server takes no writes (default_transaction_read_only)",
            "is its disk full? Some hosts set it then",
        ),
    }
}

fn replica(diagnosis: &Diagnosis) -> Finding {
    let check = "database.replica.standby";
    match diagnosis.server.is_standby {
        true => Finding::ok(check, "the server copies from another one"),
        false => Finding::of(
            Status::Error,
            check,
            "the server takes no writes and copies from no other: the gateway does not read from it",
            "name a server that replicates the primary in FAAN_READ_DATABASE_URL",
        ),
    }
}

fn clock(diagnosis: &Diagnosis) -> Finding {
    let (ahead, uncertainty) = (diagnosis.clock_ahead_ms, diagnosis.clock_uncertainty_ms);
    let found =
        format!("the clock of the server is {ahead} ms ahead of the one here (± {uncertainty} ms)");
    clock_finding("database.clock", ahead, uncertainty, found)
}

/// How bad it is that two clocks differ by so much.
pub(super) fn clock_finding(
    check: &str,
    ahead_ms: i64,
    uncertainty_ms: i64,
    found: String,
) -> Finding {
    let certain = ahead_ms.saturating_abs().saturating_sub(uncertainty_ms);
    let status = match certain {
        CLOCK_ERROR_MS.. => Status::Error,
        CLOCK_WARNING_MS.. => Status::Warning,
        _ => return Finding::ok(check, found),
    };
    Finding::of(status, check, found, "let both machines follow NTP")
}

fn clients(diagnosis: &Diagnosis) -> Finding {
    let check = "database.connections";
    let (open, most) = (
        diagnosis.server.connections,
        diagnosis.server.max_connections,
    );
    let found = format!("{open} of {most} connections are open");
    match open.saturating_mul(10) >= most.saturating_mul(9) {
        false => Finding::ok(check, found),
        true => Finding::of(
            Status::Warning,
            check,
            found,
            "raise max_connections, or lower --pool-size",
        ),
    }
}
