//! What a table agrees on before it begins.

use ledger::evidence::MatchState;
use ledger::{ClubId, OpenMatch, PlayerId};
use time::Date;

use super::variant_document::document;
use crate::bodies::field::Currency;
use crate::bodies::terms::NewMatchTerms;
use crate::engine_client::{Beginning, KnownVariant, Table};
use crate::problem::{Code, Problem};
use crate::services::Services;

/// What a table agrees on, with the rules as the engine knows them.
pub(super) struct Agreed {
    pub(super) variant: KnownVariant,
    minimum_fan: Option<u32>,
    stake_cents: i64,
    currency: String,
    starting_points: i64,
    state: MatchState,
}

impl NewMatchTerms {
    /// Looks the rules up, and refuses what does not go with them.
    pub(super) async fn agreed(self, services: &Services, club: ClubId) -> Result<Agreed, Problem> {
        let stake_cents = self.stake_cents.into();
        let currency = currency(self.currency, stake_cents)?;
        let minimum_fan = self.minimum_fan.map(|minimum| minimum.unsigned());
        let document = async |hash| document(services, club, hash).await;
        let chosen = self.variant.chosen_at("/terms/variant")?;
        let variant = services.engine.variant(chosen, document).await?;
        refuse_fractions(variant.pays_half_points, stake_cents)?;
        let starting_points = self
            .starting_points
            .map_or_else(|| variant.starting_points.into(), i64::from);
        Ok(Agreed {
            state: services.engine.start(&variant, minimum_fan).await?,
            variant,
            minimum_fan,
            stake_cents,
            currency: currency.into(),
            starting_points,
        })
    }
}

impl Agreed {
    /// A table at which nobody sits yet.
    pub(super) fn beginning(&self) -> Beginning {
        Beginning {
            variant_hash: self.variant.hash,
            minimum_fan: self.minimum_fan,
            state: self.state,
        }
    }

    /// Four players sit down.
    pub(super) fn seat(&self, players: [PlayerId; 4], played_on: Date) -> OpenMatch {
        OpenMatch {
            variant_id: self.variant.id.clone(),
            variant_hash: self.variant.hash,
            variant_document: self.variant.document.clone(),
            players,
            minimum_fan: self.minimum_fan,
            stake_cents: self.stake_cents,
            currency: self.currency.clone(),
            starting_points: self.starting_points,
            played_on,
            state: self.state,
        }
    }
}

/// A match that is about to begin.
impl From<&OpenMatch> for Table {
    fn from(new: &OpenMatch) -> Self {
        Self {
            variant_hash: new.variant_hash,
            minimum_fan: new.minimum_fan,
            seated: new.players,
            state: new.state,
        }
    }
}

fn refuse_fractions(pays_half_points: bool, stake_cents: i64) -> Result<(), Problem> {
    match pays_half_points && stake_cents % 2 != 0 {
        true => {
            let detail =
                "This variant pays half points: the stake has to be an even number of cents.";
            Err(Problem::at(
                Code::StakeNotDivisible,
                "/terms/stake_cents",
                detail,
            ))
        }
        false => Ok(()),
    }
}

fn currency(given: Option<Currency>, stake_cents: i64) -> Result<Currency, Problem> {
    match given {
        Some(currency) if stake_cents > 0 && currency == Currency::none() => {
            let detail = "`XXX` is no currency, and a stake needs one, for example HKD.";
            Err(Problem::at(Code::InvalidValue, "/terms/currency", detail))
        }
        Some(currency) => Ok(currency),
        None if stake_cents == 0 => Ok(Currency::none()),
        None => {
            let detail = "A stake needs a currency, for example HKD.";
            Err(Problem::at(Code::MissingField, "/terms/currency", detail))
        }
    }
}
