//! What is made from the code and kept in the repository is what the code makes now. After a change:
//!
//! ```text
//! UPDATE_EXPECT=1 cargo test --workspace --test api generated
//! ```

mod client_models;
mod client_operations;
mod documentation;
mod names;
mod refusals;

use serde_json::Value;

use crate::kept::check;

/// The OpenAPI Initiative's own schema of OpenAPI 3.1 documents (Apache-2.0), as published at its `$id`.
const OPENAPI_3_1: &str = include_str!("../oas-3.1.schema.json");

#[test]
fn the_openapi_document_is_current() {
    check("openapi/faan.v1.json", &gateway::openapi_json().unwrap());
}

#[test]
fn what_is_made_from_the_declarations_of_refusals_is_current() {
    check("openapi/PROBLEMS.md", &refusals::page());
    let assets = "services/web/assets";
    check(
        &format!("{assets}/problem_texts.js"),
        &refusals::problem_texts(),
    );
    check(
        &format!("{assets}/document_problem_text.js"),
        &refusals::document_problem_text(),
    );
}

/// They are made from what the code makes, so that one run rewrites the document and them.
#[test]
fn the_models_and_operations_of_the_client_in_rust_are_those_of_the_contract() {
    let contract = contract();
    for (name, text) in [
        ("models.rs", client_models::module(&contract)),
        ("operations.rs", client_operations::module(&contract)),
    ] {
        let made = prettyplease::unparse(&syn::parse_file(&text).unwrap());
        check(&format!("openapi/clients/rust/src/{name}"), &made);
    }
}

#[test]
fn the_openapi_document_is_openapi_3_1() {
    let document = contract();
    let rules: Value = serde_json::from_str(OPENAPI_3_1).unwrap();
    let rules = jsonschema::draft202012::new(&rules).unwrap();
    let faults: Vec<String> = rules
        .iter_errors(&document)
        .map(|fault| format!("{} at {}", fault, fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    // That schema takes any object for a schema: each has to be JSON Schema 2020-12, and its references lead somewhere.
    for (name, schema) in document
        .pointer("/components/schemas")
        .unwrap()
        .as_object()
        .unwrap()
    {
        jsonschema::draft202012::meta::validate(schema)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    assert!(references.len() > 100, "only {references:?}");
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(
            document.pointer(pointer).is_some(),
            "{reference} leads nowhere"
        );
    }
}

fn contract() -> Value {
    serde_json::from_str(&gateway::openapi_json().unwrap()).unwrap()
}

fn collect_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(
                fields
                    .get("$ref")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            fields
                .values()
                .for_each(|field| collect_references(field, found));
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect_references(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
