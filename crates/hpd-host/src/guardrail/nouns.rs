//! Nouns in the names of tools that name an action: a tool that creates payments pays.

/// Verbs without a meaning beyond their noun: to make a payment is to pay.
const MAKING: [&str; 18] = [
    "create", "make", "add", "new", "record", "process", "post", "submit", "issue", "initiate", "execute",
    "perform", "do", "start", "register", "request", "place", "trigger",
];

/// Whether a verb says only that its noun's action is done.
pub(super) fn is_making(verb: &str) -> bool {
    MAKING.contains(&verb)
}

/// Whether a verb says that its noun's action is complete: "the transfer has been completed".
pub(super) fn is_ending(verb: &str) -> bool {
    ["complete", "finish"].contains(&verb)
}

/// Endings of nouns derived from verbs, with the endings of the verbs.
const ENDINGS: [(&str, &[&str]); 10] = [
    ("ment", &["", "e"]),
    ("ification", &["ify"]),
    ("lation", &["", "late", "le"]),
    ("ation", &["", "e", "ate"]),
    ("ission", &["it"]),
    ("ption", &["pt", "be"]),
    ("ion", &["", "e"]),
    ("al", &["", "e"]),
    ("ing", &["", "e"]),
    ("ery", &["er"]),
];

/// The possible verbs of a noun. Some of them are no words, and occur in no name.
pub(super) fn verbs_of(noun: &str) -> Vec<String> {
    let mut verbs = vec![noun.to_owned()];
    for (ending, instead) in ENDINGS {
        let Some(stem) = noun.strip_suffix(ending).filter(|stem| stem.chars().count() > 2) else { continue };
        verbs.extend(instead.iter().map(|instead| format!("{stem}{instead}")));
    }
    verbs
}

#[cfg(test)]
mod tests {
    use super::verbs_of;

    #[test]
    fn nouns_have_their_verbs() {
        for (noun, verb) in [
            ("payment", "pay"),
            ("refund", "refund"),
            ("cancellation", "cancel"),
            ("reservation", "reserve"),
            ("invitation", "invite"),
            ("notification", "notify"),
            ("submission", "submit"),
            ("deletion", "delete"),
            ("approval", "approve"),
            ("booking", "book"),
            ("delivery", "deliver"),
            ("subscription", "subscribe"),
            ("reimbursement", "reimburse"),
        ] {
            assert!(verbs_of(noun).iter().any(|made| made == verb), "{noun}: {:?}", verbs_of(noun));
        }
    }

    #[test]
    fn a_noun_that_is_short_is_left_whole() {
        assert_eq!(verbs_of("ring"), ["ring"]);
        assert_eq!(verbs_of("invoice"), ["invoice"]);
    }
}
