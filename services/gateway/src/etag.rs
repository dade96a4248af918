//! Versions as ETags (RFC 9110): a match is changed only by those who know how it stands.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, EntityTag};
use actix_web::{FromRequest, HttpRequest};
use ledger::MatchError;
use utoipa::openapi::Required;
use utoipa::openapi::path::Parameter;

use crate::argument::{self, Argument, optional_text};
use crate::problem::{Code, Problem};

/// The ETag of a version.
pub(crate) fn etag(version: u64) -> EntityTag {
    EntityTag::new_strong(version.to_string())
}

/// The `If-Match` of a request.
#[derive(Debug)]
pub(crate) enum IfMatch {
    /// None was sent.
    Absent,
    /// `*`: whatever the version.
    Any,
    /// One of these.
    Tags(Vec<EntityTag>),
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
        let version = |tag: &EntityTag| {
            let version = tag.tag().parse().ok()?;
            tag.strong_eq(&etag(version)).then_some(version)
        };
        Some(tags.iter().filter_map(version).collect())
    }

    /// Refuses a request that was made for another version.
    pub(crate) fn check(&self, version: u64) -> Result<(), Problem> {
        let current = etag(version);
        match self {
            Self::Tags(tags) if !tags.iter().any(|tag| tag.strong_eq(&current)) => {
                Err(MatchError::Stale.into())
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
            let detail = "If-Match is `*` or a list of at most 16 ETags such as \"7\".";
            Problem::at(Code::InvalidHeader, "If-Match", detail)
        }))
    }
}

impl Argument for IfMatch {
    fn parameters() -> Vec<Parameter> {
        let description = "The ETag of the match, if it has to be as you read it";
        vec![argument::header(
            "If-Match",
            Required::False,
            optional_text(),
            description,
        )]
    }
}

/// The most ETags of `If-Match`: whoever has read a match knows one.
const MAX_TAGS: usize = 16;

/// The ETags of `If-Match`; none if one of them is not an ETag, or if there are too many. actix-web's own `IfMatch` leaves such a tag out.
fn parse(value: &str) -> Option<IfMatch> {
    if value.trim() == "*" {
        return Some(IfMatch::Any);
    }
    let tags = value.split(',').map(|tag| tag.trim().parse().ok());
    let tags: Vec<EntityTag> = tags.take(MAX_TAGS + 1).collect::<Option<_>>()?;
    (tags.len() <= MAX_TAGS).then_some(IfMatch::Tags(tags))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_current_version_matches() {
        let verdict = |value: &str| parse(value).map(|tags| tags.check(7).is_ok());
        assert_eq!(verdict("\"7\""), Some(true));
        assert_eq!(verdict("\"3\", \"7\""), Some(true));
        assert_eq!(verdict(" * "), Some(true));
        assert_eq!(verdict("\"8\""), Some(false));
        assert_eq!(verdict("W/\"7\""), Some(false));
        assert_eq!(verdict("7"), None);
        assert_eq!(verdict(""), None);
        assert_eq!(verdict("\""), None);
        let many = |count| verdict(&vec!["\"7\""; count].join(","));
        assert_eq!(many(MAX_TAGS), Some(true));
        assert_eq!(many(MAX_TAGS + 1), None);
    }
}
