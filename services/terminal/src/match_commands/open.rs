//! `faan match open`.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::game::{Games, View};
use crate::account::{Again, CliError};
use crate::config::{Open, Terms};
use crate::money::MinorUnits;
use crate::name_match;
use crate::rest::Request;
use crate::variants;

pub(super) async fn run(
    games: &mut Games<'_>,
    config: &Open,
    json: bool,
) -> Result<String, CliError> {
    let body = opening(games, config).await?;
    let path = games.path("");
    let request = Request::post(&path, &body);
    let day = body.get("played_on").and_then(Value::as_str);
    let again = Again {
        flags: format!("--day {}", day.unwrap_or_default()),
        ..Again::with(config.once.key.as_deref())
    };
    let answer = games.session.write(&again, request).await?;
    if json {
        return Ok(answer.text);
    }
    let view: View = answer.read()?;
    let stake = stake(view.terms.stake_cents, &view.terms.currency);
    Ok(format!(
        "{}, {stake}.\nMatch {}\n{}",
        view.heading(),
        view.id,
        view.next()
    ))
}

fn stake(stake_cents: MinorUnits, currency: &str) -> String {
    match stake_cents.is_zero() {
        true => "for points alone".to_owned(),
        false => format!("{} a point", stake_cents.of(currency)),
    }
}

async fn opening(games: &mut Games<'_>, config: &Open) -> Result<Value, CliError> {
    let club = games.players().await?;
    let seated = config.players.iter();
    let seated = seated.map(|name| name_match::one("player", name, &club).map(|player| &player.id));
    let seated: Vec<&String> = seated
        .collect::<Result<_, _>>()
        .map_err(CliError::Misused)?;
    let day = match config.day {
        Some(day) => day.to_string(),
        None => today(&games.club.time_zone)?,
    };
    Ok(json!({ "terms": terms(&config.terms)?, "players": seated, "played_on": day }))
}

/// The terms that the flags state, as a member of the request.
pub(super) fn terms(config: &Terms) -> Result<Value, CliError> {
    let mut terms = json!({ "variant": variant(&config.variant)? });
    let optional = [
        ("minimum_fan", json!(config.minimum)),
        ("stake_cents", json!(config.stake)),
        ("currency", json!(config.currency)),
        ("starting_points", json!(config.starting_points)),
    ];
    let said = optional.into_iter().filter(|(_, value)| !value.is_null());
    if let Some(fields) = terms.as_object_mut() {
        fields.extend(said.map(|(name, value)| (name.to_owned(), value)));
    }
    Ok(terms)
}

/// The variant as a member of the request: its id or hash, or the document in a file.
fn variant(named: &str) -> Result<Value, CliError> {
    let is_hash = named.len() == 64 && named.chars().all(|digit| digit.is_ascii_hexdigit());
    if is_hash {
        return Ok(json!({ "hash": named.to_lowercase() }));
    }
    let variant = variants::named(named).map_err(CliError::Misused)?;
    if rules::Variant::built_in(named).is_some() {
        return Ok(json!({ "id": named }));
    }
    let document: Result<Value, _> = serde_json::from_slice(variant.document());
    let document = document.map_err(|error| CliError::Failed(error.to_string()))?;
    Ok(json!({ "document": document }))
}

/// What opens the matches of a round, of an evening or of a tournament, under the variant that is called so.
pub(crate) fn matches_of_round(
    named: &str,
    stake: Option<u32>,
    currency: Option<&str>,
) -> Result<Value, CliError> {
    let mut terms = json!({ "variant": variant(named)? });
    if let (Some(stake), Some(currency), Some(fields)) = (stake, currency, terms.as_object_mut()) {
        fields.insert("stake_cents".to_owned(), json!(stake));
        fields.insert("currency".to_owned(), json!(currency));
    }
    Ok(json!({ "terms": terms }))
}

/// The present date in the time zone of the club.
pub(crate) fn today(time_zone: &str) -> Result<String, CliError> {
    let there = now().in_tz(time_zone);
    let there =
        there.map_err(|error| CliError::Failed(format!("{error}: say the day, with `--day`")))?;
    Ok(there.date().to_string())
}

#[expect(
    clippy::disallowed_methods,
    reason = "a match is played today unless its day is said"
)]
fn now() -> Timestamp {
    Timestamp::try_from(std::time::SystemTime::now()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::stake;
    use crate::money::tests::AMOUNTS;

    #[test]
    fn the_stake_is_written_in_its_currency() {
        for (amount, currency, text) in AMOUNTS {
            let amount = serde_json::from_value(json!(amount)).unwrap();
            assert_eq!(stake(amount, currency), format!("{text} a point"));
        }
    }
}
