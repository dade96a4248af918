//! `faan variants`: lists the built-in variants, prints their documents, and checks documents.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use host::{Failure, say};
use rules::Variant;
use rules::variant::{DocumentError, built_ins, read_toml, write_hash};
use serde_json::{Value as Json, json};

use crate::config::{Variants as Config, VariantsCommand};

pub fn run(config: &Config) -> Result<ExitCode, Failure> {
    match &config.command {
        None if config.json => {
            let all: Json = built_ins().iter().map(summary).collect();
            say(&format!("{all:#}"))?;
        }
        None => say(&list())?,
        Some(VariantsCommand::Show { variant, toml }) => say(&shown(variant, *toml)?)?,
        Some(VariantsCommand::Compare { before, after }) => {
            for difference in named(before)?.differences(&*named(after)?) {
                say(&difference.text)?;
            }
        }
        Some(VariantsCommand::Check { file }) => return check(file),
    }
    Ok(ExitCode::SUCCESS)
}

/// A built-in variant by its id, or the document in a file.
pub(crate) fn named(named: &str) -> Result<Arc<Variant>, String> {
    if let Some(built_in) = Variant::built_in(named) {
        return Ok(Arc::clone(built_in));
    }
    let bytes = std::fs::read(named).map_err(|error| {
        let ids: Vec<&str> = built_ins().iter().map(|variant| variant.id()).collect();
        format!(
            "`{named}` is neither a built-in variant nor a file that can be read ({error}). The built-in ones are {}.",
            ids.join(", ")
        )
    })?;
    let text = host::utf8(&bytes).map_err(|why| format!("{named}: {why}"))?;
    let compiled = if is_toml(Path::new(named)) {
        Variant::from_toml(text)
    } else {
        Variant::from_json(text.as_bytes())
    };
    compiled
        .map(Arc::new)
        .map_err(|errors| problems(named, &errors))
}

fn is_toml(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "toml")
}

/// One line for each problem, with its path and its code as the engine spells it.
fn problems(file: &str, errors: &[DocumentError]) -> String {
    let line = |error: &DocumentError| {
        let place = match error.path.as_str() {
            "" => file.to_owned(),
            path => format!("{file}: {path}"),
        };
        let code = error.code.as_str().to_ascii_uppercase();
        format!("{place}: {} ({code})", error.text)
    };
    errors.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The names are at the end of a line, since their display width is not known.
fn list() -> String {
    let line = |id: &str, minimum: &str, limit: &str, hash: &str, name: &str| {
        format!("{id:<26} {minimum:>7}  {limit:>11}  {hash:<14} {name}")
    };
    let head = line("id", "minimum", "limit", "hash", "name");
    let variants = built_ins().iter().map(|variant| {
        let name = variant.name();
        let names = format!("{} {}", name.english, name.traditional_chinese);
        line(
            variant.id(),
            &format!("{} fan", variant.minimum_fan()),
            &format!("{} points", variant.limit_points()),
            &format!("{:.12}…", write_hash(variant.hash())),
            names.trim_end(),
        )
    });
    let lines: Vec<String> = std::iter::once(head).chain(variants).collect();
    lines.join("\n")
}

fn summary(variant: &Arc<Variant>) -> Json {
    let name = variant.name();
    json!({
        "id": variant.id(),
        "name": {
            "english": name.english,
            "traditional_chinese": name.traditional_chinese,
            "jyutping": name.jyutping,
        },
        "hash": write_hash(variant.hash()),
        "source": variant.source(),
        "minimum_fan": variant.minimum_fan(),
        "limit_points": variant.limit_points(),
    })
}

fn shown(variant: &str, as_toml: bool) -> Result<String, Failure> {
    let variant = named(variant)?;
    let document: Json = serde_json::from_slice(variant.document())?;
    if as_toml {
        let text = toml::to_string_pretty(&document)?;
        Ok(text.trim_end().to_owned())
    } else {
        Ok(format!("{document:#}"))
    }
}

/// Checks a new document, which may not have the id of a built-in variant.
fn check(file: &Path) -> Result<ExitCode, Failure> {
    let name = file.display().to_string();
    let bytes = std::fs::read(file).map_err(|error| format!("{name} cannot be read: {error}"))?;
    let text = host::utf8(&bytes).map_err(|why| format!("{name}: {why}"))?;
    let checked = if is_toml(file) {
        read_toml(text).and_then(|value| Variant::check(value.to_string().as_bytes()))
    } else {
        Variant::check(text.as_bytes())
    };
    match checked {
        Ok(variant) => {
            let hash = write_hash(variant.hash());
            let (id, version) = (variant.id(), variant.version());
            say(&format!(
                "{name} is sound: {id} version {version}, hash {hash}"
            ))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(errors) => {
            say(&problems(&name, &errors))?;
            Ok(ExitCode::FAILURE)
        }
    }
}
