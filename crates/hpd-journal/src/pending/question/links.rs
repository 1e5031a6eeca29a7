//! Signs that programs take for links, mails, mentions or channels.
//!
//! One sign of each is shown by its number, and the rest stays readable: `www\u{2E}acme\u{2E}com`, `ada\u{40}acme\u{2E}com`,
//! `http\u{3A}//localhost`, `\u{40}everyone`, `\u{23}general`. `<` and `>` are escaped everywhere. Numbers, times and the
//! ends of sentences have none of them.

/// The least letters of a domain after its last dot.
const SHORTEST_TOP_LEVEL: usize = 2;
/// Programs take what follows it for a domain, whatever that is.
const WEB: &str = "www";

/// Whether a sign between these texts makes a link or a mention of them.
pub(super) fn is_link_here(c: char, before: &str, after: &str) -> bool {
    let last = before.chars().next_back();
    let next = after.chars().next();
    match c {
        '@' => next.is_some_and(|next| !next.is_whitespace()),
        '#' => next.is_some_and(char::is_alphanumeric),
        // The name of an emoji; `mailto:ada`; `http://`.
        ':' => next.is_some_and(|next| {
            next.is_ascii_alphabetic()
                || matches!(next, '_' | '+' | '-' | '/')
                || last.is_some_and(char::is_alphabetic) && !next.is_whitespace()
        }),
        '.' => is_dot_of_domain(last, after) || ends_with_web(before) && next.is_some_and(|next| next != ' '),
        // Programs read it as a dot in addresses. Sentences that end with it have no letters of ASCII around it.
        '。' => last.is_some_and(|last| last.is_ascii_alphanumeric()) && is_dot_of_domain(last, after),
        _ => false,
    }
}

/// Whether a label of a domain ends before this dot, and one begins after it that could be its last. It has two letters
/// at least, so that abbreviations stay readable; begins with one, so that numbers do; and has no underscore after it, as
/// names of functions have.
fn is_dot_of_domain(last: Option<char>, after: &str) -> bool {
    let ends_label = last.is_some_and(|last| last.is_alphanumeric() || matches!(last, '-' | '_'));
    let rest = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '-');
    let label = &after[..after.len() - rest.len()];
    ends_label
        && label.starts_with(char::is_alphabetic)
        && label.chars().nth(SHORTEST_TOP_LEVEL - 1).is_some()
        && !rest.starts_with('_')
}

fn ends_with_web(before: &str) -> bool {
    let start = before.len().checked_sub(WEB.len());
    start.and_then(|start| before.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(WEB))
}
