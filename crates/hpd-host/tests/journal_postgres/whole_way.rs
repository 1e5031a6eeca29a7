//! Sensitive values are in no table, wherever they were in a conversation.

use hpd_host::journal::JournalOptions;
use proptest::prelude::*;

use crate::common::talk::{EDGES, KEPT, cases, talk};
use crate::desk::{Desk, new_schema, tables};

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn no_sensitive_value_is_kept_wherever_it_stands(case in cases()) {
        let Some(desk) = Desk::new() else { return Ok(()) };
        let schema = new_schema();
        let journal = desk.journal_in(&schema, JournalOptions::default());
        let client = desk.client(&schema);
        let mut found = Vec::new();
        desk.block_on(talk(&case, journal, async |after: &str| {
            let tables = tables(&client).await;
            let lines = tables.lines().filter(|line| EDGES.iter().any(|edge| line.contains(edge)));
            found.extend(lines.map(|line| format!("after {after}: {line}")));
        }));
        prop_assert_eq!(found, [""; 0]);
        prop_assert!(desk.block_on(tables(&client)).contains(KEPT), "the rest is there");
    }
}
