//! What each file of a crate defines, and which others of its files it imports from.
//!
//! Resolved are `use` statements, wherever they stand, and paths in code (`crate::a::b`, `super::b`, `a::b` where `a` is a child module or was
//! imported). Each leads to the file in which the item is defined, through any number of re-exports and globs. So an item that
//! `lib.rs` only hands on is not an import of `lib.rs`, and a `pub use` is an import only if the file that says it also uses the name.
//! `mod child;` is no import, and neither is `use` of a module: what is then taken out of it is.
//!
//! Not seen: items of `macro_rules!` without `#[macro_export]`, what macros expand to, and methods (whoever calls one has its type from somewhere).

use super::tokens::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Which files each file imports from.
pub(crate) type Imports = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// The modules of a crate. The first one is its root.
#[derive(Default)]
struct Modules(Vec<Module>);

#[derive(Default)]
struct Module {
    parent: Option<usize>,
    file: PathBuf,
    children: BTreeMap<String, usize>,
    defined: BTreeSet<String>,
    imported: Vec<Import>,
    /// Paths in code, and each identifier by itself.
    paths: Vec<Vec<String>>,
    words: BTreeSet<String>,
}

struct Import {
    path: Vec<String>,
    /// `*` for a glob.
    name: String,
    is_public: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Module(usize),
    Item(PathBuf),
}

/// The imports of the crate whose sources are in this folder.
pub(crate) fn imports(src: &Path) -> Imports {
    let root = ["lib.rs", "main.rs"].map(|name| src.join(name));
    let root = root.into_iter().find(|path| path.exists()).unwrap();
    let mut modules = Modules::default();
    modules.add_file(None, &root, src.to_path_buf());
    modules.edges(src)
}

impl Modules {
    fn add(&mut self, parent: Option<usize>, file: &Path) -> usize {
        self.0.push(Module {
            parent,
            file: file.to_path_buf(),
            ..Module::default()
        });
        self.0.len() - 1
    }

    /// Reads a file, and the files of its child modules, which are in this folder.
    fn add_file(&mut self, parent: Option<usize>, file: &Path, folder: PathBuf) -> usize {
        let text = fs::read_to_string(file).unwrap();
        let module = self.add(parent, file);
        let tokens = tokens(&text);
        self.read(module, &tokens, &folder);
        module
    }

    fn add_child(&mut self, parent: usize, name: &str, folder: &Path) {
        let files = [
            folder.join(format!("{name}.rs")),
            folder.join(name).join("mod.rs"),
        ];
        if let Some(file) = files.into_iter().find(|path| path.exists()) {
            let child = self.add_file(Some(parent), &file, folder.join(name));
            self.0[parent].children.insert(name.to_owned(), child);
        }
    }

    fn read(&mut self, module: usize, tokens: &[Token<'_>], folder: &Path) {
        let (mut at, mut depth, mut is_public) = (0, 0_usize, false);
        while at < tokens.len() {
            match tokens[at..] {
                ["mod", name, ";", ..] => {
                    self.add_child(module, name, folder);
                    at += 2;
                }
                ["mod", name, "{", ..] => {
                    let end = block_end(tokens, at + 2);
                    let file = self.0[module].file.clone();
                    let child = self.add(Some(module), &file);
                    self.read(child, &tokens[at + 3..end], &folder.join(name));
                    self.0[module].children.insert(name.to_owned(), child);
                    at = end;
                }
                ["use", ..] => {
                    let end = at + position(&tokens[at..], ";");
                    let mut imported = Vec::new();
                    read_use(&tokens[at + 1..end], &[], is_public, &mut imported);
                    self.0[module].imported.append(&mut imported);
                    at = end;
                }
                ["macro_rules", "!", name, ..] => {
                    let is_exported = at > 1 && tokens[at - 2] == "macro_export";
                    let home = if is_exported { 0 } else { module };
                    let path = self.0[module].file.clone();
                    self.0[home].defined.insert(name.to_owned());
                    if home != module {
                        self.0[home].defined.remove(name);
                        self.0[home].imported.push(Import {
                            path: vec!["crate".to_owned(), format!("{}!", path.display())],
                            name: name.to_owned(),
                            is_public: true,
                        });
                    }
                    at += 2;
                }
                [
                    "struct" | "enum" | "union" | "trait" | "fn" | "type" | "const" | "static",
                    name,
                    ..,
                ] if depth == 0 => {
                    self.0[module].defined.insert(name.to_owned());
                }
                ["{", ..] => depth += 1,
                ["}", ..] => depth = depth.saturating_sub(1),
                _ => at = self.read_path(module, tokens, at),
            }
            is_public = is_visibility(&tokens[..=at.min(tokens.len() - 1)]);
            at += 1;
        }
    }

    /// Notes the path or word that begins here, and answers where it ends.
    fn read_path(&mut self, module: usize, tokens: &[Token<'_>], begin: usize) -> usize {
        let mut path = vec![tokens[begin].to_owned()];
        let mut at = begin;
        while let Some(["::", name]) = tokens.get(at + 1..at + 3)
            && is_word(name)
        {
            path.push((*name).to_owned());
            at += 2;
        }
        let module = &mut self.0[module];
        if is_word(&path[0]) {
            module.words.insert(path[0].clone());
            module.paths.push(path);
        }
        at
    }

    fn edges(&self, src: &Path) -> Imports {
        let mut edges = Imports::new();
        for (index, module) in self.0.iter().enumerate() {
            let mut targets = BTreeSet::new();
            for import in &module.imported {
                let is_used = !import.is_public || module.words.contains(&import.name);
                if is_used {
                    targets.extend(self.import(index, import));
                }
            }
            for path in module.paths.iter().filter(|path| path.len() > 1) {
                targets.extend(self.resolve(index, path, 0));
            }
            let files = targets.into_iter().filter_map(|target| match target {
                Target::Item(file) if file != module.file => Some(relative(&file, src)),
                Target::Module(_) | Target::Item(_) => None,
            });
            edges
                .entry(relative(&module.file, src))
                .or_default()
                .extend(files);
        }
        edges
    }

    /// What an import takes; a glob, something of its module.
    fn import(&self, module: usize, import: &Import) -> Vec<Target> {
        let targets = self.resolve(module, &import.path, 0);
        match import.name == "*" {
            true => targets
                .into_iter()
                .map(|target| match target {
                    Target::Module(index) => Target::Item(self.0[index].file.clone()),
                    item @ Target::Item(_) => item,
                })
                .collect(),
            false => targets,
        }
    }

    /// What a path leads to, from the module in which it is said; nothing if that is of another crate.
    fn resolve(&self, module: usize, path: &[String], depth: usize) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else {
            return vec![Target::Module(module)];
        };
        if depth > 12 {
            return Vec::new();
        }
        let begins = match first.as_str() {
            "crate" => vec![Target::Module(0)],
            "self" => vec![Target::Module(module)],
            "super" => self.0[module]
                .parent
                .into_iter()
                .map(Target::Module)
                .collect(),
            name if name.ends_with(".rs!") => vec![Target::Item(name.trim_end_matches('!').into())],
            name => self.look_up(module, name, depth),
        };
        let mut found = Vec::new();
        for begin in begins {
            match begin {
                Target::Module(next) if !rest.is_empty() => {
                    found.extend(self.resolve(next, rest, depth + 1));
                }
                target @ (Target::Module(_) | Target::Item(_)) => found.push(target),
            }
        }
        found
    }

    /// What a name means in a module.
    fn look_up(&self, module: usize, name: &str, depth: usize) -> Vec<Target> {
        let here = &self.0[module];
        let mut found = Vec::new();
        if here.defined.contains(name) {
            found.push(Target::Item(here.file.clone()));
        }
        found.extend(here.children.get(name).copied().map(Target::Module));
        let named = here.imported.iter().filter(|import| import.name == name);
        for import in named.filter(|import| import.path[0] != name) {
            found.extend(self.resolve(module, &import.path, depth + 1));
        }
        if found.is_empty() {
            for glob in here.imported.iter().filter(|import| import.name == "*") {
                let path = [glob.path.as_slice(), &[name.to_owned()]].concat();
                found.extend(self.resolve(module, &path, depth + 3));
            }
        }
        found
    }
}

fn relative(file: &Path, src: &Path) -> PathBuf {
    file.strip_prefix(src).unwrap().to_path_buf()
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Whether what follows is `pub`, or `pub(…)`.
fn is_visibility(before: &[Token<'_>]) -> bool {
    match before {
        [.., "pub"] => true,
        [rest @ .., ")"] => {
            let open = rest.iter().rposition(|token| *token == "(");
            open.is_some_and(|open| open > 0 && rest[open - 1] == "pub")
        }
        _ => false,
    }
}

fn position(tokens: &[Token<'_>], wanted: &str) -> usize {
    let found = tokens.iter().position(|token| *token == wanted);
    found.unwrap_or(tokens.len())
}

/// Where the block ends that begins here.
fn block_end(tokens: &[Token<'_>], begin: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(begin) {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// Reads `a::{b, c as d, e::*}`, which stands behind a path.
fn read_use(tree: &[Token<'_>], before: &[String], is_public: bool, into: &mut Vec<Import>) {
    let mut path = before.to_vec();
    let mut at = 0;
    while at < tree.len() {
        match tree[at..] {
            ["{", ..] => {
                let end = block_end(tree, at);
                for branch in branches(&tree[at + 1..end]) {
                    read_use(branch, &path, is_public, into);
                }
                return;
            }
            ["as", name, ..] => return push(path, name, is_public, into),
            ["*", ..] => return push(path, "*", is_public, into),
            ["::", ..] => {}
            ["self", ..] if !path.is_empty() => {}
            [word, ..] => path.push(word.to_owned()),
            [] => {}
        }
        at += 1;
    }
    if let Some(name) = path.last().cloned() {
        push(path, &name, is_public, into);
    }
}

fn push(path: Vec<String>, name: &str, is_public: bool, into: &mut Vec<Import>) {
    into.push(Import {
        path,
        name: name.to_owned(),
        is_public,
    });
}

/// The parts between commas that are in no further braces.
fn branches<'a, 'b>(tree: &'b [Token<'a>]) -> Vec<&'b [Token<'a>]> {
    let mut depth = 0_i32;
    let parts = tree.split(|token| {
        depth += i32::from(*token == "{") - i32::from(*token == "}");
        depth == 0 && *token == ","
    });
    parts.collect()
}
