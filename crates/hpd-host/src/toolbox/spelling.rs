//! One spelling for the names of all tools.

/// A spelling of names, as in `rename_all` of the macros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// `createinvoice`
    Lower,
    /// `CREATEINVOICE`
    Upper,
    /// `CreateInvoice`
    Pascal,
    /// `createInvoice`
    Camel,
    /// `create_invoice`
    Snake,
    /// `CREATE_INVOICE`
    ScreamingSnake,
    /// `create-invoice`
    Kebab,
    /// `CREATE-INVOICE`
    ScreamingKebab,
}

impl Spelling {
    /// A name in this spelling, from any other spelling. A word begins after `_` or `-`, and at a capital after a
    /// lower-case letter or digit. Of several capitals, the last begins a word if a lower-case letter follows. A name
    /// without letters and digits stays unchanged.
    ///
    /// ```
    /// use hpd_host::list::Spelling;
    ///
    /// assert_eq!(Spelling::Pascal.apply("create_invoice"), "CreateInvoice");
    /// assert_eq!(Spelling::Camel.apply("HTTPStatus2Text"), "httpStatus2Text");
    /// ```
    #[must_use]
    pub fn apply(self, name: &str) -> String {
        let words = words(name);
        if words.is_empty() {
            return name.to_owned();
        }
        let lower = || words.iter().map(|word| word.to_lowercase());
        let upper = || words.iter().map(|word| word.to_uppercase());
        match self {
            Self::Lower => lower().collect(),
            Self::Upper => upper().collect(),
            Self::Pascal => words.iter().map(|word| capitalised(word)).collect(),
            Self::Camel => {
                let rest = words.iter().skip(1).map(|word| capitalised(word));
                lower().take(1).chain(rest).collect()
            }
            Self::Snake => lower().collect::<Vec<_>>().join("_"),
            Self::ScreamingSnake => upper().collect::<Vec<_>>().join("_"),
            Self::Kebab => lower().collect::<Vec<_>>().join("-"),
            Self::ScreamingKebab => upper().collect::<Vec<_>>().join("-"),
        }
    }
}

/// The words of a name.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut is_inside = false;
    for (place, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            is_inside = false;
            continue;
        }
        let before = place.checked_sub(1).map(|before| chars[before]);
        let ends_capitals = before.is_some_and(char::is_uppercase)
            && chars.get(place + 1).is_some_and(|next| next.is_lowercase());
        let begins =
            c.is_uppercase() && (before.is_some_and(|before| !before.is_uppercase()) || ends_capitals);
        match words.last_mut() {
            Some(word) if is_inside && !begins => word.push(c),
            _ => words.push(c.to_string()),
        }
        is_inside = true;
    }
    words
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars.as_str().to_lowercase().chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::Spelling;

    #[test]
    fn a_name_is_spelt_in_every_way() {
        let all = [
            (Spelling::Lower, "voidoneinvoice"),
            (Spelling::Upper, "VOIDONEINVOICE"),
            (Spelling::Pascal, "VoidOneInvoice"),
            (Spelling::Camel, "voidOneInvoice"),
            (Spelling::Snake, "void_one_invoice"),
            (Spelling::ScreamingSnake, "VOID_ONE_INVOICE"),
            (Spelling::Kebab, "void-one-invoice"),
            (Spelling::ScreamingKebab, "VOID-ONE-INVOICE"),
        ];
        for name in [
            "void_one_invoice",
            "VoidOneInvoice",
            "voidOneInvoice",
            "VOID-ONE-INVOICE",
            "__void__one-invoice_",
        ] {
            for (spelling, spelt) in all {
                assert_eq!(spelling.apply(name), spelt, "{name}");
            }
        }
    }

    #[test]
    fn words_begin_at_capitals() {
        for (name, snake) in [
            ("HTTPServer", "http_server"),
            ("getURL", "get_url"),
            ("Add2Numbers", "add2_numbers"),
            ("A", "a"),
            ("aB", "a_b"),
            ("sha256", "sha256"),
            ("_", "_"),
            ("", ""),
        ] {
            assert_eq!(Spelling::Snake.apply(name), snake);
        }
    }
}
