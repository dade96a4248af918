//! The modules that a page needs, as one file: a browser on a slow network waits for each file once more, and compresses none with the
//! next one. `assets` stays as browsers and editors read it; a module that another one loads later (`import()`) stays a file of its own.
//!
//! A module of `assets` has its imports first, each `import { a, b as c } from "./other.js";` or `import "./other.js";`, and each export begins a line with
//! `export const`, `export function`, `export async function` or `export class`. No two import each other. Tests hold all of that.
//! So a module becomes a function that is called once and returns what it exports, after those that it imports:
//!
//! ```js
//! const choice_js = (() => {
//! const { html } = htm_preact_standalone_js;
//! function Choice() {}
//! return { Choice };
//! })();
//! ```

use std::collections::{BTreeMap, BTreeSet};

/// A file and its content.
pub(crate) type Source = (&'static str, &'static str);

/// The file of a module, as it is served: its name and its content.
pub(crate) type Linked = (&'static str, String);

/// A file for the modules that a page imports, but for those that are in another file already.
pub(crate) struct Page {
    /// The module that its HTML names, or that another one loads later. It stays a file of its own.
    pub(crate) entry: &'static str,
    /// The file that gets what it imports.
    pub(crate) file: &'static str,
}

/// Pages that are loaded one by one, when they are opened.
pub(crate) struct LaterPages {
    pub(crate) pages: &'static [Page],
    /// The file that gets what several of them import.
    pub(crate) shared: &'static str,
}

/// The modules as they are served: those that the pages import as one file for each page, the others with imports from there. Of the pages that
/// are there `at_once`, each has the files of those before it. Modules of others, which have a form of their own, are left as they are.
pub(crate) fn linked(
    sources: &[Source],
    of_others: &[&str],
    at_once: &[Page],
    later: &LaterPages,
) -> Vec<Linked> {
    let modules: BTreeMap<&str, Module> = sources
        .iter()
        .filter(|(name, _)| !of_others.contains(name))
        .map(|&(name, text)| (name, Module::read(text)))
        .collect();
    let entries = at_once.iter().chain(later.pages).map(|page| page.entry);
    let mut linker = Linker {
        modules: &modules,
        entries: entries.collect(),
        files: BTreeMap::new(),
        linked: Vec::new(),
    };
    for page in at_once {
        linker.join(page.file, &linker.needed_by(page.entry));
    }
    linker.join(later.shared, &linker.needed_by_several(later.pages));
    for page in later.pages {
        linker.join(page.file, &linker.needed_by(page.entry));
    }
    let Linker { files, linked, .. } = linker;
    let others = sources.iter().filter(|(name, _)| !files.contains_key(name));
    let others = others.map(|&(name, text)| match modules.get(name) {
        Some(module) => (name, module.with_imports_from(&files)),
        None => (name, text.to_owned()),
    });
    linked.into_iter().chain(others).collect()
}

/// Puts modules into files.
struct Linker<'a> {
    modules: &'a BTreeMap<&'static str, Module>,
    /// What stays a file of its own.
    entries: BTreeSet<&'static str>,
    /// Which file has a module.
    files: BTreeMap<&'static str, &'static str>,
    linked: Vec<Linked>,
}

impl Linker<'_> {
    /// What an entry imports and no file has yet, each after what it needs itself.
    fn needed_by(&self, entry: &str) -> Vec<&'static str> {
        let mut members = Vec::new();
        self.add_imports(entry, &mut members);
        members
    }

    /// What more than one of some pages imports.
    fn needed_by_several(&self, pages: &[Page]) -> Vec<&'static str> {
        let needed = pages.iter().flat_map(|page| self.needed_by(page.entry));
        let (mut once, mut several) = (BTreeSet::new(), Vec::new());
        for name in needed {
            if !once.insert(name) && !several.contains(&name) {
                several.push(name);
            }
        }
        several
    }

    fn add_imports(&self, name: &str, members: &mut Vec<&'static str>) {
        let imports = self.modules.get(name).map(|module| &module.imports);
        for import in imports.into_iter().flatten() {
            let other = import.module;
            let is_alone = !self.modules.contains_key(other) || self.entries.contains(other);
            if !is_alone && !self.files.contains_key(other) && !members.contains(&other) {
                self.add_imports(other, members);
                members.push(other);
            }
        }
    }

    fn join(&mut self, file: &'static str, members: &[&'static str]) {
        if members.is_empty() {
            return;
        }
        self.files.extend(members.iter().map(|&name| (name, file)));
        let content = joined(members, self.modules, &self.files);
        self.linked.push((file, content));
    }
}

/// The file of some modules.
fn joined(
    members: &[&'static str],
    modules: &BTreeMap<&'static str, Module>,
    files: &BTreeMap<&'static str, &'static str>,
) -> String {
    let (mut from_elsewhere, mut functions) = (BTreeSet::new(), String::new());
    for &name in members {
        let Some(module) = modules.get(name) else {
            continue;
        };
        let elsewhere = module.imports.iter().map(|import| import.module);
        from_elsewhere.extend(elsewhere.filter(|other| !members.contains(other)));
        functions += &module.function(name);
    }
    let imports: String = from_elsewhere
        .into_iter()
        .map(|other| import_of(other, files))
        .collect();
    let exported: Vec<String> = members.iter().map(|name| variable(name)).collect();
    format!(
        "{imports}{functions}export {{ {} }};\n",
        exported.join(", ")
    )
}

/// The line that makes all that a module exports a variable, in another file.
fn import_of(module: &str, files: &BTreeMap<&'static str, &'static str>) -> String {
    let variable = variable(module);
    match files.get(module) {
        Some(file) => format!("import {{ {variable} }} from \"./{file}\";\n"),
        None => format!("import * as {variable} from \"./{module}\";\n"),
    }
}

/// `choice_js` for `choice.js`.
fn variable(module: &str) -> String {
    module.replace('.', "_")
}

/// A module in its parts.
struct Module {
    imports: Vec<Import>,
    /// The names that it exports.
    exports: Vec<&'static str>,
    /// The lines that are no imports and no comments.
    body: Vec<&'static str>,
}

/// An import.
struct Import {
    /// `a, b as c`
    names: &'static str,
    module: &'static str,
}

impl Module {
    fn read(text: &'static str) -> Module {
        let lines = || without_comments(text);
        Module {
            imports: lines().filter_map(Import::read).collect(),
            exports: lines().filter_map(exported).collect(),
            body: lines()
                .filter(|line| Import::read(line).is_none())
                .collect(),
        }
    }

    fn function(&self, name: &str) -> String {
        let imports: String = self.imports.iter().map(Import::as_variables).collect();
        let body: Vec<&str> = self
            .body
            .iter()
            .map(|line| match exported(line) {
                Some(_) => line.trim_start_matches("export "),
                None => line,
            })
            .collect();
        let (variable, body) = (variable(name), body.join("\n"));
        let exports = self.exports.join(", ");
        format!("const {variable} = (() => {{\n{imports}{body}\nreturn {{ {exports} }};\n}})();\n")
    }

    fn with_imports_from(&self, files: &BTreeMap<&'static str, &'static str>) -> String {
        let (mut imports, mut variables) = (String::new(), String::new());
        for import in &self.imports {
            if files.contains_key(import.module) {
                imports += &import_of(import.module, files);
                variables += &import.as_variables();
            } else {
                let Import { names, module } = import;
                imports += &format!("import {{ {names} }} from \"./{module}\";\n");
            }
        }
        format!("{imports}{variables}{}\n", self.body.join("\n"))
    }
}

impl Import {
    fn read(line: &'static str) -> Option<Import> {
        let rest = line.strip_prefix("import ")?.strip_suffix("\";")?;
        let of_names = || rest.strip_prefix("{ ")?.split_once(" } from \"./");
        // For what loading it does.
        let of_none = || Some(("", rest.strip_prefix("\"./")?));
        let (names, module) = of_names().or_else(of_none)?;
        Some(Import { names, module })
    }

    /// The same names, taken from the variable of the module.
    fn as_variables(&self) -> String {
        let names = self.names.replace(" as ", ": ");
        format!("const {{ {names} }} = {};\n", variable(self.module))
    }
}

/// The name that a line exports.
fn exported(line: &'static str) -> Option<&'static str> {
    let rest = line.strip_prefix("export ")?;
    let rest = ["const ", "function ", "async function ", "class "]
        .iter()
        .find_map(|kind| rest.strip_prefix(kind))?;
    let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    rest.get(..end?)
}

/// The lines that are no comments: a comment beside code stays.
fn without_comments(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut is_inside = false;
    text.lines().filter(move |line| {
        let line = line.trim();
        let begins = line.starts_with("/*");
        let has_code = begins && line.contains("*/") && !line.ends_with("*/");
        let is_comment = (is_inside || begins || line.starts_with("//")) && !has_code;
        is_inside = (is_inside || begins) && !line.contains("*/");
        !is_comment
    })
}
