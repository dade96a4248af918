//! Finds things by a part of their name.

pub(crate) trait Named {
    fn id(&self) -> String;
    fn name(&self) -> &str;
}

/// Finds the only match: by the id or the complete name; otherwise by the beginning of the name, or the beginning or end of the id;
/// otherwise by the beginning of a word of the name, such as `ming` for Ah Ming. Names are compared as [`names::folded`] has them.
///
/// # Errors
/// There is no match, or there are several. The error lists the names.
pub(crate) fn one<'a, T: Named>(what: &str, text: &str, all: &'a [T]) -> Result<&'a T, String> {
    let wanted = names::folded(text);
    let is_whole = |thing: &&T| thing.id() == wanted || names::folded(thing.name()) == wanted;
    let begins = |thing: &&T| {
        let name = names::folded(thing.name());
        !wanted.is_empty() && (name.starts_with(&wanted) || is_of_id(&wanted, &thing.id()))
    };
    let has_word = |thing: &&T| {
        let name = names::folded(thing.name());
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
        [] => Err(match nearest(text, all.iter().map(Named::name)) {
            Some(meant) => format!("no {what} is called `{text}`; is {meant} meant?"),
            None => format!(
                "no {what} is called `{text}`; there are: {}",
                listed(all.iter())
            ),
        }),
        several => Err(format!(
            "`{text}` may be more than one {what}: {}. Write more of the name, or the id",
            names_with_ids(several)
        )),
    }
}

/// The name that somebody who wrote `text` may have meant: all but the same, with a letter of four or more that is another one, is missing, is
/// one too many or has changed places with the next one; of eight letters or more, two of them. Names with different digits are meant so.
pub(crate) fn nearest<'a>(text: &str, all: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = names::folded(text);
    let digits = |name: &str| name.chars().filter(|c| c.is_numeric()).collect::<String>();
    let apart = |name: &&'a str| {
        let folded = names::folded(name);
        if digits(&folded) != digits(&wanted) {
            return None;
        }
        let letters = wanted.chars().count().min(folded.chars().count());
        let apart = strsim::damerau_levenshtein(&wanted, &folded);
        (apart <= (letters / 4).min(2)).then_some((apart, *name))
    };
    let found = all.filter_map(|name| apart(&name));
    found.min_by_key(|(apart, _)| *apart).map(|(_, name)| name)
}

/// Whether the text is the beginning or the end of an id. Ids of the same evening often have the same beginning.
pub(crate) fn is_of_id(wanted: &str, id: &str) -> bool {
    wanted.len() >= 4 && (id.starts_with(wanted) || id.ends_with(wanted))
}

fn listed<'a, T: Named + 'a>(all: impl Iterator<Item = &'a T>) -> String {
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

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_misspelt_name_is_near_the_name() {
        let all = ["Ah Ming", "Bo", "陳大文", "Player 1", "Bartholomew Wong"];
        let near = |text: &str| nearest(text, all.into_iter());
        assert_eq!(near("Ah Mign"), Some("Ah Ming"));
        assert_eq!(near("ah  MINGG"), Some("Ah Ming"));
        assert_eq!(near("Bartolomew Wnog"), Some("Bartholomew Wong"));
        for other in ["Bob", "陳小文", "Player 2", "Ah Mei", "Ah Keung", ""] {
            assert_eq!(near(other), None, "{other}");
        }
    }
}
