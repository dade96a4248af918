//! `faan match import`: matches that were kept in a spreadsheet.

mod preview;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use host::say;
use reqwest::Method;
use serde::Deserialize;
use url::form_urlencoded::byte_serialize;

use super::game::Games;
use super::open::terms;
use crate::account::{ApiSession, CliError};
use crate::config::ImportMatches;
use crate::print_answer::print_answer;
use crate::rest::{Answer, Body, Request, key_of_file};
use crate::word::counted;
use preview::Preview;

/// The largest file that the service takes, in bytes.
const LARGEST: usize = 512 * 1024;
/// The longest terms in a query, in bytes. A proxy such as nginx takes request lines of 8 KiB, which have the path, too.
const LONGEST_TERMS: usize = 7 * 1024;

/// What is sent: the file as it is, and the terms of its matches.
struct Upload {
    path: String,
    bytes: Vec<u8>,
    /// As JSON.
    terms: String,
}

/// What was imported.
#[derive(Deserialize)]
struct Imported {
    matches: Vec<ImportedMatch>,
}

#[derive(Deserialize)]
struct ImportedMatch {
    label: String,
    id: String,
}

/// Shows what would be imported, and imports it unless something is refused. As JSON there is one answer: that of a dry run if only that is
/// wanted, and otherwise that of the import, which refuses the same.
pub(super) async fn run(
    games: &mut Games<'_>,
    config: &ImportMatches,
    json: bool,
) -> Result<(), CliError> {
    let upload = Upload::of(config, games.path(":import"))?;
    if config.dry_run || !json {
        let answer = upload.preview(games.session).await?;
        let preview: Preview = answer.read()?;
        match json {
            true => say(&answer.text)?,
            false => preview.tell(&config.file)?,
        }
        preview.end(&config.file)?;
    }
    match (config.dry_run, json) {
        (true, true) => Ok(()),
        (true, false) => Ok(say("Nothing was imported.")?),
        (false, _) => {
            let answer = upload.import(games.session).await?;
            print_answer(&answer, json, |imported: Imported| imported.text())
        }
    }
}

impl Upload {
    /// # Errors
    /// The file cannot be read, or it or the terms are too long.
    fn of(config: &ImportMatches, path: String) -> Result<Upload, CliError> {
        let terms = terms(&config.terms)?.to_string();
        if length_in_query(&terms) > LONGEST_TERMS {
            let variant = &config.terms.variant;
            let text = format!(
                "{variant} is too long to be sent with another file: add it to the rules of the club, then name it by its hash, which `faan variants check {variant}` prints"
            );
            return Err(CliError::Misused(text));
        }
        Ok(Upload {
            path,
            bytes: read(&config.file)?,
            terms,
        })
    }

    async fn preview(&self, session: &mut ApiSession) -> Result<Answer, CliError> {
        let query = [
            ("terms", self.terms.clone()),
            ("dry_run", "true".to_owned()),
        ];
        session.ask(&self.request(&query)).await
    }

    async fn import(&self, session: &mut ApiSession) -> Result<Answer, CliError> {
        let key = self.key();
        let query = [("terms", self.terms.clone())];
        let request = Request {
            key: Some(&key),
            ..self.request(&query)
        };
        let advice = "the same command does it once";
        session.write_or(advice, request).await
    }

    /// The same file under the same terms has the same key.
    fn key(&self) -> String {
        key_of_file(&self.bytes, &self.path, &self.terms)
    }

    fn request<'a>(&'a self, query: &'a [(&'static str, String)]) -> Request<'a> {
        Request {
            method: Method::POST,
            query,
            body: Some(Body::File {
                media_type: media_type(&self.bytes),
                bytes: &self.bytes,
            }),
            ..Request::get(&self.path)
        }
    }
}

impl Imported {
    fn text(&self) -> String {
        let matches = self.matches.iter();
        let lines: String = matches
            .map(|one| format!("\n  {}  {}", one.id, one.label))
            .collect();
        format!(
            "Imported {}:{lines}",
            counted(self.matches.len(), "match", "matches")
        )
    }
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    let misused = |why: String| CliError::Misused(format!("{}: {why}", file.display()));
    let bytes = File::open(file).and_then(at_most_largest);
    let bytes = bytes.map_err(|error| misused(error.to_string()))?;
    bytes.ok_or_else(|| {
        let most = LARGEST / 1024;
        misused(format!(
            "at most {most} KiB are imported at once: divide the file between two matches"
        ))
    })
}

/// The bytes; `None` if there are too many, however many there are.
fn at_most_largest(from: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= LARGEST).then_some(bytes))
}

/// A workbook is a ZIP archive, which begins with the initials of its inventor. The service finds out the encoding of other files.
fn media_type(bytes: &[u8]) -> &'static str {
    match bytes.starts_with(b"PK") {
        true => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        false => "text/csv",
    }
}

/// How long a text is as the value of a parameter (`application/x-www-form-urlencoded`).
fn length_in_query(text: &str) -> usize {
    byte_serialize(text.as_bytes()).map(str::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upload(bytes: &[u8], terms: &str) -> Upload {
        Upload {
            path: "/v1/clubs/c/matches:import".to_owned(),
            bytes: bytes.to_vec(),
            terms: terms.to_owned(),
        }
    }

    #[test]
    fn the_key_follows_from_the_file_and_the_terms() {
        let first = upload(b"match,fan\n", "{}");
        assert_eq!(first.key(), upload(b"match,fan\n", "{}").key());
        for other in [
            upload(b"match,fan", "{}"),
            upload(b"match,fan\n", "{\"minimum_fan\":3}"),
            Upload {
                path: "/v1/clubs/d/matches:import".to_owned(),
                ..upload(b"match,fan\n", "{}")
            },
        ] {
            assert_ne!(first.key(), other.key());
        }
    }

    #[test]
    fn a_file_is_sent_as_it_is() {
        for (bytes, media_type) in [
            (&b"\xb3\xf5\xa6\xb8,\xb5f\n"[..], "text/csv"),
            (b"", "text/csv"),
            (
                b"PK\x03\x04",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ),
        ] {
            let upload = upload(bytes, "{}");
            let query = [("terms", "{}".to_owned())];
            let request = upload.request(&query);
            assert_eq!(request.method, Method::POST);
            let Some(Body::File {
                media_type: sent_as,
                bytes: sent,
            }) = request.body
            else {
                panic!("no file");
            };
            assert_eq!((sent_as, sent), (media_type, bytes));
        }
    }

    #[test]
    fn a_file_is_read_up_to_the_limit() {
        let most = io::repeat(b'1').take(LARGEST as u64);
        assert_eq!(at_most_largest(most).unwrap().unwrap().len(), LARGEST);
        assert!(at_most_largest(io::repeat(b'1')).unwrap().is_none());
    }

    #[test]
    fn the_length_is_that_of_the_query() {
        for text in ["{\"minimum_fan\": 3}", "麻雀 *-._~!'()", ""] {
            let query = [("terms", text)];
            let url = reqwest::Url::parse_with_params("http://faan.example", query).unwrap();
            let written = url.query().unwrap().len() - "terms=".len();
            assert_eq!(length_in_query(text), written, "{text}");
        }
    }

    #[test]
    fn what_was_imported_is_listed_by_its_ids() {
        let imported = |matches: &str| -> String {
            let imported: Imported = serde_json::from_str(matches).unwrap();
            imported.text()
        };
        let one = r#"{"matches": [{"label": "1", "id": "aa", "seq": 7}]}"#;
        assert_eq!(imported(one), "Imported 1 match:\n  aa  1");
        let two = r#"{"matches": [{"label": "1", "id": "aa"}, {"label": "第二", "id": "bb"}]}"#;
        assert_eq!(imported(two), "Imported 2 matches:\n  aa  1\n  bb  第二");
    }
}
