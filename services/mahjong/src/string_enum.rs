//! Enums whose values are one word each, the same in JSON, SQL and Rust.

/// The word is none of those its enum knows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{word}” is not a {of}")]
pub struct UnknownWord {
    /// What was read.
    pub word: String,
    /// The enum that does not know it.
    pub of: &'static str,
}

/// Declares an enum with its words (`tt` and not `literal`: derives other than serde's read no grouped literal): `ALL`, `as_str`, `FromStr`, `Display`, and serde as a string.
#[macro_export]
macro_rules! string_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:tt,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $word)] $variant,)+ }

        impl $name {
            /// Every value, in declared order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The word for it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownWord { word: word.to_owned(), of: stringify!($name) }),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
