//! The rules for every connection to a service.

use reqwest::Url;
use time::OffsetDateTime;

use super::cli_error::CliError;

/// The number of attempts at a request while the connection fails.
pub(super) const TRIES: usize = 5;

/// Refuses to send passwords, tokens and keys without TLS to another machine, unless the person permits it.
pub(super) fn refuse_to_be_overheard(url: &str, plain_http: bool) -> Result<(), CliError> {
    let address = Url::parse(url).map_err(|bad| CliError::Misused(format!("{url}: {bad}")))?;
    let is_here = address.host_str().is_some_and(|host| {
        let host = host.trim_matches(['[', ']']);
        let number: Option<std::net::IpAddr> = host.parse().ok();
        host == "localhost" || number.is_some_and(|number| number.is_loopback())
    });
    if address.scheme() == "https" || is_here || plain_http {
        return Ok(());
    }
    Err(CliError::Misused(format!(
        "{url} is not encrypted, and others may listen: use https://…, or `--plain-http` where nobody can"
    )))
}

#[expect(
    clippy::disallowed_methods,
    reason = "a token is good for so long from when it came"
)]
pub(super) fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}
