//! The OpenAPI document as a judge: every answer has a status it names, a body that fits its schema and, if it is a problem, a code that is
//! named with the status.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

use crate::app::Answer;

/// The name of the document for what refers to it.
const DOCUMENT: &str = "urn:faan:openapi";

pub(crate) struct Contract {
    /// Method, path template, description.
    operations: Vec<(String, String, Value)>,
    /// What the page of problems says of those of the engine.
    engines: String,
    /// The document, as schemas refer to it.
    registry: Registry<'static>,
    /// Compiled schemas by the pointers to them.
    validators: Mutex<HashMap<String, Arc<jsonschema::Validator>>>,
}

impl Contract {
    /// The document, read once.
    pub(crate) fn load() -> Arc<Self> {
        static CONTRACT: OnceLock<Arc<Contract>> = OnceLock::new();
        CONTRACT
            .get_or_init(|| {
                let document: Value =
                    serde_json::from_str(&gateway::openapi_json().unwrap()).unwrap();
                let (_, engines) = gateway::PROBLEMS_MARKDOWN
                    .split_once("## What the rules refuse")
                    .unwrap();
                Arc::new(Self {
                    operations: operations(&document),
                    engines: engines.to_owned(),
                    validators: Mutex::default(),
                    registry: registry(document),
                })
            })
            .clone()
    }

    /// Every operation.
    pub(crate) fn operations(&self) -> Vec<(String, String, Value)> {
        self.operations.clone()
    }

    /// Holds an answer against the document. What is not in the document is answered with a problem.
    /// What a browser asks of itself before a request of another origin (the Fetch standard) is no operation.
    pub(crate) fn check(&self, method: &str, path: &str, answer: &Answer) {
        if method == "OPTIONS" && answer.status != 405 {
            return;
        }
        let at = format!("{method} {path} {}: {}", answer.status, answer.text);
        let media_type = answer.header("content-type").split(';').next().unwrap();
        let Some((template, operation)) = self.operation(method, path) else {
            assert!(
                [404, 405].contains(&answer.status),
                "not in the document: {at}"
            );
            assert_eq!(media_type, "application/problem+json", "{at}");
            return;
        };
        let response = &operation["responses"][answer.status.to_string()];
        assert!(
            response.is_object(),
            "the document does not name this status: {at}"
        );
        let Some(content) = response["content"].as_object() else {
            assert!(answer.text.is_empty(), "the document names no body: {at}");
            return;
        };
        if media_type == "application/problem+json" {
            self.names_code(&response["description"], &answer.json["code"], &at);
        }
        // Lines of JSON are text.
        if media_type == "application/json" || media_type.ends_with("+json") {
            assert!(content.contains_key(media_type), "{media_type}: {at}");
            // The document names those of versions. What is read has at least a weak one.
            let etag = answer.headers.get("etag").map(|etag| etag.as_bytes());
            let is_read = method == "GET" && answer.status == 200;
            assert!(!is_read || etag.is_some(), "no ETag: {at}");
            let has_etag = etag.is_some_and(|etag| !etag.starts_with(b"W/"));
            let names_etag = response["headers"]["ETag"].is_object();
            assert_eq!(
                has_etag, names_etag,
                "the document and the answer disagree about an ETag: {at}"
            );
            let parts = [
                "paths",
                template,
                &method.to_lowercase(),
                "responses",
                &answer.status.to_string(),
                "content",
                media_type,
                "schema",
            ];
            if let Err(error) = self.validator(&pointer(&parts)).validate(&answer.json) {
                panic!("{error} at {} of {at}", error.instance_path());
            }
        }
    }

    fn operation(&self, method: &str, path: &str) -> Option<(&str, &Value)> {
        let path = path.split('?').next().unwrap();
        let fits = |template: &str| {
            // What tiles are called, and where pages are, has slashes in it.
            let parts = template.split('/').count();
            let takes_rest = ["/{tile}", "/{page}"];
            let path = match takes_rest.iter().any(|rest| template.ends_with(rest)) {
                true => path.splitn(parts, '/').collect::<Vec<_>>(),
                false => path.split('/').collect(),
            };
            let template = template.split('/');
            parts == path.len() && template.zip(path).all(|(part, text)| fits(part, text))
        };
        self.operations
            .iter()
            .find(|(given, template, _)| given == method && fits(template))
            .map(|(_, template, operation)| (template.as_str(), operation))
    }

    /// The schema at a pointer of the document.
    fn validator(&self, pointer: &str) -> Arc<Validator> {
        let mut validators = self.validators.lock().unwrap();
        let compile = || {
            let validator = jsonschema::draft202012::options()
                .with_registry(&self.registry)
                .should_validate_formats(true)
                .build(&json!({"$ref": format!("{DOCUMENT}#{pointer}")}));
            Arc::new(validator.unwrap())
        };
        let validator = validators.entry(pointer.to_owned());
        validator.or_insert_with(compile).clone()
    }

    /// The description of a refusal names its code, or the section of the page that does.
    fn names_code(&self, description: &Value, code: &Value, at: &str) {
        let (description, code) = (description.as_str().unwrap(), code.as_str().unwrap());
        let of_the_rules = description.contains("\"What the rules refuse\"")
            && self.engines.contains(&format!("<a id=\"{code}\">"));
        assert!(
            of_the_rules || description.contains(&format!("`{code}`")),
            "the document does not name this code: {at}"
        );
    }
}

/// Read once: each schema that is compiled refers to it.
fn registry(document: Value) -> Registry<'static> {
    let registry = Registry::new().add(DOCUMENT, document);
    registry.unwrap().prepare().unwrap()
}

/// A JSON Pointer as a fragment of a URI (RFC 6901).
fn pointer(parts: &[&str]) -> String {
    let part = |part: &&str| {
        let escaped = part.replace('~', "~0").replace('/', "~1");
        format!("/{}", escaped.replace('{', "%7B").replace('}', "%7D"))
    };
    parts.iter().map(part).collect()
}

fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, item)| {
        let item = item.as_object().unwrap();
        item.iter()
            .map(|(method, operation)| (method.to_uppercase(), path.clone(), operation.clone()))
    });
    operations.collect()
}

/// A text in the place of a part such as `members`, `{player}` or `{player}:merge`.
fn fits(part: &str, text: &str) -> bool {
    let Some((_, verb)) = part.strip_prefix('{').and_then(|part| part.split_once('}')) else {
        return part == text;
    };
    let value = text.strip_suffix(verb);
    value.is_some_and(|value| !value.is_empty() && !value.contains(':'))
}
