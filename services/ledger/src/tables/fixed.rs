//! Updates that are prepared once.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;

/// An update whose text is always the same. Diesel prepares every update anew, a round trip each time, since a changeset
/// may leave columns out; ours never do.
pub(super) struct Fixed<Update>(pub(super) Update);

impl<Update: QueryFragment<Pg>> QueryFragment<Pg> for Fixed<Update> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

impl<Update: Query> Query for Fixed<Update> {
    type SqlType = Update::SqlType;
}

// No id of its own: it is known by its text.
impl<Update> QueryId for Fixed<Update> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
