//! A file as the gateway serves it.

use crate::content::Content;

/// Where the gateway serves the assets. The pages name them so.
pub const PREFIX: &str = "/web/";

/// A file of a page.
#[derive(Debug)]
pub struct Asset {
    /// Its name, without a folder.
    pub name: &'static str,
    /// Its content.
    pub content: Content,
    /// The paths that a service worker may serve, if it is one.
    pub service_worker_scope: Option<&'static str>,
}

impl Asset {
    /// Whether it is a page or a worker: what browsers hold to a content security policy of its own.
    pub fn has_own_policy(&self) -> bool {
        self.service_worker_scope.is_some() || self.content.content_type.starts_with("text/html")
    }
}
