//! The pages of the service: the files of `assets`, as the gateway serves them. Everything the pages do, they do with the REST API. There
//! is no build step: the modules that a page needs at once are joined when the service starts, and the others are served as they are.

mod content;
mod files;
mod linked_modules;
mod release;
mod served_asset;

use std::sync::LazyLock;

pub use content::{Content, etag};
pub use served_asset::{Asset, PREFIX};

/// What a page may load and do: only what comes from its own origin, and no script or style within HTML. The one policy for trusted types
/// names the service worker.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types faan-service-worker";

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(release::assets);

/// The asset with this name.
pub fn asset(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The page on which anybody scores a hand.
pub fn score_page() -> Option<&'static Asset> {
    asset("index.html")
}

/// The pages for whoever signs in, by what their address has after `/clubs/`. `*` stands for an id.
const CLUB_PAGES: &[&str] = &[
    "*",
    "*/audits",
    "*/evenings",
    "*/evenings/*",
    "*/evenings/*/print",
    "*/exports",
    "*/import",
    "*/keys",
    "*/matches/*",
    "*/members",
    "*/players/*",
    "*/records",
    "*/rules",
    "*/screen",
    "*/seasons",
    "*/seasons/*",
    "*/seat",
    "*/settle",
    "*/standings",
    "*/tournaments",
    "*/tournaments/*",
    "*/tournaments/*/print",
    "*/tournaments/*/referee",
    "account",
    "join",
];

/// The page with this address after `/clubs/`, if there is such a page. It is one file: its script shows what the address names.
pub fn club_page(address: &str) -> Option<&'static Asset> {
    let parts: Vec<&str> = address.split('/').collect();
    let is_page = |page: &&str| {
        let named = page.split('/');
        named.clone().count() == parts.len()
            && named
                .zip(&parts)
                .all(|(name, &part)| name == part || name == "*" && !part.is_empty())
    };
    CLUB_PAGES.iter().any(is_page).then(clubs_page).flatten()
}

/// The page of one's clubs.
pub fn clubs_page() -> Option<&'static Asset> {
    asset("app.html")
}
