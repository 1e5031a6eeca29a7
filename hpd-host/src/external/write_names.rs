//! Tools whose names say that they write.

/// Words that mean a change wherever they stand in a name: `issue_write`, `xero_create_invoice`.
const WRITES: &[&str] = &[
    "create",
    "update",
    "delete",
    "void",
    "approve",
    "send",
    "write",
    "insert",
    "upsert",
    "remove",
    "modify",
    "edit",
    "destroy",
    "erase",
    "drop",
    "purge",
    "overwrite",
    "transfer",
    "refund",
    "revoke",
    "grant",
    "deploy",
    "publish",
    "upload",
    "rename",
    "archive",
    "reject",
    "cancel",
    "submit",
    "purchase",
    "reimburse",
    "terminate",
];

/// Words that mean a change where a name begins with them; elsewhere they may be nouns: `get_post`.
const LEADING_WRITES: &[&str] = &[
    "add",
    "set",
    "put",
    "post",
    "patch",
    "pay",
    "book",
    "push",
    "merge",
    "move",
    "replace",
    "reset",
    "save",
    "store",
    "assign",
    "unassign",
    "close",
    "reopen",
    "start",
    "stop",
    "restart",
    "run",
    "rerun",
    "execute",
    "exec",
    "enable",
    "disable",
    "activate",
    "deactivate",
    "lock",
    "unlock",
    "invite",
    "share",
    "schedule",
    "reschedule",
    "exchange",
    "return",
    "charge",
    "reply",
    "mark",
    "dismiss",
    "fork",
    "append",
    "apply",
    "buy",
    "change",
    "make",
    "manage",
    "reserve",
    "restore",
    "revert",
    "resolve",
    "suspend",
    "toggle",
];

/// Words that mean a change where a name ends with them: `todo_add`.
const TRAILING_WRITES: &[&str] = &["add", "append", "replace", "complete"];

/// Words that mean a look where a name begins with them, whatever follows: `get_send_status`.
const LEADING_READS: &[&str] = &[
    "get",
    "list",
    "read",
    "search",
    "find",
    "fetch",
    "query",
    "show",
    "view",
    "describe",
    "count",
    "check",
    "lookup",
    "download",
    "export",
    "calculate",
    "compute",
    "compare",
    "explain",
    "summarize",
    "is",
    "has",
    "can",
];

/// Whether a tool's name says that it writes. Words are told apart by `_`, `-`, blanks, dots, slashes and capitals; what
/// stands before a dot, a slash or `__` is a name of its own.
pub(crate) fn is_named_like_a_write(name: &str) -> bool {
    let words = name.replace("__", ".");
    let mut names = words.split(['.', '/', ':']).filter(|name| !name.is_empty());
    names.next_back().is_some_and(says_write) || names.any(|before| starts_with_a_write(&split_words(before)))
}

fn says_write(name: &str) -> bool {
    let words = split_words(name);
    match words.first() {
        Some(first) if LEADING_READS.contains(&first.as_str()) => false,
        _ => {
            starts_with_a_write(&words)
                || words.last().is_some_and(|last| TRAILING_WRITES.contains(&last.as_str()))
                || words.iter().any(|word| WRITES.contains(&word.as_str()))
        }
    }
}

fn starts_with_a_write(words: &[String]) -> bool {
    let first = words.first().map(String::as_str).unwrap_or_default();
    WRITES.contains(&first) || LEADING_WRITES.contains(&first)
}

/// The words of a name in small letters: `createDraftPR` is create, draft, pr.
fn split_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in name.chars() {
        let begins = !before.is_alphanumeric() || (c.is_uppercase() && !before.is_uppercase());
        if c.is_alphanumeric() {
            if begins || words.is_empty() {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::is_named_like_a_write;

    #[test]
    fn names_that_say_write() {
        let names = [
            "create_invoice",
            "update-contact",
            "deleteUser",
            "void_invoice",
            "approve_bill",
            "send_invoice",
            "CreateDraftPR",
            "issue_write",
            "xero_create_invoice",
            "github.create_issue",
            "github__add_comment",
            "repo/merge_pull_request",
            "add_issue_comment",
            "push_files",
            "set_status",
            "DELETE",
            "make_payment",
            "todo_add",
            "change_user_email",
        ];
        for name in names {
            assert!(is_named_like_a_write(name), "{name}");
        }
    }

    #[test]
    fn names_that_do_not() {
        let names = [
            "get_invoice",
            "list_created_issues",
            "search_orders",
            "get_send_status",
            "read_file",
            "recreate",
            "invoices",
            "get_post",
            "postal_code",
            "settings",
            "updates",
            "",
            "__",
            "forecast",
            "listUpdatedFiles",
            "github.get_me",
            "download_file",
            "address_lookup",
            "can_send_mms",
            "get_identity_provider_patch",
        ];
        for name in names {
            assert!(!is_named_like_a_write(name), "{name}");
        }
    }
}
