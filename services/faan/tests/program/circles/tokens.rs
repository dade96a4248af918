//! Rust source as the few tokens that say what a file defines and imports.

/// A token: an identifier, `::`, or one character of punctuation. Comments, strings, numbers and lifetimes are left out.
pub(crate) type Token<'a> = &'a str;

/// The tokens of a file, without the items of `#[cfg(test)]`.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    without_tests(&split(text))
}

fn split(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => until(rest, 2, "\n"),
            _ if rest.starts_with("/*") => until(rest, 2, "*/"),
            '"' => string(rest, 1),
            '\'' => quote(rest),
            _ if first.is_alphabetic() || first == '_' => word(rest),
            _ if first.is_ascii_digit() => word(rest),
            _ if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        let is_raw = matches!(token, "r" | "br") && rest.trim_start_matches('#').starts_with('"');
        if is_raw {
            let hashes = rest.len() - rest.trim_start_matches('#').len();
            let end = format!("\"{}", "#".repeat(hashes));
            rest = &rest[until(rest, hashes + 1, &end)..];
        } else if is_kept(token) {
            found.push(token);
        }
    }
    found
}

fn is_kept(token: &str) -> bool {
    let is_left_out = token.starts_with(|first: char| {
        first.is_whitespace() || first.is_ascii_digit() || first == '"' || first == '\''
    });
    !is_left_out && !token.starts_with("//") && !token.starts_with("/*")
}

fn word(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}

/// The length up to and with `end`, looked for after so many bytes.
fn until(text: &str, after: usize, end: &str) -> usize {
    let found = text[after..].find(end);
    found.map_or(text.len(), |at| after + at + end.len())
}

/// The length of a string, of which so many bytes are read.
fn string(text: &str, mut at: usize) -> usize {
    while let Some(next) = text[at..].find(['"', '\\']) {
        at += next + 1;
        if text[..at].ends_with('"') {
            return at;
        }
        at += 1;
    }
    text.len()
}

/// The length of a character, or of a lifetime.
fn quote(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), _) => 3 + text[3..].find('\'').map_or(0, |at| at + 1),
        (_, Some((at, '\''))) => at + 1,
        _ => 1 + word(&text[1..]),
    }
}

fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].starts_with(&["#", "[", "cfg", "(", "test", ")", "]"]) {
            at = item_end(tokens, at + 7);
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

/// Where the item ends that begins here: after its `;`, or after its block.
fn item_end(tokens: &[Token<'_>], begin: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(begin) {
        match *token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(*token, ";" | "}") {
            return at + 1;
        }
    }
    tokens.len()
}
