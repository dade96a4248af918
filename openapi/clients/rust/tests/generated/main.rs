//! Proves that the models and the operations are those of the contract, and writes them.
#![cfg(test)]

mod documentation;
mod models;
mod names;
mod operations;

use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// Set to anything, it makes the test rewrite the generated files instead of comparing them.
const REWRITE: &str = "UPDATE_EXPECT";

#[test]
fn the_models_and_operations_are_those_of_the_contract() -> Result<(), Box<dyn Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let contract = fs::read_to_string(package.join("../../faan.v1.json"))?;
    let contract: Value = serde_json::from_str(&contract)?;
    let generated = [
        ("src/models.rs", models::module(&contract)),
        ("src/operations.rs", operations::module(&contract)),
    ];
    for (name, text) in generated {
        let fresh = prettyplease::unparse(&syn::parse_file(&text)?);
        #[expect(
            clippy::disallowed_methods,
            reason = "the switch of a test, not a setting"
        )]
        if std::env::var_os(REWRITE).is_some() {
            fs::write(package.join(name), &fresh)?;
        }
        let committed = fs::read_to_string(package.join(name))?;
        assert!(
            committed == fresh,
            "{name} is out of date: run `{REWRITE}=1 cargo test -p faan-client --test generated`"
        );
    }
    Ok(())
}
