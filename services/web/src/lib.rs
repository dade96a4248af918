//! The pages of the service: the files of `assets`, as the gateway serves them. Everything the pages do, they do with the REST API. There
//! is no build step: browsers load the modules as they are kept here.

use std::sync::LazyLock;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// Where the gateway serves the assets. The pages name them so.
pub const PREFIX: &str = "/web/";

/// What a page may load and do: only what comes from its own origin, and no script or style within HTML.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// A file of a page.
#[derive(Debug)]
pub struct Asset {
    /// Its name, without a folder.
    pub name: &'static str,
    /// Its media type.
    pub content_type: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
    /// An entity tag (RFC 9110) without quotes: it changes when the content does.
    pub etag: String,
}

/// The files in `assets`, by name.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_bytes!(concat!("../assets/", $name)))),*] };
}

const FILES: &[(&str, &[u8])] = files![
    "agreed_form.js"
    "api.js"
    "app.html"
    "choice.js"
    "circumstances.js"
    "club_api.js"
    "club_app.js"
    "club_page.js"
    "club_texts.js"
    "clubs_page.js"
    "correction_form.js"
    "correction_preview.js"
    "correction_texts.js"
    "corrections_view.js"
    "differences_view.js"
    "earlier_versions.js"
    "false_mahjong_form.js"
    "hand.js"
    "hand_details.js"
    "hand_explanation.js"
    "hand_view.js"
    "heading.js"
    "htm_preact_standalone.js"
    "icon.svg"
    "index.html"
    "language.js"
    "liability_form.js"
    "link.js"
    "new_match.js"
    "outbox.js"
    "outbox_view.js"
    "outcome_draft.js"
    "outcome_fields.js"
    "outcome_text.js"
    "outcome_texts.js"
    "page.css"
    "penalty_form.js"
    "played_names.js"
    "points_input.js"
    "points_table.js"
    "printable_sheet.js"
    "problem_texts.js"
    "problem_view.js"
    "random_key.js"
    "reason_input.js"
    "receipt_link.js"
    "record_form.js"
    "score_page.js"
    "score_request.js"
    "score_texts.js"
    "score_view.js"
    "session.js"
    "several_winners_form.js"
    "sheet.js"
    "sheet_row.js"
    "sign_in_view.js"
    "standings_page.js"
    "substitution_form.js"
    "summary.js"
    "table.css"
    "table_page.js"
    "table_texts.js"
    "text_form.js"
    "texts.js"
    "tile.js"
    "tile_face.js"
    "tile_picker.js"
    "tile_texts.js"
    "tiles_input.js"
    "toward_minimum.js"
    "trial_view.js"
    "use_club_players.js"
    "use_id.js"
    "use_members.js"
    "use_membership.js"
    "use_pattern_name.js"
    "use_printing.js"
    "use_same_key.js"
    "use_table.js"
    "use_trial.js"
    "variant_choice.js"
    "variant_document.js"
    "waits_view.js"
    "win_circumstances.js"
    "win_draft.js"
    "win_form.js"
];

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let assets = FILES.iter().map(|&(name, bytes)| Asset {
        name,
        content_type: content_type(name),
        bytes,
        etag: HEXLOWER.encode(&Sha256::digest(bytes)),
    });
    assets.collect()
});

/// The asset with this name.
pub fn asset(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The page on which anybody scores a hand.
pub fn score_page() -> Option<&'static Asset> {
    asset("index.html")
}

/// The pages for whoever signs in, by what their address has after `/clubs/`. `*` stands for an id.
const CLUB_PAGES: &[&str] = &["*", "*/matches/*", "*/standings"];

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

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
