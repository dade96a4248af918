//! Versions as ETags (RFC 9110): a match is changed only by those who know how it stands.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};

use crate::problem::{Code, Problem};

/// The ETag of a version.
pub(crate) fn etag(version: u64) -> (header::HeaderName, String) {
    (header::ETAG, format!("\"{version}\""))
}

/// The `If-Match` of a request.
#[derive(Debug)]
pub(crate) enum IfMatch {
    /// None was sent.
    Absent,
    /// `*`: whatever the version.
    Any,
    /// One of these.
    Tags(Vec<String>),
}

impl IfMatch {
    /// Refuses a request that has none.
    pub(crate) fn required(&self) -> Result<&Self, Problem> {
        match self {
            Self::Absent => {
                let detail = "This needs an If-Match header with the ETag of what you read.";
                Err(Problem::at(Code::IfMatchRequired, "If-Match", detail))
            }
            Self::Any | Self::Tags(_) => Ok(self),
        }
    }

    /// The versions that the request was made for; none: any.
    pub(crate) fn versions(&self) -> Option<Vec<u64>> {
        let Self::Tags(tags) = self else { return None };
        let version = |tag: &String| tag.strip_prefix('"')?.strip_suffix('"')?.parse().ok();
        let ours = |version: &u64| tags.contains(&etag(*version).1);
        Some(tags.iter().filter_map(version).filter(ours).collect())
    }

    /// Refuses a request that was made for another version.
    pub(crate) fn check(&self, version: u64) -> Result<(), Problem> {
        let (_, current) = etag(version);
        match self {
            Self::Tags(tags) if !tags.contains(&current) => {
                let detail = "The match has changed since you read it.";
                Err(Problem::at(Code::MatchStale, "If-Match", detail))
            }
            Self::Absent | Self::Any | Self::Tags(_) => Ok(()),
        }
    }
}

impl FromRequest for IfMatch {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut lines = request.headers().get_all(header::IF_MATCH).peekable();
        if lines.peek().is_none() {
            return ready(Ok(Self::Absent));
        }
        // Several lines are one list (RFC 9110, 5.3).
        let lines: Option<Vec<&str>> = lines.map(|line| line.to_str().ok()).collect();
        let parsed = lines.and_then(|lines| parse(&lines.join(",")));
        ready(parsed.ok_or_else(|| {
            let detail = "If-Match is `*` or a list of ETags such as \"7\".";
            Problem::at(Code::InvalidHeader, "If-Match", detail)
        }))
    }
}

/// A weak ETag never matches (RFC 9110, 13.1.1); it stays in the list as it is and equals none of ours.
fn parse(value: &str) -> Option<IfMatch> {
    if value.trim() == "*" {
        return Some(IfMatch::Any);
    }
    let tags: Vec<String> = value.split(',').map(|tag| tag.trim().to_owned()).collect();
    let is_tag = |tag: &String| {
        let opaque = tag.strip_prefix("W/").unwrap_or(tag);
        opaque.len() >= 2 && opaque.starts_with('"') && opaque.ends_with('"')
    };
    tags.iter().all(is_tag).then_some(IfMatch::Tags(tags))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_current_version_matches() {
        let verdict = |value| parse(value).map(|tags| tags.check(7).is_ok());
        assert_eq!(verdict("\"7\""), Some(true));
        assert_eq!(verdict("\"3\", \"7\""), Some(true));
        assert_eq!(verdict(" * "), Some(true));
        assert_eq!(verdict("\"8\""), Some(false));
        assert_eq!(verdict("W/\"7\""), Some(false));
        assert_eq!(verdict("7"), None);
        assert_eq!(verdict(""), None);
        assert_eq!(verdict("\""), None);
    }
}
