//! Why a message cannot be read, and in which field.

/// Why a message does not say what it has to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The path of the field in the message that was read, such as `deal.round_wind`.
    pub field: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// It has to be stated, and is not.
    Missing,
    /// It is no value of its enum.
    UnknownValue(i32),
    /// Chairs are 1–4.
    NoSuchChair(u32),
    /// Only a kong can be robbed.
    NotAKong,
    /// There is one total for each of the four chairs.
    NotFourTotals,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Unreadable { field, problem } = self;
        match problem {
            Problem::Missing => write!(f, "`{field}` is missing"),
            Problem::UnknownValue(number) => {
                write!(f, "`{field}` is {number}, which is not a value of its enum")
            }
            Problem::NoSuchChair(number) => write!(f, "`{field}` is {number}, which is no chair"),
            Problem::NotAKong => write!(f, "`{field}` is not a kong"),
            Problem::NotFourTotals => write!(f, "`{field}` are not four totals"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl From<Problem> for Unreadable {
    fn from(problem: Problem) -> Self {
        let field = String::new();
        Self { field, problem }
    }
}

/// Names the field in which a problem was found, from the inside out.
pub(super) trait At {
    fn at(self, field: &str) -> Self;
}

impl<T> At for Result<T, Unreadable> {
    fn at(self, field: &str) -> Self {
        self.map_err(|unreadable| {
            let separator = if unreadable.field.is_empty() { "" } else { "." };
            Unreadable {
                field: format!("{field}{separator}{}", unreadable.field),
                ..unreadable
            }
        })
    }
}

/// A field that has to be stated.
pub(super) fn required<T>(stated: Option<T>, field: &str) -> Result<T, Unreadable> {
    stated.ok_or(Problem::Missing.into()).at(field)
}
