//! What an import is asked with: the sheet and the terms in a JSON body, or the file itself as the body and the terms in the query.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{Bytes, Query};
use actix_web::{Error, FromRequest, HttpRequest};
use encoding_rs::Encoding;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use utoipa::openapi::path::Parameter;

use crate::argument::Argument;
use crate::bodies::import::NewImport;
use crate::bodies::terms::NewMatchTerms;
use crate::body::{
    Body, JSON, LARGEST, Largest, ReceivedBody, arrive, media_type, read, read_from,
    refuse_compressed,
};
use crate::import::Source;
use crate::problem::{Code, Problem};
use crate::xlsx;

/// The types of a file. What it is, its content says: programs know as little of the files that they send as people do.
const FILES: [&str; 5] = [
    "text/csv",
    "text/plain",
    "text/tab-separated-values",
    xlsx::MEDIA_TYPE,
    "application/octet-stream",
];

/// How large a file may be: UTF-16 has twice the bytes of what is in a JSON body.
const LARGEST_FILE: Largest = Largest {
    bytes: 512 * 1024,
    refusal: "A file has at most 512 KiB: import a part of the season at a time.",
};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TermsQuery {
    /// With a file, the terms of all matches: JSON text of a `NewMatchTerms`. Required with a file; with JSON, the body has them.
    #[param(example = r#"{"variant": {"id": "old-hong-kong"}}"#)]
    terms: Option<String>,
}

/// A sheet, and the terms of its matches.
pub(super) struct ImportRequest {
    pub(super) sheet: Source,
    pub(super) terms: NewMatchTerms,
}

/// The body of a request for an import.
pub(crate) struct ImportBody(pub(super) Body<ImportRequest>);

impl ImportRequest {
    /// Says of a problem where it is in the request.
    pub(super) fn place(is_file: bool) -> impl Fn(Problem) -> Problem {
        move |problem| match is_file {
            true => problem.with_pointers(of_file),
            false => problem,
        }
    }

    pub(super) fn is_file(&self) -> bool {
        matches!(self.sheet, Source::File { .. })
    }
}

/// Where a file has what a JSON body has in a field.
fn of_file(pointer: &str) -> String {
    match pointer {
        "/csv" => String::new(),
        other => match other.strip_prefix("/terms") {
            Some(rest) => format!("terms{rest}"),
            None => other.to_owned(),
        },
    }
}

/// What the head of a request says of its body.
enum Declared {
    Json,
    File {
        terms: NewMatchTerms,
        /// The same, as far as it makes the request the same one.
        fingerprint: Vec<u8>,
        charset: Option<&'static Encoding>,
    },
}

impl Declared {
    fn of(request: &HttpRequest, terms: Option<String>) -> Result<Self, Problem> {
        let kind = media_type(request).unwrap_or_default();
        let is_file = FILES.iter().any(|file| kind.eq_ignore_ascii_case(file));
        if !is_file && !kind.eq_ignore_ascii_case(JSON) {
            let detail = format!(
                "The body has to be sent as {JSON}, or a file as one of {}.",
                FILES.join(", ")
            );
            return Err(Problem::at(
                Code::UnsupportedContentType,
                "Content-Type",
                detail,
            ));
        }
        refuse_compressed(request)?;
        match (is_file, terms) {
            (false, None) => Ok(Self::Json),
            (false, Some(_)) => Err(Problem::at(
                Code::InvalidParameter,
                "terms",
                "The query has `terms` only with a file: a JSON body has them in its field `terms`.",
            )),
            (true, None) => Err(Problem::at(
                Code::MissingField,
                "terms",
                "With a file, the query has the terms of the matches as JSON: the parameter `terms` is missing.",
            )),
            (true, Some(terms)) => Self::file(request, &terms),
        }
    }

    fn file(request: &HttpRequest, terms: &str) -> Result<Self, Problem> {
        let charset = charset(request);
        let read: NewMatchTerms = read_from("`terms`", terms.as_bytes())
            .map_err(|problem| problem.with_pointers(|pointer| format!("terms{pointer}")))?;
        // Spaces and the order of fields change nothing, as in a body.
        let canonical = serde_json::from_str::<serde_json::Value>(terms);
        // A document is read by the engine, and may be what is no value here: then its text is what counts. JSON text holds no NUL.
        let canonical = canonical.map_or_else(|_| terms.to_owned(), |value| value.to_string());
        let mut fingerprint = canonical.into_bytes();
        fingerprint.push(0);
        fingerprint.extend(charset.map_or("", Encoding::name).bytes());
        fingerprint.push(0);
        Ok(Self::File {
            terms: read,
            fingerprint,
            charset,
        })
    }

    const fn largest(&self) -> Largest {
        match self {
            Self::Json => LARGEST,
            Self::File { .. } => LARGEST_FILE,
        }
    }

    fn read(self, arrived: ReceivedBody) -> Result<Body<ImportRequest>, Problem> {
        let bytes = arrived.bytes.clone();
        match self {
            Self::Json => {
                let NewImport { csv, terms } = read(&bytes)?;
                let sheet = Source::Text(csv);
                Ok(arrived.says(ImportRequest { sheet, terms }, bytes))
            }
            Self::File {
                terms,
                mut fingerprint,
                charset,
            } => {
                fingerprint.extend(Sha256::digest(&bytes));
                let sheet = Source::File { bytes, charset };
                Ok(arrived.says(ImportRequest { sheet, terms }, Bytes::from(fingerprint)))
            }
        }
    }
}

/// The encoding that the type of a body states, if it states one that is known. Programs write others, such as `binary`; then the content says which
/// it is, and the answer what it was taken for.
fn charset(request: &HttpRequest) -> Option<&'static Encoding> {
    let stated = request.headers().get(header::CONTENT_TYPE)?;
    let mut parameters = stated.to_str().ok()?.split(';').skip(1);
    let charset = parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        is_charset.then(|| value.trim().trim_matches('"'))
    });
    Encoding::for_label_no_replacement(charset?.as_bytes())
}

impl FromRequest for ImportBody {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let query = Query::<TermsQuery>::from_request(request, payload).into_inner();
        let terms = match query {
            Ok(query) => query.into_inner().terms,
            Err(error) => return Box::pin(std::future::ready(Err(error))),
        };
        let declared = Declared::of(request, terms);
        let largest = declared.as_ref().map(Declared::largest);
        let arriving = arrive(request, payload, largest.map_err(Clone::clone));
        Box::pin(async move {
            let arrived = arriving.await?;
            Ok(Self(declared?.read(arrived)?))
        })
    }
}

impl Argument for ImportBody {
    fn parameters() -> Vec<Parameter> {
        Query::<TermsQuery>::parameters()
    }
}
