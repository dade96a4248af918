//! Requests as lines of text, each with what it is answered:
//!
//! ```text
//! owner POST $club/players {"name": "Ivy"} -> 201; $ivy = /id
//! owner POST $at/hands [If-Match: "1"] {"number": 2, "outcome": {"kind": "goulash"}} -> 412 match_stale
//! nobody GET $club/players/$ivy -> 401 not_signed_in
//! ```
//!
//! A line names who asks, the method, the path, headers, the body, and behind the arrow the status, the code of a problem, which also has to
//! say what is wrong in a sentence, and facts of the answer, with `; ` between them. Whatever changes something has a fresh Idempotency-Key
//! if it states none, nor `[no key]`. `$name` stands for what is known by that name. A line that does not begin so goes on with the one
//! before it. The facts:
//!
//! - `/a/0/b = JSON` and `!= JSON`: what is at this pointer of the answer; `.` is all of it, `@name` a header, and what is not there is null;
//! - `/a ~ words` and `!~ words`: it has these words, or not; `/a # 3`: it has so many items;
//! - `/a has {…}`: it has these fields, and may have others; `has {…}`: the answer has;
//! - `at /number`: the problem is about this field;
//! - `$name = /a`: it is known by this name from now on.

use std::collections::HashMap;

use reqwest::Method;
use serde_json::Value;

use super::{Answer, Club, Person, TestApp, fresh_key};

/// Who can ask, and what is known.
pub(crate) struct Script<'a> {
    people: HashMap<String, Person<'a>>,
    known: HashMap<String, Value>,
}

impl<'a> Club<'a> {
    /// The owner and nobody, the club as `$club`, its players as `$p1` to `$p4`.
    pub(crate) fn script(&self) -> Script<'a> {
        self.script_at(self.owner.app)
    }

    /// The same at another gateway to the database.
    pub(crate) fn script_at<'b>(&self, app: &'b TestApp) -> Script<'b> {
        let owner = Person {
            app,
            token: self.owner.token.clone(),
            id: self.owner.id.clone(),
        };
        let mut script = Script::of(&owner);
        script.know("club", self.path.as_str());
        for (number, player) in (1..).zip(&self.players) {
            script.know(&format!("p{number}"), player.as_str());
        }
        script
    }
}

impl<'a> Script<'a> {
    /// Somebody as `owner`, and nobody.
    pub(crate) fn of(owner: &Person<'a>) -> Self {
        let mut script = Self {
            people: HashMap::new(),
            known: HashMap::new(),
        };
        script.meet("owner", owner);
        script.meet("nobody", &owner.app.nobody());
        script
    }

    /// Somebody who can ask, and whose id is known by their name.
    pub(crate) fn meet(&mut self, name: &str, person: &Person<'a>) {
        self.people.insert(name.to_owned(), person.clone());
        self.know(name, person.id.as_str());
    }

    pub(crate) fn know(&mut self, name: &str, what: impl Into<Value>) {
        self.known.insert(name.to_owned(), what.into());
    }

    /// What is known by a name.
    #[track_caller]
    pub(crate) fn known(&self, name: &str) -> &Value {
        let known = self.known.get(name);
        known.unwrap_or_else(|| panic!("nothing is known as ${name}"))
    }

    /// Asks line by line, and holds each answer against what the line says.
    pub(crate) async fn run(&mut self, lines: &str) {
        for line in self.requests(lines) {
            let (asked, told) = line.split_once(" -> ").unwrap_or_else(|| panic!("{line}"));
            let answer = self.ask(asked).await;
            self.hold(&line, told, &answer);
        }
    }

    fn requests(&self, lines: &str) -> Vec<String> {
        let mut requests: Vec<String> = Vec::new();
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (first, _) = line.split_once(' ').unwrap_or_default();
            match requests.last_mut() {
                Some(before) if !self.people.contains_key(first) => {
                    *before += " ";
                    *before += line;
                }
                _ => requests.push(line.to_owned()),
            }
        }
        requests
    }

    async fn ask(&self, asked: &str) -> Answer {
        let asked = self.filled(asked);
        let mut words = asked.splitn(3, ' ');
        let (who, method) = (words.next().unwrap(), words.next().unwrap());
        let (path, mut rest) = word(words.next().unwrap());
        let method: Method = method.parse().unwrap();
        let is_read = method == Method::GET;
        let mut request = self.people[who].request(method, path);
        let mut has_key = is_read;
        while let Some((header, after)) = rest.strip_prefix('[').and_then(|at| at.split_once(']')) {
            has_key |= header == "no key" || header.starts_with("Idempotency-Key");
            if let Some((name, value)) = header.split_once(": ") {
                request = request.header(name, value);
            }
            rest = after.trim();
        }
        if !has_key {
            request = request.key(&fresh_key());
        }
        if !rest.is_empty() {
            let body = serde_json::from_str(rest);
            request = request.json(&body.unwrap_or_else(|error| panic!("{error}: {rest}")));
        }
        request.send().await
    }

    fn hold(&mut self, line: &str, told: &str, answer: &Answer) {
        let at = || format!("{line}\n{}", answer.text);
        let mut facts = told.split("; ");
        let (status, code) = word(facts.next().unwrap());
        assert_eq!(answer.status.to_string(), status, "{}", at());
        if !code.is_empty() {
            assert_eq!(answer.json["code"], code, "{}", at());
            let said = answer.json["detail"].as_str().unwrap_or_default();
            let is_sentence = said.contains(' ') && said.ends_with(['.', '?']);
            assert!(is_sentence, "{}", at());
        }
        for fact in facts {
            let (first, rest) = word(fact);
            if let Some(name) = first.strip_prefix('$') {
                let (_, source) = word(rest);
                self.know(name, part(answer, source));
            } else if let Err(said) = self.holds(first, rest, answer) {
                panic!("{fact}: {said}\n{}", at());
            }
        }
    }

    /// `Err` with what is there instead.
    fn holds(&self, first: &str, rest: &str, answer: &Answer) -> Result<(), String> {
        let (source, how, what) = match first {
            "at" => ("/errors/0/pointer", "=", format!("{rest:?}")),
            "has" => (".", "has", self.filled(rest)),
            _ => (first, word(rest).0, self.filled(word(rest).1)),
        };
        let found = part(answer, source);
        let json = || serde_json::from_str(&what).unwrap_or_else(|_| Value::from(what.as_str()));
        let text = || {
            found
                .as_str()
                .map_or_else(|| found.to_string(), str::to_owned)
        };
        let holds = match how {
            // A header can be text that looks like JSON.
            "=" if source.starts_with('@') && found == what => true,
            "=" => is(&found, &json()),
            "!=" => !is(&found, &json()),
            "~" => text().contains(&what),
            "!~" => !text().contains(&what),
            "#" => found.as_array().map(Vec::len) == what.parse().ok(),
            "has" => has(&found, &json()),
            other => panic!("a fact of another kind: {other}"),
        };
        holds.then_some(()).ok_or_else(|| found.to_string())
    }

    /// The text with what is known in the place of its names.
    fn filled(&self, text: &str) -> String {
        let mut parts = text.split('$');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
            let end = part.find(|sign| !is_name(sign)).unwrap_or(part.len());
            let (name, rest) = part.split_at(end);
            let known = self.known(name);
            match known.as_str() {
                Some(text) => filled += text,
                None => filled += &known.to_string(),
            }
            filled += rest;
        }
        filled
    }
}

fn word(text: &str) -> (&str, &str) {
    let (first, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    (first, rest.trim())
}

/// What is at a pointer of the answer, or in a header.
fn part(answer: &Answer, source: &str) -> Value {
    match source.strip_prefix('@') {
        Some(header) => answer.header(header).into(),
        None => {
            let found = answer.json.pointer(source.trim_start_matches('.'));
            found.cloned().unwrap_or_default()
        }
    }
}

/// Whether a value is another one, however a number is written.
fn is(value: &Value, other: &Value) -> bool {
    value == other || value.is_number() && value.as_f64() == other.as_f64()
}

/// Whether a value is another one but for fields that the other does not name.
fn has(value: &Value, other: &Value) -> bool {
    match other.as_object() {
        Some(fields) => fields.iter().all(|(name, other)| has(&value[name], other)),
        None => is(value, other),
    }
}
