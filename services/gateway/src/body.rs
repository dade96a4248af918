//! JSON bodies: read strictly, and refused with a pointer to the field and a sentence.

mod fault;
mod under_way;
mod walk;

pub(crate) use under_way::BodyBytes;
pub(crate) use walk::in_words_of_json;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header};
use host::PlaceGuard;
use serde::de::DeserializeOwned;

use crate::argument::Argument;
use crate::client_address::ClientNetwork;
use crate::connection::Connection;
use crate::problem::{Code, Problem};
use crate::request_limit::Share;

/// The largest body that is read.
pub(crate) const LIMIT: usize = 256 * 1024;

/// How long a body may take to arrive: app data of the server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience(pub(crate) Duration);

/// A JSON body and what it says.
pub(crate) struct Body<T> {
    /// What it says.
    pub(crate) value: T,
    /// As it came.
    pub(crate) bytes: Bytes,
    /// Until its request is answered: some wait for their turn with it.
    _under_way: PlaceGuard<ClientNetwork>,
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let declared = check_headers(request).and_then(|()| BodyBytes::take(request, LIMIT));
        if declared.is_ok() {
            Connection::permit_body(request);
        }
        let patience = request.app_data::<Patience>().copied();
        let share = Share::of(request);
        let bytes = Bytes::from_request(request, payload);
        Box::pin(async move {
            let mut under_way = declared?;
            let Patience(patience) = patience
                .ok_or_else(|| Problem::internal("nobody said how long a body may take"))?;
            let bytes = tokio::time::timeout(patience, bytes)
                .await
                .map_err(|_| {
                    Problem::new(Code::RequestTimeout, "The body did not arrive in time.")
                })?
                .map_err(unread)?;
            // It may have said more, or nothing.
            under_way.keep(bytes.len());
            if let Some(share) = share {
                share.take_body(bytes.len())?;
            }
            let value = read(&bytes)?;
            Ok(Self {
                value,
                bytes,
                _under_way: under_way,
            })
        })
    }
}

impl<T: DeserializeOwned + 'static> Argument for Body<T> {}

/// Reads a body, or says where and why it cannot be read.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // RFC 8259 lets a reader ignore a byte order mark, which some programs write before every text.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match serde_json::from_slice(bytes) {
        Ok(value) if !may_hold_nul(bytes) => Ok(value),
        Ok(value) => walk::syntax(bytes).map(|()| value),
        Err(error) => {
            refuse_other_encodings(bytes)?;
            Err(walk::explain::<T>(bytes, &error))
        }
    }
}

/// Says what a body seems to be that is not UTF-8, before anything else is said of it.
fn refuse_other_encodings(bytes: &[u8]) -> Result<(), Problem> {
    let is_text = std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0);
    match host::utf8(bytes) {
        Err(why) if !is_text => {
            let detail = format!("The body cannot be read: {why}.");
            Err(Problem::new(Code::MalformedJson, detail))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// A NUL is legal JSON and no legal text: neither the database nor people can hold it.
fn may_hold_nul(bytes: &[u8]) -> bool {
    bytes.windows(6).any(|six| six == br"\u0000")
}

fn check_headers(request: &HttpRequest) -> Result<(), Problem> {
    let refuse = |pointer, detail| Err(Problem::at(Code::UnsupportedContentType, pointer, detail));
    let media_type = request.headers().get(header::CONTENT_TYPE);
    let is_json = |value: &header::HeaderValue| {
        let essence = value.to_str().ok()?.split(';').next()?.trim();
        Some(essence.eq_ignore_ascii_case("application/json"))
    };
    if media_type.and_then(is_json) != Some(true) {
        return refuse(
            "Content-Type",
            "The body has to be sent as application/json.",
        );
    }
    if request.headers().contains_key(header::CONTENT_ENCODING) {
        return refuse(
            "Content-Encoding",
            "The body has to be sent as it is, not compressed.",
        );
    }
    Ok(())
}

fn unread(error: actix_web::Error) -> Problem {
    match error.as_response_error().status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let detail = format!(
                "A body has at most {} KiB; letters written as UTF-8 instead of `\\u…` take less.",
                LIMIT / 1024
            );
            Problem::new(Code::BodyTooLarge, detail)
        }
        _ => Problem::new(Code::MalformedJson, "The body did not arrive completely."),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::read;

    #[test]
    fn a_body_that_is_not_utf_8_is_told_what_it_is() {
        let utf_16: Vec<u8> = "{\"name\":\"阿明\"}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for (body, expected) in [
            (b"{\"name\":\"\xaa\xfc\xa9\xfa\"}".to_vec(), "Big5 or GBK"),
            (b"{\"name\":\"Jos\xe9\"}".to_vec(), "Windows-1252"),
            (utf_16.clone(), "UTF-16"),
            ([b"\xff\xfe", &utf_16[..]].concat(), "UTF-16"),
            (b"{\"name\":\"\\u0000\"}".to_vec(), "UTF-16"),
        ] {
            let problem = read::<Value>(&body).unwrap_err().to_string();
            assert!(
                problem.contains(expected) && problem.contains("“CSV UTF-8”"),
                "{problem}"
            );
        }
        let marked = "\u{feff}{\"name\":\"\u{fffd}\"}";
        assert_eq!(
            read::<Value>(marked.as_bytes()).unwrap()["name"],
            "\u{fffd}"
        );
    }
}
