//! Names of parameters and functions, in words that people read.

/// A name in words: `contact_name` is "contact name", `AccountId` "account ID".
pub(crate) fn in_words(name: &str) -> String {
    let words: Vec<String> = split(name).into_iter().map(|word| as_word(&word)).collect();
    words.join(" ")
}

/// A text with a small first letter, unless its first word is all capitals.
pub(crate) fn lower_start(text: &str) -> String {
    let mut letters = text.chars();
    let (first, second) = (letters.next(), letters.clone().next());
    match first {
        Some(first) if !second.is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// What people call an identifier is written large.
fn as_word(word: &str) -> String {
    let is_acronym = word.chars().count() > 1 && word.chars().all(|letter| !letter.is_lowercase());
    match word {
        word if word.eq_ignore_ascii_case("id") => "ID".to_owned(),
        word if is_acronym => word.to_owned(),
        word => word.to_lowercase(),
    }
}

/// The parts of a name: between separators, and where a capital begins a word.
fn split(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = name.chars().collect();
    for (place, letter) in letters.iter().copied().enumerate() {
        let before = place.checked_sub(1).and_then(|place| letters.get(place)).copied();
        let behind = letters.get(place + 1).copied();
        if !letter.is_alphanumeric() {
            words.push(String::new());
            continue;
        }
        let ends_small = before.is_some_and(|before| before.is_lowercase() || before.is_numeric());
        let ends_acronym = before.is_some_and(char::is_uppercase) && behind.is_some_and(char::is_lowercase);
        if letter.is_uppercase() && (ends_small || ends_acronym) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(letter);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::{in_words, lower_start};

    #[test]
    fn names_become_words() {
        for (name, words) in [
            ("phone", "phone"),
            ("contact_name", "contact name"),
            ("AccountId", "account ID"),
            ("node_id", "node ID"),
            ("invoiceID", "invoice ID"),
            ("HTTPServer", "HTTP server"),
            ("IBAN", "IBAN"),
            ("line2", "line2"),
            ("ship-to.address", "ship to address"),
            ("__x__", "x"),
            ("Straße", "straße"),
            ("", ""),
        ] {
            assert_eq!(in_words(name), words, "{name}");
        }
    }

    #[test]
    fn acronyms_stay_large_at_the_start() {
        assert_eq!(lower_start("Delivery address"), "delivery address");
        assert_eq!(lower_start("URL of the page"), "URL of the page");
        assert_eq!(lower_start("A"), "a");
        assert_eq!(lower_start(""), "");
    }
}
