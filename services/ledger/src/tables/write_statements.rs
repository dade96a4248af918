//! Writes to several tables that are sent as one statement.

use super::{Sql, prepared_once::PrepareOnce as _};
use crate::Result;
use diesel::deserialize::QueryableByName;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::Untyped;
use diesel_async::RunQueryDsl;

/// A statement that changes rows of one table.
pub(crate) type WriteStatement<'a> = Box<dyn QueryFragment<Pg> + Send + 'a>;

/// Writes that are sent as one statement. A statement costs the server and the client about as much as its rows do, so that few statements
/// are cheaper than many. PostgreSQL makes the changes in no order, each on the rows from before the statement: none may need what
/// another one writes. Foreign keys are checked after all of them.
#[derive(Default)]
pub(crate) struct WriteStatements<'a>(Vec<WriteStatement<'a>>);

impl<'a> WriteStatements<'a> {
    pub(crate) fn of(statements: impl IntoIterator<Item = WriteStatement<'a>>) -> Self {
        Self(statements.into_iter().collect())
    }

    /// These and others. What the last of the others returns is what all of them return.
    pub(crate) fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Makes the changes.
    pub(crate) async fn execute(self, mut sql: Sql<'_>) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let statement = Together {
            writes: self.0,
            returns: false,
        };
        statement.prepared_once().execute(&mut sql).await?;
        Ok(())
    }

    /// Makes the changes, and answers the rows that the last one returns.
    pub(crate) async fn load<T>(self, mut sql: Sql<'_>) -> Result<Vec<T>>
    where
        T: QueryableByName<Pg> + Send + 'static,
    {
        let statement = Together {
            writes: self.0,
            returns: true,
        };
        Ok(statement.prepared_once().load(&mut sql).await?)
    }
}

/// The statement. The text is the same for the same kinds of writes.
struct Together<'a> {
    writes: Vec<WriteStatement<'a>>,
    /// Whether it returns what the last one returns.
    returns: bool,
}

impl QueryFragment<Pg> for Together<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        for (place, write) in self.writes.iter().enumerate() {
            out.push_sql(if place == 0 { "WITH " } else { ", " });
            out.push_sql(&name(place));
            out.push_sql(" AS (");
            write.walk_ast(out.reborrow())?;
            out.push_sql(")");
        }
        out.push_sql(" SELECT");
        if self.returns {
            out.push_sql(" * FROM ");
            out.push_sql(&name(self.writes.len().saturating_sub(1)));
        }
        Ok(())
    }
}

fn name(place: usize) -> String {
    format!("write_{place}")
}

impl Query for Together<'_> {
    type SqlType = Untyped;
}

// No id of its own: it is known by its text.
impl QueryId for Together<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
