//! Words in names that mean a change: the table of the documentation, and its effects on tools.

use hpd_host::__private::text::{
    READ_WORDS, WRITE_WORDS_ANYWHERE, WRITE_WORDS_AT_ENDS, may_write, write_word,
};
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use serde_json::json;

use crate::external::toolbox;

const DOCUMENT: &str = include_str!("../../../docs/write-words.md");

// Macros emit such assertions into other crates.
const _: () = assert!(write_word("DBDelete").is_some() && write_word("get_post").is_none());
const FIRST_OF_LIST: bool = match write_word("create_user") {
    Some(found) => found.is_first && found.is_anywhere,
    None => false,
};

/// The cells of all rows of tables with that many cells, without their heads.
fn rows(cells: usize, head: &str) -> Vec<Vec<&'static str>> {
    let (_, table) = DOCUMENT.split_once(head).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<_>> =
        rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    assert!(rows.iter().all(|row| row.len() == cells), "{rows:?}");
    rows
}

fn unquoted(cell: &str) -> &str {
    cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`')).unwrap()
}

#[test]
fn a_constant_of_another_crate_can_ask() {
    const { assert!(FIRST_OF_LIST) }
}

#[test]
fn the_documentation_has_the_lists_of_the_code() {
    let lists: Vec<Vec<&str>> = rows(3, "| words | where in the name | |")
        .into_iter()
        .map(|row| row[0].split(", ").map(unquoted).collect())
        .collect();
    assert_eq!(lists, [WRITE_WORDS_ANYWHERE, WRITE_WORDS_AT_ENDS, READ_WORDS]);
}

#[test]
fn the_examples_of_the_documentation_hold() {
    let examples = rows(3, "| name | by name | why |");
    assert!(examples.len() > 20);
    for row in examples {
        let name = unquoted(row[0]);
        let may = match row[1] {
            "may write" => true,
            "does not" => false,
            other => panic!("{other}"),
        };
        assert_eq!(may_write(name), may, "{name}");
        // The reason begins with the word that was found.
        let said = row[2].strip_prefix('`').and_then(|why| why.split_once('`')).map(|(word, _)| word);
        if may {
            assert_eq!(write_word(name).map(|found| found.word), said, "{name}");
        }
    }
}

#[test]
fn a_name_makes_a_write_and_never_a_read() {
    let class = |name: &str| {
        let tool = ExternalTool::new(name, "", json!({ "type": "object" }));
        let toolbox = toolbox(ExternalSource::mcp("crm", vec![tool]));
        toolbox.all_tools()[0].classification().unwrap()
    };
    for name in ["DBDelete", "APICreateUser", "SQLInsert", "CRMUpdateContact", "can_send_mms"] {
        assert_eq!(class(name), Classification::Write, "{name}");
    }
    for name in ["get_identity_provider_patch", "get_post", "list_runs", "balance", "удалить"] {
        assert_eq!(class(name), Classification::Unclassified, "{name}");
    }
}
