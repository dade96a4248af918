//! The figures of players, and the ledger entry that they include.

use std::time::Duration;

use evidence::Hand;
use serde::Deserialize;
use time::Date;

use crate::account::{ApiSession, CliError};
use crate::config::Period;
use crate::rest::{Answer, Request};

/// How often outdated figures are requested again, and the delay before each request.
const TIMES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(200);

/// The last ledger entry that the figures include.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Position {
    seq: u64,
    head_seq: u64,
}

#[derive(Deserialize)]
pub(crate) struct Figures {
    pub(crate) matches: u64,
    pub(crate) points: f64,
    pub(crate) hands: u64,
    pub(crate) wins: u64,
    pub(crate) self_draws: u64,
    pub(crate) limit_hands: u64,
    pub(crate) deal_ins: u64,
    pub(crate) deal_in_points: f64,
    /// Absent if no win has fan.
    pub(crate) average_fan: Option<f64>,
    pub(crate) best_hand: Option<BestHand>,
    /// The number of matches that the player finished first, second, and so on.
    pub(crate) places: Vec<u64>,
    pub(crate) current_streak: u64,
    pub(crate) longest_streak: u64,
    /// Absent before the end of the first match.
    pub(crate) rating: Option<Rating>,
}

#[derive(Deserialize)]
pub(crate) struct BestHand {
    pub(crate) fan: u32,
    pub(crate) limit: bool,
    pub(crate) points: f64,
    #[serde(rename = "match")]
    pub(crate) game: String,
    /// Absent if the result was declared.
    pub(crate) tiles: Option<Hand>,
    pub(crate) patterns: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct Rating {
    rating: f64,
    uncertainty: f64,
    pub(crate) at_least: f64,
}

impl Rating {
    /// `25.0 ± 8.3`
    pub(crate) fn within(&self) -> String {
        format!("{:.1} ± {:.1}", self.rating, self.uncertainty)
    }
}

impl Figures {
    /// `4.25`; a dash if no win has fan.
    pub(crate) fn average(&self) -> String {
        let average = self.average_fan.map(|fan| format!("{fan:.2}"));
        average.unwrap_or_else(|| "–".to_owned())
    }
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
    let Position { head_seq, .. } = answer.read()?;
    for _ in 0..TIMES {
        let Position { seq, .. } = answer.read()?;
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

/// The scope of the figures: `the matches from 2026-11-01 under old-hong-kong, up to entry 14 of the ledger`.
pub(crate) fn scope(period: &Period, position: Position) -> String {
    let mut text = match asked(period).is_empty() {
        true => "all matches".to_owned(),
        false => "the matches".to_owned(),
    };
    for (name, value) in asked(period) {
        let word = if name == "variant" { "under" } else { name };
        text += &format!(" {word} {value}");
    }
    let Position { seq, head_seq } = position;
    text += &format!(", up to entry {seq} of the ledger");
    if seq < head_seq {
        text += &format!("; what follows, up to entry {head_seq}, is still being added up");
    }
    text
}
