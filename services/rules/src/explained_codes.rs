//! How stable codes are declared: each once, with what is said of it in both languages.

/// Declares an enum of codes with their words: what each means and what to do about it, in English and beside it in Traditional Chinese as
/// Hong Kong writes it. What to do has no Chinese where no page of ours says it.
macro_rules! explained_codes {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $(
            $code:ident = $word:tt,
                $meaning:literal $chinese_meaning:literal,
                $advice:literal $($chinese_advice:literal)?;
        )+ }
    ) => {
        mahjong::string_enum! {
            $(#[$about])*
            pub enum $name { $(#[doc = $meaning] $code = $word,)+ }
        }

        impl $name {
            /// What it means, as a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$code => $meaning,)+ }
            }

            /// What to do about it.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$code => $advice,)+ }
            }

            /// What it means and, if that is said, what to do about it, in Traditional Chinese.
            #[must_use]
            pub const fn traditional_chinese(self) -> &'static [&'static str] {
                match self { $(Self::$code => &[$chinese_meaning, $($chinese_advice)?],)+ }
            }
        }
    };
}

pub(crate) use explained_codes;
