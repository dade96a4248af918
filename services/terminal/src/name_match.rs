//! Finds things by a part of their name.

pub(crate) trait Named {
    fn id(&self) -> &str;
    fn name(&self) -> &str;
}

/// Finds the only match: by the id or the complete name; otherwise by the beginning of the name, or the beginning or end of the id;
/// otherwise by the beginning of a word of the name, such as `ming` for Ah Ming. Case does not matter.
///
/// # Errors
/// There is no match, or there are several. The error lists the names.
pub(crate) fn one<'a, T: Named>(what: &str, text: &str, all: &'a [T]) -> Result<&'a T, String> {
    let wanted = text.trim().to_lowercase();
    let is_whole = |thing: &&T| thing.id() == wanted || thing.name().to_lowercase() == wanted;
    let begins = |thing: &&T| {
        let name = thing.name().to_lowercase();
        !wanted.is_empty() && (name.starts_with(&wanted) || is_of_id(&wanted, thing.id()))
    };
    let has_word = |thing: &&T| {
        let name = thing.name().to_lowercase();
        let mut words = name.split_whitespace();
        !wanted.is_empty() && words.any(|word| word.starts_with(&wanted))
    };
    let ways: [&dyn Fn(&&T) -> bool; 3] = [&is_whole, &begins, &has_word];
    let mut found = ways
        .iter()
        .map(|is_meant| all.iter().filter(is_meant).collect::<Vec<&T>>());
    let found = found.find(|found| !found.is_empty()).unwrap_or_default();
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(format!(
            "no {what} is called `{text}`; there are: {}",
            names(all.iter())
        )),
        several => Err(format!(
            "`{text}` may be more than one {what}: {}. Write more of the name, or the id",
            names_with_ids(several)
        )),
    }
}

/// Whether the text is the beginning or the end of an id. Ids of the same evening often have the same beginning.
pub(crate) fn is_of_id(wanted: &str, id: &str) -> bool {
    wanted.len() >= 4 && (id.starts_with(wanted) || id.ends_with(wanted))
}

fn names<'a, T: Named + 'a>(all: impl Iterator<Item = &'a T>) -> String {
    let names: Vec<&str> = all.map(Named::name).collect();
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(", "),
    }
}

fn names_with_ids<T: Named>(all: &[&T]) -> String {
    let names: Vec<String> = all
        .iter()
        .map(|thing| format!("{} ({})", thing.name(), thing.id()))
        .collect();
    names.join(", ")
}
