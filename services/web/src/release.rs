//! The files of one release, as browsers get them: pages name the modules that they need, and the service worker knows every file.

use std::collections::BTreeSet;

use data_encoding::{BASE64, HEXLOWER};
use sha2::{Digest as _, Sha256};

use crate::content::Content;
use crate::files::{CONTRACTS, FILES};
use crate::linked_modules::{LaterPages, Linked, Page, linked};
use crate::served_asset::{Asset, PREFIX};

const SERVICE_WORKER: &str = "service_worker.js";
/// Modules of others.
const VENDORED: &[&str] = &["htm_preact_standalone.js", "lean_qr.js"];
/// What the page of a score needs, the page of a table needs, too.
const AT_ONCE: &[Page] = &[
    page("score_page.js", "score_modules.js"),
    page("club_app.js", "table_modules.js"),
];
/// Everything that a module loads by `import()`, if it imports other modules. Where all that it imports is shared, its own file is not there.
const LATER: LaterPages = LaterPages {
    pages: &[
        page("club_pages.js", "club_modules.js"),
        page("document_problem.js", "document_modules.js"),
        page("hand_details.js", "hand_modules.js"),
        page("other_outcome_forms.js", "outcome_modules.js"),
        page("owner_pages.js", "owner_modules.js"),
        page("printouts_view.js", "printout_modules.js"),
        page("screen_page.js", "screen_modules.js"),
        page("season_pages.js", "season_modules.js"),
        page("seat_page.js", "seat_modules.js"),
        page("share_view.js", "share_modules.js"),
        page("tournament_pages.js", "tournament_modules.js"),
    ],
    shared: "shared_modules.js",
};
/// Where the service worker names the release, and its files with their hashes.
const RELEASE: &str = "{release}";
const RELEASE_FILES: &str = "{files}";
const END_OF_HEAD: &str = "</head>";

/// A file and its content.
type File = (&'static str, Vec<u8>);

/// All files, complete.
pub(crate) fn assets() -> Vec<Asset> {
    let is_module = |name: &str| name.ends_with(".js") && name != SERVICE_WORKER;
    let modules: Vec<(&str, &str)> = FILES
        .iter()
        .filter(|(name, _)| is_module(name))
        .filter_map(|&(name, bytes)| Some((name, text(bytes)?)))
        .collect();
    let modules = linked(&modules, VENDORED, AT_ONCE, &LATER);
    let others = FILES
        .iter()
        .filter(|(name, _)| !is_module(name))
        .chain(CONTRACTS);
    let (workers, others): (Vec<_>, Vec<_>) = others.partition(|(name, _)| *name == SERVICE_WORKER);
    let mut files: Vec<File> = others
        .into_iter()
        .map(|&(name, bytes)| (name, with_preloads(name, bytes, &modules)))
        .collect();
    let modules = modules.into_iter();
    files.extend(modules.map(|(name, module)| (name, module.into_bytes())));
    let workers = workers.into_iter();
    let workers: Vec<File> = workers
        .map(|&(name, bytes)| (name, with_files(bytes, &files)))
        .collect();
    files.extend(workers);
    files.into_iter().map(asset).collect()
}

const fn page(entry: &'static str, file: &'static str) -> Page {
    Page { entry, file }
}

fn asset((name, bytes): File) -> Asset {
    Asset {
        name,
        content: Content::new(content_type(name), bytes),
        service_worker_scope: (name == SERVICE_WORKER).then_some("/"),
    }
}

/// A page with a link to each module that its script needs, so that browsers load them at once and not one after another.
fn with_preloads(name: &str, bytes: &'static [u8], modules: &[Linked]) -> Vec<u8> {
    let Some(page) = text(bytes).filter(|_| name.ends_with(".html")) else {
        return bytes.to_vec();
    };
    let mut needed = BTreeSet::new();
    for module in named(page, "src=\"/web/") {
        add_imports(module, modules, &mut needed);
    }
    let links = needed
        .into_iter()
        .map(|module| format!("<link rel=\"modulepreload\" href=\"{PREFIX}{module}\">\n"));
    let links: String = links.collect();
    page.replace(END_OF_HEAD, &format!("{links}{END_OF_HEAD}"))
        .into_bytes()
}

fn add_imports<'a>(module: &str, modules: &'a [Linked], needed: &mut BTreeSet<&'a str>) {
    let content = modules.iter().find(|(name, _)| *name == module);
    let Some((_, content)) = content else {
        return;
    };
    for imported in named(content, " from \"./").chain(named(content, "\nimport \"./")) {
        if needed.insert(imported) {
            add_imports(imported, modules, needed);
        }
    }
}

/// The names that stand after a text, up to the next quotation mark.
fn named<'a>(content: &'a str, before: &'static str) -> impl Iterator<Item = &'a str> {
    let after = content.split(before).skip(1);
    after.filter_map(|rest| Some(rest.split_once('"')?.0))
}

/// The service worker, with the files that it keeps and their hashes (Subresource Integrity): it keeps only files of its own release.
fn with_files(bytes: &'static [u8], files: &[File]) -> Vec<u8> {
    let listed = files.iter().map(|(name, bytes)| {
        let hash = BASE64.encode(&Sha256::digest(bytes));
        format!("{PREFIX}{name} sha256-{hash}")
    });
    let listed = listed.collect::<Vec<_>>().join(",");
    let release = HEXLOWER.encode(&Sha256::digest(&listed));
    let worker = text(bytes).unwrap_or_default();
    let worker = worker.replace(RELEASE, &release);
    worker.replace(RELEASE_FILES, &listed).into_bytes()
}

fn text(bytes: &'static [u8]) -> Option<&'static str> {
    std::str::from_utf8(bytes).ok()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "png")) => "image/png",
        Some((_, "webmanifest")) => "application/manifest+json",
        Some((_, "json")) => "application/json",
        _ => "application/octet-stream",
    }
}
