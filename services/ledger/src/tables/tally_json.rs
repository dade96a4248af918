//! Figures as the database stores them: JSON.

use crate::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tally::Figures;

/// How many of them a statement stores: as JSON they take a multiple of their memory.
pub(super) const AT_ONCE: usize = 500;

/// Figures as two columns.
pub(super) fn figures<'a>(
    all: impl Iterator<Item = &'a Figures>,
) -> Result<(Vec<Value>, Vec<Value>)> {
    let (mut totals, mut details) = (Vec::new(), Vec::new());
    for figures in all {
        totals.push(stored(&figures.totals)?);
        details.push(stored(&figures.detail)?);
    }
    Ok((totals, details))
}

pub(super) fn stored(figures: &impl Serialize) -> Result<Value> {
    serde_json::to_value(figures).map_err(|error| Error::Bug(error.to_string()))
}

pub(super) fn parsed<T: DeserializeOwned>(stored: Value) -> Result<T> {
    serde_json::from_value(stored).map_err(|_| Error::impossible("figures"))
}
