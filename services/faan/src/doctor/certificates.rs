//! Certificates near their end.

use std::path::Path;

use host::read_file;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::finding::{Finding, Status};
use crate::certificates::now;
use crate::config::Doctor;

/// How many days before its end a certificate should have been renewed: whoever renews by ACME does it 30 days before.
const DAYS: u64 = 21;
const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// Each that is set.
pub(super) fn check(config: &Doctor) -> Vec<Finding> {
    let (gateway, engine) = (&config.gateway_tls, &config.engine_tls);
    let channel = &config.engine_channel;
    let files = [
        ("certificate.gateway", &gateway.gateway_cert),
        ("certificate.engine", &engine.engine_cert),
        ("certificate.engine_client_ca", &engine.engine_client_ca),
        ("certificate.engine_ca", &channel.engine_ca),
        ("certificate.engine_client", &channel.engine_client_cert),
    ];
    let set = files
        .into_iter()
        .filter_map(|(check, path)| path.as_ref().map(|path| (check, path)));
    set.map(|(check, path)| check_certificate(check, path))
        .collect()
}

fn check_certificate(check: &str, path: &Path) -> Finding {
    let certificate = match read_file(path) {
        Ok(certificate) => certificate,
        Err(error) => {
            return Finding::of(
                Status::Error,
                check,
                error.to_string(),
                "name a file that the service can read",
            );
        }
    };
    let now = now();
    let renew = "renew it; a running service takes the new file within seconds";
    let end = match tls::valid_at(&certificate, now) {
        Ok(end) => end.as_secs(),
        Err(error) => {
            let found = format!("{}: {error}", path.display());
            return Finding::of(Status::Error, check, found, renew);
        }
    };
    let found = format!("{} is good until {}", path.display(), date(end));
    match end.saturating_sub(now.as_secs()) >= DAYS * SECONDS_OF_A_DAY {
        true => Finding::ok(check, found),
        false => Finding::of(Status::Warning, check, found, renew),
    }
}

fn date(seconds: u64) -> String {
    let time = i64::try_from(seconds)
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    let time = time.and_then(|time| time.format(&Rfc3339).ok());
    time.unwrap_or_else(|| "a time that no calendar has".to_owned())
}
