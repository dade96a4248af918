//! A file as the gateway serves it.

/// Where the gateway serves the assets. The pages name them so.
pub const PREFIX: &str = "/web/";

/// A file of a page.
#[derive(Debug)]
pub struct Asset {
    /// Its name, without a folder.
    pub name: &'static str,
    /// Its media type.
    pub content_type: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
    /// The same, compressed with gzip (RFC 1952).
    pub gzip: Vec<u8>,
    /// An entity tag (RFC 9110) without quotes: it changes when the content does.
    pub etag: String,
    /// The paths that a service worker may serve, if it is one.
    pub service_worker_scope: Option<&'static str>,
}

impl Asset {
    /// Whether it is a page or a worker: what browsers hold to a content security policy of its own.
    pub fn has_own_policy(&self) -> bool {
        self.service_worker_scope.is_some() || self.content_type.starts_with("text/html")
    }
}
