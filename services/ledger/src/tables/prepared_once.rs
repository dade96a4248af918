//! Statements that are prepared once.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;

/// A statement whose text is always the same. Diesel prepares every update and every statement that is given as text anew, a round
/// trip each time, since a changeset may leave columns out, and text may be put together; ours never are.
pub(super) struct PreparedOnce<Statement>(Statement);

/// What makes a statement one that is prepared once.
pub(super) trait PrepareOnce: Sized {
    /// The statement, whose text is always the same.
    fn prepared_once(self) -> PreparedOnce<Self> {
        PreparedOnce(self)
    }
}

impl<Statement: QueryFragment<Pg>> PrepareOnce for Statement {}

impl<Statement: QueryFragment<Pg>> QueryFragment<Pg> for PreparedOnce<Statement> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

impl<Statement: Query> Query for PreparedOnce<Statement> {
    type SqlType = Statement::SqlType;
}

// No id of its own: it is known by its text.
impl<Statement> QueryId for PreparedOnce<Statement> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
