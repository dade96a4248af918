//! How a command is repeated so that the service is asked for the very same.

/// A request says more than the command that sends it: which hand is the next, say. A command that is repeated works that out anew,
/// and a key is good for the same request only. So what was worked out can be said, too.
#[derive(Default)]
pub(crate) struct Again<'a> {
    /// The key that was given.
    pub(crate) key: Option<&'a str>,
    /// Flags that say what was worked out, such as `--number 3`.
    pub(crate) flags: String,
    /// A whole id, and the word of the command that it stands for.
    pub(crate) id_for: Option<(&'a str, &'a str)>,
}

impl<'a> Again<'a> {
    /// Of a command that says all of it.
    pub(crate) fn with(key: Option<&'a str>) -> Again<'a> {
        Again {
            key,
            ..Again::default()
        }
    }

    /// What to do where nobody knows whether it was done.
    pub(super) fn advice(&self, key: &str) -> String {
        let instead = match self.id_for {
            Some((id, word)) if id != word => format!("`{id}` for `{word}` and "),
            Some(_) | None => String::new(),
        };
        let space = if self.flags.is_empty() { "" } else { " " };
        let flags = &self.flags;
        format!("the same command with {instead}`{flags}{space}--key {key}` does it once")
    }

    /// What to do where the key was given to something else. The values are those of now, and not of then.
    pub(super) fn after_reuse(&self) -> Option<String> {
        let flags = self.flags.split(' ').filter(|flag| flag.starts_with("--"));
        let mut said: Vec<String> = flags.map(|flag| format!("`{flag}`")).collect();
        said.extend(
            self.id_for
                .map(|(_, word)| format!("a whole id for `{word}`")),
        );
        (self.key.is_some() && !said.is_empty()).then(|| {
            format!(
                "if the key was given to this very command: it worked out then what is not said, so say that as it was, with {}",
                said.join(" and ")
            )
        })
    }
}
