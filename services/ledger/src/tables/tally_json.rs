//! Figures as the database stores them: JSON, which is read and written without a tree of values between, several times as large.

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Jsonb;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::io::Write;
use tally::{Detail, Figures, Totals};

/// How many of them a statement stores.
pub(super) const AT_ONCE: usize = 500;

/// The version of how PostgreSQL sends and takes such a column; the text follows it.
const VERSION: u8 = 1;

/// A column of JSON.
#[derive(Debug, FromSqlRow)]
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned> FromSql<Jsonb, Pg> for Json<T> {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        match value.as_bytes().split_first() {
            Some((&VERSION, text)) => Ok(Self(serde_json::from_slice(text)?)),
            _ => Err("JSON of another version".into()),
        }
    }
}

impl<T: Serialize + Debug> ToSql<Jsonb, Pg> for Json<T> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&[VERSION])?;
        serde_json::to_writer(out, &self.0)?;
        Ok(IsNull::No)
    }
}

/// Figures as two columns.
pub(super) fn figures<'a>(
    all: impl Iterator<Item = &'a Figures>,
) -> (Vec<Json<&'a Totals>>, Vec<Json<&'a Detail>>) {
    all.map(|Figures { totals, detail }| (Json(totals), Json(detail)))
        .unzip()
}
