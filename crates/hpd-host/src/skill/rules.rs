//! The rules of the public skill format for names and texts.

/// The most characters that a name may have.
const NAME: usize = 64;
/// The most characters that a description may have.
const DESCRIPTION: usize = 1024;
/// The most characters that a note on compatibility may have.
#[cfg(feature = "yaml")]
const COMPATIBILITY: usize = 500;

/// Checks the name of a skill.
///
/// # Errors
///
/// The broken rule.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    check_length("name", name, NAME)?;
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if let Some(odd) = name.chars().find(|c| !is_allowed(*c)) {
        return Err(format!("`name` may hold only lower-case letters, digits and hyphens, and has {odd:?}"));
    }
    if name.starts_with('-') || name.ends_with('-') {
        return Err("`name` must not begin or end with a hyphen".to_owned());
    }
    if name.contains("--") {
        return Err("`name` must not have two hyphens in a row".to_owned());
    }
    Ok(())
}

/// Checks the description of a skill.
///
/// # Errors
///
/// The broken rule.
pub(crate) fn check_description(text: &str) -> Result<(), String> {
    check_length("description", text, DESCRIPTION)
}

/// Checks a skill's `compatibility` text.
///
/// # Errors
///
/// The broken rule.
#[cfg(feature = "yaml")]
pub(super) fn check_compatibility(text: &str) -> Result<(), String> {
    check_length("compatibility", text, COMPATIBILITY)
}

fn check_length(key: &str, text: &str, max: usize) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err(format!("`{key}` must not be empty"));
    }
    match text.chars().count() {
        length if length > max => Err(format!("`{key}` has {length} characters, and may have {max}")),
        _ => Ok(()),
    }
}

/// The name as the form wants it: `QuickCheck` and `quick_check` are `quick-check`.
pub(crate) fn kebab_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut kebab = String::new();
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_ascii_alphanumeric() {
            push_hyphen(&mut kebab);
            continue;
        }
        let before = at.checked_sub(1).map(|before| chars[before]);
        let after = chars.get(at + 1);
        // A word begins where lower case ends, and at the last capital of several: `PDFForms` is `pdf-forms`.
        let begins = c.is_ascii_uppercase()
            && before.is_some_and(|before| {
                !before.is_ascii_uppercase() || after.is_some_and(char::is_ascii_lowercase)
            });
        if begins {
            push_hyphen(&mut kebab);
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab.truncate(NAME);
    let kebab = kebab.trim_end_matches('-');
    if kebab.is_empty() { "skill".to_owned() } else { kebab.to_owned() }
}

fn push_hyphen(kebab: &mut String) {
    if !kebab.is_empty() && !kebab.ends_with('-') {
        kebab.push('-');
    }
}

#[cfg(test)]
mod tests {
    use super::{check_description, check_name, kebab_case};

    #[test]
    fn names_of_the_form_are_accepted() {
        for name in ["a", "pdf-processing", "3d-models", "a1-b2", &"a".repeat(64)] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn other_names_are_refused() {
        for (name, problem) in [
            ("", "`name` must not be empty"),
            ("PDF", "`name` may hold only lower-case letters, digits and hyphens, and has 'P'"),
            ("pdf_forms", "`name` may hold only lower-case letters, digits and hyphens, and has '_'"),
            ("../pdf", "`name` may hold only lower-case letters, digits and hyphens, and has '.'"),
            ("-pdf", "`name` must not begin or end with a hyphen"),
            ("pdf-", "`name` must not begin or end with a hyphen"),
            ("pdf--forms", "`name` must not have two hyphens in a row"),
            (&"a".repeat(65), "`name` has 65 characters, and may have 64"),
        ] {
            assert_eq!(check_name(name).unwrap_err(), problem);
        }
    }

    #[test]
    fn a_description_is_counted_in_characters() {
        assert_eq!(check_description(&"ä".repeat(1024)), Ok(()));
        assert_eq!(
            check_description(&"ä".repeat(1025)).unwrap_err(),
            "`description` has 1025 characters, and may have 1024"
        );
        assert_eq!(check_description(" \n").unwrap_err(), "`description` must not be empty");
    }

    #[test]
    fn every_name_has_one_of_the_form() {
        for (name, kebab) in [
            ("QuickLiquidityAnalysis", "quick-liquidity-analysis"),
            ("quick_check", "quick-check"),
            ("PDFForms", "pdf-forms"),
            ("parsePDF", "parse-pdf"),
            ("step2Of3", "step2-of3"),
            ("__Odd__name--", "odd-name"),
            ("already-right", "already-right"),
            ("ä", "skill"),
        ] {
            assert_eq!(kebab_case(name), kebab);
            assert_eq!(check_name(kebab), Ok(()));
        }
        assert_eq!(check_name(&kebab_case(&"Ab".repeat(64))), Ok(()));
    }
}
