//! How long a text is for a model.

/// How tokens are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    /// `OpenAI`'s encoding since GPT-4o.
    #[default]
    O200k,
    /// `OpenAI`'s encoding of GPT-4 and GPT-3.5.
    Cl100k,
    /// Characters divided by four: where no tokenizer of the model is known.
    Characters,
}

/// Average characters in a token of English text and JSON.
const CHARACTERS_A_TOKEN: usize = 4;

impl Encoding {
    pub(crate) fn of_name(name: &str) -> Result<Self, &'static str> {
        match name {
            "o200k" => Ok(Self::O200k),
            "cl100k" => Ok(Self::Cl100k),
            "chars" => Ok(Self::Characters),
            _ => Err("an encoding is o200k, cl100k or chars"),
        }
    }

    /// How it is named under a table.
    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::O200k => "Tokens of OpenAI's o200k_base",
            Self::Cl100k => "Tokens of OpenAI's cl100k_base",
            Self::Characters => "An estimate: characters divided by four",
        }
    }

    /// The tokens of a text. Text that looks like a special token counts as ordinary text.
    pub(crate) fn count(self, text: &str) -> usize {
        match self {
            Self::O200k => tiktoken_rs::o200k_base_singleton().count_ordinary(text),
            Self::Cl100k => tiktoken_rs::cl100k_base_singleton().count_ordinary(text),
            Self::Characters => text.chars().count().div_ceil(CHARACTERS_A_TOKEN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn tokens_are_those_of_the_encoding() {
        // 24912 2375, and 15339 1917.
        assert_eq!(Encoding::O200k.count("hello world"), 2);
        assert_eq!(Encoding::Cl100k.count("hello world"), 2);
        // The newer encoding knows more words of other languages.
        assert!(Encoding::O200k.count("Здравствуйте") < Encoding::Cl100k.count("Здравствуйте"));
        assert!(Encoding::O200k.count("<|endoftext|>") > 1);
    }

    #[test]
    fn an_estimate_rounds_up_and_counts_characters_not_bytes() {
        assert_eq!(Encoding::Characters.count(""), 0);
        assert_eq!(Encoding::Characters.count("éééé"), 1);
        assert_eq!(Encoding::Characters.count("ééééé"), 2);
    }
}
