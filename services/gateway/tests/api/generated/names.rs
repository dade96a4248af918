//! How names of the contract are written in Rust.

/// A name as a type or a variant: `self_draw` is `SelfDraw`.
pub(crate) fn pascal(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let text: String = words.map(capitalized).collect();
    match text.starts_with(|letter: char| letter.is_ascii_digit()) {
        true => format!("V{text}"),
        false => text,
    }
}

/// A name as a field or an argument: `type` is `r#type`.
pub(crate) fn snake(name: &str) -> String {
    let name = name.replace(['-', '.'], "_").to_lowercase();
    match syn::parse_str::<syn::Ident>(&name) {
        Ok(_) => name,
        Err(_) => format!("r#{name}"),
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
