//! The files of keys: whether they are there, for their owner's eyes alone, and of the kind they should be.

use std::path::Path;

use evidence::SignerKey;
use host::{Failure, secret};
use webhooks::WebhookKeys;

use super::finding::{Finding, Status};
use crate::config::Doctor;

/// Refuses a text that is no key of a kind.
type Test = fn(String) -> Result<(), Failure>;

/// Each that is set.
pub(super) fn check(config: &Doctor) -> Vec<Finding> {
    let keys: [(&str, _, Test); 3] = [
        ("key.token", &config.token_key, is_token_key),
        ("key.log", &config.log_key, is_log_key),
        ("key.webhook", &config.webhook_key, is_webhook_key),
    ];
    let set = keys
        .into_iter()
        .filter_map(|(check, path, is_one)| path.as_deref().map(|path| (check, path, is_one)));
    set.map(|(check, path, is_one)| check_key(check, path, is_one))
        .collect()
}

fn check_key(check: &str, path: &Path, is_one: Test) -> Finding {
    match secret::read(path).and_then(is_one) {
        Ok(()) => Finding::ok(check, format!("{} can be used", path.display())),
        Err(error) => Finding::of(
            Status::Error,
            check,
            error.to_string(),
            "bring the key back from where it is kept; `faan keygen` makes a new one, which is another key",
        ),
    }
}

fn is_token_key(key: String) -> Result<(), Failure> {
    gateway::public_keys_json(&[key.into_bytes()])?;
    Ok(())
}

fn is_log_key(key: String) -> Result<(), Failure> {
    let key = key.trim_end().parse::<SignerKey>();
    key.map(drop)
        .map_err(|_| "the file holds no key that `faan keygen --log-name` made".into())
}

fn is_webhook_key(key: String) -> Result<(), Failure> {
    WebhookKeys::new(&key, None)?;
    Ok(())
}
