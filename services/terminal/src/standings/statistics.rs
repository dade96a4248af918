//! The figures of players, and the ledger entry that they include.

use std::time::Duration;

use client::models::{LedgerPosition, Rating};
use time::Date;

use crate::account::{ApiSession, CliError};
use crate::config::Period;
use crate::rest::{Answer, Request};

/// How often outdated figures are requested again, and the delay before each request.
const TIMES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(200);

/// A skill rating: `25.0 ± 8.3`.
pub(crate) fn within(rating: &Rating) -> String {
    format!("{:.1} ± {:.1}", rating.rating, rating.uncertainty)
}

/// The average fan of somebody's wins: `4.25`; a dash if no win has fan.
pub(crate) fn average(fan: Option<f64>) -> String {
    fan.map_or_else(|| "–".to_owned(), |fan| format!("{fan:.2}"))
}

/// Reads the figures of a period. The service computes them in the background, so this waits a short time until they include all
/// entries that the ledger had at first.
pub(crate) async fn read(
    session: &mut ApiSession,
    path: &str,
    period: &Period,
) -> Result<Answer, CliError> {
    let query = asked(period);
    let request = Request {
        query: &query,
        ..Request::get(path)
    };
    let mut answer = session.ask(&request).await?;
    let LedgerPosition { head_seq, .. } = answer.read()?;
    for _ in 0..TIMES {
        let LedgerPosition { seq, .. } = answer.read()?;
        if seq >= head_seq {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        answer = session.ask(&request).await?;
    }
    Ok(answer)
}

/// The period as query parameters.
fn asked(period: &Period) -> Vec<(&'static str, String)> {
    let Period {
        from,
        until,
        variant,
    } = period;
    let day = |day: &Date| day.to_string();
    let parameters = [
        ("from", from.as_ref().map(day)),
        ("until", until.as_ref().map(day)),
        ("variant", variant.clone()),
    ];
    let said = parameters.into_iter();
    said.filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// The scope of figures that include the entries up to one, while the ledger has entries up to another: `the matches from 2026-11-01 under old-hong-kong, up to entry 14 of the ledger`.
pub(crate) fn scope(period: &Period, (seq, head_seq): (i64, i64)) -> String {
    let mut text = match asked(period).is_empty() {
        true => "all matches".to_owned(),
        false => "the matches".to_owned(),
    };
    for (name, value) in asked(period) {
        let word = if name == "variant" { "under" } else { name };
        text += &format!(" {word} {value}");
    }
    text += &format!(", up to entry {seq} of the ledger");
    if seq < head_seq {
        text += &format!("; what follows, up to entry {head_seq}, is still being added up");
    }
    text
}
