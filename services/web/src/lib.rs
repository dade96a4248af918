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
    "access_kind_text.js"
    "access_log_view.js"
    "account_api.js"
    "account_log_view.js"
    "account_page.js"
    "account_texts.js"
    "action_button.js"
    "any_of_field.js"
    "api.js"
    "api_keys_view.js"
    "app.html"
    "asked_twice.js"
    "audit_progress.js"
    "audit_report.js"
    "audit_view.js"
    "audit_words.js"
    "audits_api.js"
    "audits_page.js"
    "audits_texts.js"
    "audits_view.js"
    "change_request.js"
    "check_field.js"
    "checkpoint_view.js"
    "choice.js"
    "circumstances.js"
    "club_api.js"
    "club_app.js"
    "club_frame.js"
    "club_nav.js"
    "club_page.js"
    "club_texts.js"
    "club_variant_view.js"
    "clubs_page.js"
    "deliveries_view.js"
    "difference_text.js"
    "differences_view.js"
    "document_problem.js"
    "document_problem_text.js"
    "document_text_field.js"
    "entry_kind_text.js"
    "erase_account.js"
    "field_problems.js"
    "flag_field.js"
    "form_section.js"
    "hand.js"
    "hand_over.js"
    "hand_view.js"
    "heading.js"
    "htm_preact_standalone.js"
    "icon.svg"
    "identities_view.js"
    "index.html"
    "input_field.js"
    "invitation_link.js"
    "invitations_view.js"
    "join_page.js"
    "keys_api.js"
    "keys_page.js"
    "keys_texts.js"
    "language.js"
    "lazy_details.js"
    "leave_club.js"
    "liabilities_field.js"
    "link.js"
    "member_row.js"
    "members_api.js"
    "members_page.js"
    "members_texts.js"
    "membership.js"
    "moment_text.js"
    "new_api_key.js"
    "new_audit.js"
    "new_invitation.js"
    "new_match.js"
    "new_rules.js"
    "number_field.js"
    "one_of_field.js"
    "organization.css"
    "organization_texts.js"
    "outbox.js"
    "outbox_view.js"
    "outcome_text.js"
    "owner_texts.js"
    "page.css"
    "password_form.js"
    "player_link.js"
    "player_merge.js"
    "player_name.js"
    "player_row.js"
    "problem_texts.js"
    "problem_view.js"
    "random_key.js"
    "role_text.js"
    "rules_api.js"
    "rules_page.js"
    "rules_texts.js"
    "save_file.js"
    "schedule_field.js"
    "score_page.js"
    "score_request.js"
    "score_texts.js"
    "score_view.js"
    "select_field.js"
    "session.js"
    "sheet.js"
    "shown_once.js"
    "sign_in_view.js"
    "standings_page.js"
    "summary.js"
    "table_page.js"
    "table_texts.js"
    "text_form.js"
    "texts.js"
    "tile.js"
    "tile_face.js"
    "tile_picker.js"
    "tile_texts.js"
    "use_action.js"
    "use_document_check.js"
    "use_loaded.js"
    "use_pages.js"
    "use_pattern_name.js"
    "use_table.js"
    "variant_choice.js"
    "variant_course_fields.js"
    "variant_differences.js"
    "variant_document.js"
    "variant_draft.js"
    "variant_editor.js"
    "variant_name_fields.js"
    "variant_pattern_fields.js"
    "variant_payment_fields.js"
    "variant_win_fields.js"
    "waits_view.js"
    "webhook_form.js"
    "webhook_place.js"
    "webhook_row.js"
    "webhook_secret.js"
    "webhooks_view.js"
    "win_form.js"
    "words_field.js"
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
const CLUB_PAGES: &[&str] = &["*", "*/audits", "*/keys", "*/matches/*", "*/members", "*/rules", "*/standings", "account", "join"];

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
