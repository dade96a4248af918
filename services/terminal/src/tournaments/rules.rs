//! The rules of a tournament, from the flags that state them.

use serde_json::{Map, Value, json};

use crate::account::CliError;
use crate::config::OpenTournament;

/// The rules as the service takes them.
///
/// # Errors
/// The table points are not four, or are stated where they do not count.
pub(super) fn stated(new: &OpenTournament) -> Result<Value, CliError> {
    let mut rules = Map::new();
    rules.insert("rounds".to_owned(), json!(new.rounds));
    rules.insert("draw".to_owned(), json!(new.draw));
    rules.insert("scoring".to_owned(), json!(word(&new.scoring)));
    match (new.scoring.as_str(), new.table_points.len()) {
        ("points", 0) => {}
        ("points", _) => {
            let text =
                "--table-points count only with --scoring table-points or points-and-table-points";
            return Err(CliError::Misused(text.to_owned()));
        }
        (_, 4) => {
            rules.insert("table_points".to_owned(), json!(new.table_points));
        }
        _ => {
            let text = "state the table points of the four places, such as --table-points 4,2,1,0";
            return Err(CliError::Misused(text.to_owned()));
        }
    }
    if !new.ties.is_empty() {
        let ties: Vec<String> = new.ties.iter().map(|tie| word(tie)).collect();
        rules.insert("ties".to_owned(), json!(ties));
    }
    if new.sat_out_points.is_some() || new.sat_out_table_points.is_some() {
        let sat_out = json!({
            "points": new.sat_out_points.unwrap_or_default(),
            "table_points": new.sat_out_table_points.unwrap_or_default(),
        });
        rules.insert("sat_out".to_owned(), sat_out);
    }
    if let (Some(after), Some(players)) = (new.cut_after, new.cut_players) {
        let cut = json!({ "after_round": after, "players": players, "keeps_results": !new.cut_from_zero });
        rules.insert("cut".to_owned(), cut);
    }
    if let Some(minutes) = new.minutes {
        let clock = json!({ "minutes": minutes, "last_hand": word(&new.last_hand) });
        rules.insert("clock".to_owned(), clock);
    }
    Ok(Value::Object(rules))
}

/// A word of a flag as the service writes it.
fn word(flag: &str) -> String {
    flag.replace('-', "_")
}
