//! Bodies: counted while they are under way, read strictly if they are JSON, and refused with a pointer to the field and a sentence.

mod fault;
mod under_way;
mod walk;

pub(crate) use under_way::BodyBytes;
pub(crate) use walk::in_words_of_json;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::web::{self, Bytes};
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header};
use host::PlaceGuard;
use serde::de::DeserializeOwned;

use crate::argument::Argument;
use crate::client_address::ClientNetwork;
use crate::connection::Connection;
use crate::problem::{Code, Problem};
use crate::request_limit::Share;

/// How large a body may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Largest {
    /// In bytes.
    pub(crate) bytes: usize,
    /// What is said of a larger one.
    pub(crate) refusal: &'static str,
}

/// How large a JSON body may be.
pub(crate) const LARGEST: Largest = Largest {
    bytes: 256 * 1024,
    refusal: "A body has at most 256 KiB; letters written as UTF-8 instead of `\\u…` take less.",
};

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// How long a body may take to arrive: app data of the server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience(pub(crate) Duration);

/// A body and what it says.
pub(crate) struct Body<T> {
    /// What it says.
    pub(crate) value: T,
    /// What makes a request the same one: the body as it came, and of one that is no JSON whatever else decides what it says.
    pub(crate) bytes: Bytes,
    /// Until its request is answered: some wait for their turn with it.
    _under_way: PlaceGuard<ClientNetwork>,
}

/// A body that has arrived.
pub(crate) struct ReceivedBody {
    pub(crate) bytes: Bytes,
    under_way: PlaceGuard<ClientNetwork>,
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let largest = check_headers(request).map(|()| LARGEST);
        let arriving = arrive(request, payload, largest);
        Box::pin(async move {
            let arrived = arriving.await?;
            let value = read(&arrived.bytes)?;
            let bytes = arrived.bytes.clone();
            Ok(arrived.says(value, bytes))
        })
    }
}

impl<T: DeserializeOwned + 'static> Argument for Body<T> {}

impl ReceivedBody {
    /// With what it says, and what makes its request the same one.
    pub(crate) fn says<T>(self, value: T, bytes: Bytes) -> Body<T> {
        Body {
            value,
            bytes,
            _under_way: self.under_way,
        }
    }
}

/// Has the body of a request arrive: counted from here to the answer, in time, and charged to whoever asks. `largest` is how large it may be, or why it
/// is not taken.
pub(crate) fn arrive(
    request: &HttpRequest,
    payload: &mut Payload,
    largest: Result<Largest, Problem>,
) -> impl Future<Output = Result<ReceivedBody, Problem>> + use<> {
    let declared = largest.and_then(|largest| {
        let under_way = BodyBytes::take(request, largest.bytes)?;
        Ok((largest, under_way))
    });
    if declared.is_ok() {
        Connection::permit_body(request);
    }
    let patience = request.app_data::<Patience>().copied();
    let share = Share::of(request);
    let stated = BodyBytes::stated(request);
    let payload = web::Payload::from_request(request, payload).into_inner();
    async move {
        let (largest, mut under_way) = declared?;
        let too_large = || Problem::new(Code::BodyTooLarge, largest.refusal);
        if stated.is_some_and(|stated| stated > largest.bytes) {
            return Err(too_large());
        }
        let Patience(patience) =
            patience.ok_or_else(|| Problem::internal("nobody said how long a body may take"))?;
        let payload = payload.map_err(|_| incomplete())?;
        let bytes = tokio::time::timeout(patience, payload.to_bytes_limited(largest.bytes))
            .await
            .map_err(|_| Problem::new(Code::RequestTimeout, "The body did not arrive in time."))?
            .map_err(|_| too_large())?
            .map_err(|_| incomplete())?;
        // It may have said more, or nothing.
        under_way.keep(bytes.len());
        if let Some(share) = share {
            share.take_body(bytes.len())?;
        }
        Ok(ReceivedBody { bytes, under_way })
    }
}

/// Reads a body, or says where and why it cannot be read.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    read_from("The body", bytes)
}

/// Reads JSON that came in a part of a request, which has a name in sentences.
pub(crate) fn read_from<T: DeserializeOwned>(part: &str, bytes: &[u8]) -> Result<T, Problem> {
    // RFC 8259 lets a reader ignore a byte order mark, which some programs write before every text.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match serde_json::from_slice(bytes) {
        Ok(value) if !may_hold_nul(bytes) => Ok(value),
        Ok(value) => walk::syntax(part, bytes).map(|()| value),
        Err(error) => {
            refuse_other_encodings(part, bytes)?;
            Err(walk::explain::<T>(part, bytes, &error))
        }
    }
}

/// Says what JSON seems to be that is not UTF-8, before anything else is said of it.
fn refuse_other_encodings(part: &str, bytes: &[u8]) -> Result<(), Problem> {
    let is_text = std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0);
    match host::utf8(bytes) {
        Err(why) if !is_text => {
            let detail = format!("{part} cannot be read: {why}.");
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
    if !media_type(request).is_some_and(|kind| kind.eq_ignore_ascii_case(JSON)) {
        return Err(Problem::at(
            Code::UnsupportedContentType,
            "Content-Type",
            "The body has to be sent as application/json.",
        ));
    }
    refuse_compressed(request)
}

/// The media type that a request states of its body, without parameters.
pub(crate) fn media_type(request: &HttpRequest) -> Option<&str> {
    let stated = request.headers().get(header::CONTENT_TYPE)?;
    Some(stated.to_str().ok()?.split(';').next()?.trim())
}

/// Refuses a body that is said to be compressed.
pub(crate) fn refuse_compressed(request: &HttpRequest) -> Result<(), Problem> {
    match request.headers().contains_key(header::CONTENT_ENCODING) {
        true => Err(Problem::at(
            Code::UnsupportedContentType,
            "Content-Encoding",
            "The body has to be sent as it is, not compressed.",
        )),
        false => Ok(()),
    }
}

fn incomplete() -> Problem {
    Problem::new(Code::MalformedJson, "The body did not arrive completely.")
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
