//! Sensitive values are in no row, wherever they were in a conversation.

use futures_executor::block_on;
use proptest::prelude::*;

use crate::common::database::Database;
use crate::common::talk::{Case, EDGES, KEPT, cases, talk};
use crate::journal_sqlite::Folder;

/// All rows of the tables that hold contents.
fn rows(folder: &Folder) -> String {
    let sql = "SELECT coalesce(group_concat(text, char(10)), '') FROM (
        SELECT kind || call_id || payload AS text FROM journal UNION ALL SELECT call FROM pending_calls)";
    folder.connection().query_row(sql, (), |row| row.get(0)).unwrap()
}

fn hides(case: &Case) -> Result<(), TestCaseError> {
    let folder = Folder::new();
    let mut found = Vec::new();
    block_on(talk(case, folder.relaxed(), async |after: &str| {
        let rows = rows(&folder);
        let lines = rows.lines().filter(|line| EDGES.iter().any(|edge| line.contains(edge)));
        found.extend(lines.map(|line| format!("after {after}: {line}")));
    }));
    prop_assert_eq!(found, [""; 0]);
    prop_assert!(rows(&folder).contains(KEPT), "the rest is there");
    let edges = EDGES.map(str::to_owned);
    prop_assert_eq!(folder.found(&edges), [""; 0], "in the files");
    Ok(())
}

#[test]
fn a_card_in_the_memo_of_its_own_payment_is_hidden() {
    let secret = "Zq7-4111-1111-7qZ".to_owned();
    let case = Case { secret, escaped: 0, before: 5, behind: 0, fails: false };
    assert!(hides(&case).is_ok(), "{:?}", hides(&case));
}

/// An invisible character before a backslash and a quote: an error text drops the first and keeps the others.
#[test]
fn an_invisible_character_before_an_escape_hides_nothing() {
    let secret = "Zq7\u{200b}\\\"7qZ".to_owned();
    let case = Case { secret, escaped: 0, before: 0, behind: 0, fails: true };
    assert!(hides(&case).is_ok(), "{:?}", hides(&case));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn no_sensitive_value_is_kept_wherever_it_stands(case in cases()) {
        hides(&case)?;
    }
}
