//! "Did you mean".

/// How alike two names have to be; typing errors are above it, other words below.
const ALIKE: f64 = 0.8;

/// The candidate that is most like `name`, if one is like it at all.
pub(crate) fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let likeness = |candidate: &'c str| (strsim::jaro_winkler(name, candidate), candidate);
    let best = candidates.into_iter().map(likeness).max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.filter(|(score, _)| *score > ALIKE).map(|(_, candidate)| candidate)
}

/// How alike a word and an attribute of ours have to be. An attribute may be another macro's, so this asks for more.
const MISSPELT: f64 = 0.9;

/// The attribute that `name` is meant as, if it is a typing error of one.
pub(crate) fn meant<'c>(name: &str, attributes: &[&'c str]) -> Option<&'c str> {
    attributes.iter().copied().find(|attribute| strsim::jaro_winkler(name, attribute) > MISSPELT)
}

/// `a`, `b` or `c`, each in backticks.
pub(crate) fn any_of<'c>(names: impl IntoIterator<Item = &'c str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_recognised() {
        let names = ["description", "default", "name", "title"];
        assert_eq!(nearest("descripton", names), Some("description"));
        assert_eq!(nearest("nmae", names), Some("name"));
        assert_eq!(nearest("wombat", names), None);
        assert_eq!(nearest("x", []), None);
    }

    #[test]
    fn attributes_of_other_macros_are_not_ours() {
        assert_eq!(meant("ai_fuction", &["ai_function"]), Some("ai_function"));
        assert_eq!(meant("aifunction", &["ai_function"]), Some("ai_function"));
        assert_eq!(meant("parm", &["param", "context"]), Some("param"));
        for other in ["async_function", "inline", "instrument", "function"] {
            assert_eq!(meant(other, &["ai_function"]), None, "{other}");
        }
    }

    #[test]
    fn lists_read_as_english() {
        assert_eq!(any_of([]), "");
        assert_eq!(any_of(["a"]), "`a`");
        assert_eq!(any_of(["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
