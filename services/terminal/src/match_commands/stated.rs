//! Converts the arguments for an outcome to the body of a request: players become chairs.

use evidence::{
    Agreed, FalseMahjong, Outcome, Payee, Penalty, PlayerId, SidePayment, Substitution, Totals,
};
use serde_json::{Value, json};

use super::seated::Seated;
use super::win;
use crate::account::CliError;
use crate::club_players::Player;
use crate::config::OutcomeArguments;
use crate::name_match;

/// The outcome in a request. `club` has the players who may be substitutes.
pub(super) fn outcome(
    said: &OutcomeArguments,
    seated: &Seated,
    club: &[Player],
) -> Result<Value, CliError> {
    let outcome = match said {
        OutcomeArguments::Win(win) => Outcome::Win(win::stated(win, seated)?),
        OutcomeArguments::Goulash => Outcome::Goulash {},
        OutcomeArguments::Agreed { points, winner } => {
            let winner = winner.as_deref().map(|name| seated.chair(name));
            Outcome::Agreed(Agreed {
                winner: winner.transpose()?,
                half_points: chair_points(points, seated)?,
            })
        }
        OutcomeArguments::FalseMahjong { player, points } => Outcome::FalseMahjong(FalseMahjong {
            chair: seated.chair(player)?,
            points: *points,
        }),
        OutcomeArguments::Penalty {
            player,
            penalty,
            points,
            to,
            ..
        } => Outcome::Penalty(Penalty {
            chair: seated.chair(player)?,
            penalty: penalty.clone(),
            points: *points,
            payee: if to == "house" {
                Payee::House
            } else {
                Payee::Players
            },
        }),
        OutcomeArguments::SidePayment {
            player,
            from,
            side_payment,
            points,
            ..
        } => {
            let from = from.as_deref().map(|name| seated.chair(name));
            Outcome::SidePayment(SidePayment {
                chair: seated.chair(player)?,
                from_chair: from.transpose()?,
                side_payment: side_payment.clone(),
                points: *points,
            })
        }
        OutcomeArguments::Totals { points, house, .. } => {
            let house = house.as_deref().map(|said| {
                let misread = || CliError::Misused(format!("`{said}`: expected points"));
                halves(said).ok_or_else(misread)
            });
            Outcome::Totals(Totals {
                half_points: chair_points(points, seated)?,
                house_half_points: house.transpose()?.filter(|house| *house != 0),
            })
        }
        OutcomeArguments::Substitution { player, newcomer } => {
            let comes = name_match::one("player", newcomer, club).map_err(CliError::Misused)?;
            let comes = comes.id.parse::<PlayerId>();
            Outcome::Substitution(Substitution {
                chair: seated.chair(player)?,
                player: comes.map_err(|error| CliError::Failed(error.to_string()))?,
            })
        }
    };
    let sent = serde_json::to_value(&outcome);
    Ok(in_points(
        sent.map_err(|error| CliError::Failed(error.to_string()))?,
    ))
}

/// An outcome of the ledger, which states amounts in half points, as requests state it.
fn in_points(mut outcome: Value) -> Value {
    let points = |half_points: &Value| half_points.as_f64().map(|amount| amount / 2.0);
    if let Some(fields) = outcome.as_object_mut() {
        if let Some(Value::Array(amounts)) = fields.remove("half_points") {
            let amounts: Vec<Option<f64>> = amounts.iter().map(points).collect();
            fields.insert("chair_points".to_owned(), json!(amounts));
        }
        if let Some(house) = fields.remove("house_half_points") {
            fields.insert("house_points".to_owned(), json!(points(&house)));
        }
    }
    outcome
}

fn chair_points(said: &[String], seated: &Seated) -> Result<[i64; 4], CliError> {
    let mut half_points: [Option<i64>; 4] = [None; 4];
    for part in said {
        let misread = || {
            let text =
                format!("`{part}`: expected a player and points, as in `Ming=12` or `Bo=-4.5`");
            CliError::Misused(text)
        };
        let (name, points) = part.rsplit_once('=').ok_or_else(misread)?;
        let place = half_points.get_mut(seated.chair(name)?.index());
        let place = place.ok_or_else(misread)?;
        if place.is_some() {
            return Err(CliError::Misused(format!("`{name}` is named twice")));
        }
        *place = Some(halves(points).ok_or_else(misread)?);
    }
    Ok(half_points.map(Option::unwrap_or_default))
}

/// Points as half points, if they are a multiple of a half and at most a million.
fn halves(points: &str) -> Option<i64> {
    let doubled = points.parse::<f64>().ok()? * 2.0;
    let is_meant = doubled.fract() == 0.0 && doubled.abs() <= 2_000_000.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number within two millions"
    )]
    is_meant.then_some(doubled as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, Subcommand as _};
    use evidence::OutcomeKind;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_of_outcome_has_a_command() {
        let record = OutcomeArguments::augment_subcommands(Command::new("record"));
        let commands = record.get_subcommands().map(Command::get_name);
        let commands: BTreeSet<String> = commands.map(|name| name.replace('-', "_")).collect();
        // `faan match end` ends a match early.
        let kinds = OutcomeKind::ALL.into_iter();
        let kinds = kinds.filter(|kind| *kind != OutcomeKind::EarlyEnd);
        assert_eq!(
            commands,
            kinds.map(|kind| kind.as_str().to_owned()).collect()
        );
    }
}
