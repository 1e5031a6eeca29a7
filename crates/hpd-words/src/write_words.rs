//! Words of a name that mean a change.

use super::words::{Word, Words};

/// Words that mean a change, wherever they stand in a name: `xero_create_invoice`, `get_send_status`.
pub const WRITE_WORDS_ANYWHERE: &[&str] = &[
    "approve",
    "archive",
    "cancel",
    "create",
    "delete",
    "deploy",
    "destroy",
    "drop",
    "edit",
    "erase",
    "grant",
    "insert",
    "modify",
    "overwrite",
    "publish",
    "purchase",
    "purge",
    "refund",
    "reimburse",
    "reject",
    "remove",
    "rename",
    "revoke",
    "send",
    "submit",
    "terminate",
    "transfer",
    "truncate",
    "uninstall",
    "update",
    "upload",
    "upsert",
    "void",
    "wipe",
    "withdraw",
    "write",
];

/// Words that mean a change if they stand at the beginning or end of a name. In other places they may be nouns:
/// `get_share_link`.
pub const WRITE_WORDS_AT_ENDS: &[&str] = &[
    "activate",
    "add",
    "append",
    "apply",
    "assign",
    "ban",
    "bash",
    "book",
    "buy",
    "change",
    "charge",
    "checkout",
    "close",
    "complete",
    "deactivate",
    "del",
    "disable",
    "dismiss",
    "drain",
    "enable",
    "eval",
    "exchange",
    "exec",
    "execute",
    "fork",
    "import",
    "install",
    "invite",
    "kill",
    "lock",
    "make",
    "manage",
    "mark",
    "merge",
    "move",
    "notify",
    "patch",
    "pay",
    "post",
    "push",
    "put",
    "reboot",
    "register",
    "reopen",
    "replace",
    "reply",
    "rerun",
    "reschedule",
    "reserve",
    "reset",
    "resolve",
    "restart",
    "restore",
    "return",
    "revert",
    "rm",
    "rollback",
    "rotate",
    "run",
    "save",
    "schedule",
    "sell",
    "set",
    "share",
    "shell",
    "start",
    "stop",
    "store",
    "subscribe",
    "suspend",
    "sync",
    "toggle",
    "trigger",
    "unassign",
    "unban",
    "unblock",
    "unlock",
    "unresolve",
    "unsubscribe",
    "wire",
];

/// Words that mean a read where a name begins with them. Words of [`WRITE_WORDS_AT_ENDS`] don't count then.
pub const READ_WORDS: &[&str] = &[
    "calculate",
    "can",
    "check",
    "compare",
    "compute",
    "count",
    "describe",
    "download",
    "explain",
    "export",
    "fetch",
    "find",
    "get",
    "has",
    "is",
    "list",
    "lookup",
    "query",
    "read",
    "search",
    "show",
    "summarize",
    "view",
];

/// Words that begin a second action: `get_and_set`.
const JOINTS: &[&str] = &["and", "or", "then"];

/// A word of a name that means a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteWord {
    /// The word, as in its list.
    pub word: &'static str,
    /// It is one of [`WRITE_WORDS_ANYWHERE`].
    pub is_anywhere: bool,
    /// The name begins with it.
    pub is_first: bool,
}

/// Returns the first word in a name that denotes a change. Usable in constants.
///
/// [`Words`] splits the name, and digits separate words too: `delete2`. Inflected forms don't count, since they
/// describe what is read: `list_created_issues`, `get_updates`.
///
/// ```
/// use hpd_words::write_word;
///
/// const _: () = assert!(write_word("DBDelete").is_some());
/// assert_eq!(write_word("get_send_status").unwrap().word, "send");
/// assert_eq!(write_word("todo_add").unwrap().word, "add");
/// assert_eq!(write_word("get_share_link"), None);
/// ```
pub const fn write_word(name: &str) -> Option<WriteWord> {
    let mut words = Words::new(name);
    let mut state = State::NEW;
    while let Some(word) = words.next_word() {
        if let Some(found) = state.read(word) {
            return Some(found);
        }
    }
    // Behind a read word, the last one is its object: `get_post`.
    match state.last {
        Some(word) if !state.is_read => Some(WriteWord { word, is_anywhere: false, is_first: false }),
        _ => None,
    }
}

/// Whether a tool is possibly a write, judged by its name alone. The name has a [`write_word`], or characters outside
/// of ASCII. Such characters may be words of another language, or look-alikes.
///
/// ```
/// use hpd_words::may_write;
///
/// assert!(may_write("delete_user") && may_write("löschen"));
/// assert!(!may_write("get_user") && !may_write("trial_balance"));
/// ```
pub const fn may_write(name: &str) -> bool {
    !name.is_ascii() || write_word(name).is_some()
}

/// The state after the words so far.
struct State {
    is_first_word: bool,
    /// The next word begins an action.
    is_start: bool,
    /// The action begins with a read word.
    is_read: bool,
    /// The last word, if it means a change at the end.
    last: Option<&'static str>,
}

impl State {
    const NEW: Self = Self { is_first_word: true, is_start: true, is_read: false, last: None };

    /// Reads a word, in parts without digits. Returns the result for the name, unless more words are needed.
    const fn read(&mut self, word: Word<'_>) -> Option<WriteWord> {
        // A part in mixed case is a name of its own, unless it is the object of a read: `users_setActive`.
        self.is_start |= word.begins_part || word.begins_compound && !self.is_read;
        let is_prefix = self.is_start && word.begins_compound && is_acronym(word.text);
        let mut rest = word.text;
        let mut acronym = word.follows_acronym;
        while !rest.is_empty() {
            let (piece, behind) = split_at_digits(rest);
            if !piece.is_empty()
                && let Some(found) = self.piece(piece, acronym)
            {
                return Some(found);
            }
            rest = behind;
            acronym = false;
        }
        // An acronym in front is a prefix: `S3PutObject`.
        self.is_start |= is_prefix && !self.is_read;
        None
    }

    const fn piece(&mut self, piece: &str, follows_acronym: bool) -> Option<WriteWord> {
        // A version at the end is not the last word: `todo_add_v2`.
        if is_same(piece, "v") {
            return None;
        }
        // The first character of `Bdelete` in `DBdelete` may belong to the acronym.
        let inner = if follows_acronym && piece.is_char_boundary(1) { piece.split_at(1).1 } else { "" };
        let is_first = std::mem::replace(&mut self.is_first_word, false);
        let is_start = std::mem::replace(&mut self.is_start, is_one_of(JOINTS, piece));
        if let Some(word) = either(WRITE_WORDS_ANYWHERE, piece, inner) {
            return Some(WriteWord { word, is_anywhere: true, is_first });
        }
        let at_end = either(WRITE_WORDS_AT_ENDS, piece, inner);
        if is_start {
            if let Some(word) = at_end {
                return Some(WriteWord { word, is_anywhere: false, is_first });
            }
            self.is_read = is_one_of(READ_WORDS, piece);
        }
        self.last = at_end;
        None
    }
}

/// The text before its first digit, and the text after that digit.
const fn split_at_digits(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_digit() {
            return (text.split_at(at).0, text.split_at(at + 1).1);
        }
        at += 1;
    }
    (text, "")
}

const fn is_acronym(word: &str) -> bool {
    let bytes = word.as_bytes();
    let mut at = 0;
    while at < bytes.len() && (bytes[at].is_ascii_uppercase() || bytes[at].is_ascii_digit()) {
        at += 1;
    }
    at > 1 && at == bytes.len()
}

const fn is_one_of(list: &'static [&'static str], piece: &str) -> bool {
    find(list, piece).is_some()
}

const fn either(list: &'static [&'static str], piece: &str, inner: &str) -> Option<&'static str> {
    match find(list, piece) {
        Some(word) => Some(word),
        None => find(list, inner),
    }
}

/// Whether two words differ in capitals at most.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at].eq_ignore_ascii_case(&other[at]) {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The word of a list, ignoring case.
const fn find(list: &'static [&'static str], piece: &str) -> Option<&'static str> {
    let mut index = 0;
    while index < list.len() {
        if is_same(list[index], piece) {
            return Some(list[index]);
        }
        index += 1;
    }
    None
}

#[cfg(test)]
mod tests;
