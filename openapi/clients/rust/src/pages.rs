//! Lists that come in pages.

use futures_util::{Stream, TryStreamExt, stream};

use crate::{Call, Error};

/// A page of a list.
pub trait Page: 'static {
    /// What the list is of.
    type Item: 'static;

    /// The parameter of the query that asks for the next page, with its value; `None` after the last page.
    fn next(&self) -> Option<(&'static str, String)>;

    /// What is on the page.
    fn into_items(self) -> Vec<Self::Item>;
}

impl<T: Page> Call<T> {
    /// Reads the list page by page, from the page of this call on.
    pub fn pages(self) -> impl Stream<Item = Result<T, Error>> {
        stream::try_unfold(Some(self), async |call| {
            let Some(call) = call else {
                return Ok(None);
            };
            let page = call.clone().await?;
            let next = page.next().map(|(name, value)| call.turned(name, value));
            Ok(Some((page, next)))
        })
    }

    /// Everything on the list, page after page, from the page of this call on.
    pub fn items(self) -> impl Stream<Item = Result<T::Item, Error>> {
        self.pages()
            .map_ok(|page| stream::iter(page.into_items().into_iter().map(Ok)))
            .try_flatten()
    }
}
