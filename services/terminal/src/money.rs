//! Amounts of money as people write them.

use std::fmt::{self, Display, Formatter};

use serde::Deserialize;

#[cfg(test)]
pub(crate) mod tests;

/// Money in minor units of its currency, as the API and the ledger state it. It is shown with [`MinorUnits::of`] alone: what a minor
/// unit is depends on the currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(crate) struct MinorUnits(i64);

/// An amount with its currency: `HKD 13.50`, `JPY 800`, `KWD -24.000`. `{:+}` writes a plus sign, too. Codes are not ambiguous, which `$` is.
pub(crate) struct Money<'a> {
    minor_units: i128,
    currency: &'a str,
}

impl<'a> Money<'a> {
    pub(crate) fn new(minor_units: impl Into<i128>, currency: &'a str) -> Money<'a> {
        Money {
            minor_units: minor_units.into(),
            currency,
        }
    }
}

impl MinorUnits {
    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The amount in the currency with this ISO 4217 code.
    pub(crate) fn of(self, currency: &str) -> Money<'_> {
        Money::new(self.0, currency)
    }
}

impl Display for Money<'_> {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let digits = digits(self.currency);
        let unit = 10_u128.pow(u32::from(digits));
        let amount = self.minor_units.unsigned_abs();
        let sign = match self.minor_units.signum() {
            -1 => "-",
            1 if to.sign_plus() => "+",
            _ => "",
        };
        write!(to, "{} {sign}{}", self.currency, amount / unit)?;
        match digits {
            0 => Ok(()),
            digits => write!(to, ".{:0width$}", amount % unit, width = digits.into()),
        }
    }
}

/// How many digits stand after the point. ISO 4217 gives none for what is no money, such as `XAU`, and the API takes codes that it does not
/// list: 2, as most currencies have, and as browsers assume.
fn digits(currency: &str) -> u16 {
    iso_currency::Currency::from_code(currency)
        .and_then(iso_currency::Currency::exponent)
        .unwrap_or(2)
}
