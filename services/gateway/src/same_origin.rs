//! Requests that a page of this service sent, and no page of another site.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};
use url::{Host, Url};

use crate::argument::Argument;
use crate::problem::{Code, Problem};

/// The proof that a browser sent the request from a page of this service: what is authorised by a cookie needs it, because browsers send
/// cookies with the requests of other sites, too.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SameOrigin {
    /// Whether the page came over HTTPS. Behind a proxy that ends TLS, only the browser knows.
    pub(crate) is_https: bool,
}

impl SameOrigin {
    fn of(request: &HttpRequest) -> Option<Self> {
        let text = |name| request.headers().get(name)?.to_str().ok();
        let origin = Url::parse(text(header::ORIGIN.as_str())?).ok()?;
        let is_https = match origin.scheme() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        // A proxy may pass on another `Host`. Browsers say themselves whether a request stays within its origin, but not to plain HTTP
        // of other machines.
        let is_same = match text("sec-fetch-site") {
            Some(site) => site == "same-origin",
            None => is_authority(&origin, text(header::HOST.as_str())?),
        };
        is_same.then_some(Self { is_https })
    }
}

/// Whether `Host` names the host and port of an origin.
fn is_authority(origin: &Url, host: &str) -> bool {
    let Ok(url) = Url::parse(&format!("{}://{host}", origin.scheme())) else {
        return false;
    };
    let of = |url: &Url| {
        let host = url.host().map(|host: Host<&str>| host.to_string());
        (host, url.port_or_known_default())
    };
    of(&url) == of(origin)
}

impl FromRequest for SameOrigin {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request).ok_or_else(|| {
            let detail =
                "This is for the pages of this service: the header `Origin` has to be its own.";
            Problem::at(Code::OtherOrigin, "Origin", detail)
        }))
    }
}

impl Argument for SameOrigin {}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn is_https(headers: &[(&str, &str)]) -> Option<bool> {
        let request = headers.iter().fold(TestRequest::post(), |request, header| {
            request.insert_header(*header)
        });
        SameOrigin::of(&request.to_http_request()).map(|origin| origin.is_https)
    }

    #[test]
    fn only_pages_of_this_service_are_answered() {
        let host = ("Host", "club.example:8080");
        for (origin, site, expected) in [
            ("http://club.example:8080", None, Some(false)),
            ("https://club.example:8080", None, Some(true)),
            ("http://club.example", None, None),
            ("http://evil.example:8080", None, None),
            ("http://club.example:8080.evil.example", None, None),
            ("null", None, None),
            ("", None, None),
            ("http://evil.example", Some("cross-site"), None),
            ("http://club.example:8080", Some("same-site"), None),
            ("http://club.example:8080", Some("none"), None),
            // A proxy passes on its own name for this service.
            ("https://faan.example", Some("same-origin"), Some(true)),
        ] {
            let mut headers = vec![host, ("Origin", origin)];
            headers.extend(site.map(|site| ("Sec-Fetch-Site", site)));
            assert_eq!(is_https(&headers), expected, "{origin} {site:?}");
        }
        assert_eq!(is_https(&[host]), None);
        assert_eq!(is_https(&[("Origin", "http://club.example")]), None);
    }

    #[test]
    fn a_default_port_is_the_same_origin() {
        let headers = [
            ("Host", "club.example:443"),
            ("Origin", "https://club.example"),
        ];
        assert_eq!(is_https(&headers), Some(true));
    }
}
