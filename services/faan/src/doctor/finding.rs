//! What was found, in words and as JSON.

use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    /// It could not be looked at; `advice` says how it can be.
    NotChecked,
    /// It is as it should be.
    Ok,
    /// It works, but not for ever or not for the worst day.
    Warning,
    /// It is wrong now.
    Error,
}

/// One thing that was looked at.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    /// What: a stable name, for example `database.app.safeguards`.
    pub(super) check: String,
    /// How it is.
    pub(super) status: Status,
    /// What was found, for people.
    pub(super) found: String,
    /// What to do, if there is something to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) advice: Option<String>,
}

/// Everything that was found.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The worst of all.
    pub(super) status: Status,
    findings: Vec<Finding>,
}

impl Finding {
    pub(super) fn ok(check: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            check: check.into(),
            status: Status::Ok,
            found: found.into(),
            advice: None,
        }
    }

    /// Anything but `Ok`, and what to do.
    pub(super) fn of(
        status: Status,
        check: impl Into<String>,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            status,
            advice: Some(advice.into()),
            ..Self::ok(check, found)
        }
    }
}

impl Report {
    pub(super) fn of(findings: Vec<Finding>) -> Self {
        let worst = findings.iter().map(|finding| finding.status).max();
        Self {
            status: worst.unwrap_or(Status::NotChecked),
            findings,
        }
    }

    /// A line for each, and one more where there is something to do.
    pub(super) fn text(&self) -> String {
        let widest = self.findings.iter().map(|finding| finding.check.len());
        let widest = widest.max().unwrap_or_default();
        let lines = self.findings.iter().map(|finding| {
            let Finding { check, found, .. } = finding;
            let word = finding.status.word();
            let line = format!("{word:11}  {check:widest$}  {found}\n");
            match &finding.advice {
                Some(advice) => format!("{line}{:11}  {:widest$}  → {advice}\n", "", ""),
                None => line,
            }
        });
        lines.collect()
    }
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Self::NotChecked => "not checked",
            Self::Ok => "ok",
            Self::Warning => "WARNING",
            Self::Error => "ERROR",
        }
    }
}
