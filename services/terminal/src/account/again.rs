//! Advice on how to repeat a command so that it sends the same request.

/// The values that make a repeated command send the same request. A command computes some values of its request, for example the number
/// of the next hand. A repeated command would compute them again, and an idempotency key is valid only for the same request. So flags
/// can state these values.
#[derive(Default)]
pub(crate) struct Again<'a> {
    /// The given key.
    pub(crate) key: Option<&'a str>,
    /// Flags that state computed values, such as `--number 3`.
    pub(crate) flags: String,
    /// A complete id, and the argument that it replaces.
    pub(crate) id_for: Option<(&'a str, &'a str)>,
}

impl<'a> Again<'a> {
    /// For a command without computed values.
    pub(crate) fn with(key: Option<&'a str>) -> Again<'a> {
        Again {
            key,
            ..Again::default()
        }
    }

    /// The advice if it is not known whether the request was carried out.
    pub(super) fn advice(&self, key: &str) -> String {
        let instead = match self.id_for {
            Some((id, word)) if id != word => format!("`{id}` for `{word}` and "),
            Some(_) | None => String::new(),
        };
        let space = if self.flags.is_empty() { "" } else { " " };
        let flags = &self.flags;
        format!("the same command with {instead}`{flags}{space}--key {key}` does it once")
    }

    /// The advice if the key was used for another request. It names the flags without values, since the present values may differ from those
    /// of the first request.
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
