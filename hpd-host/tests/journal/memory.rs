//! What the journal in memory does beside what every journal does.

use futures_executor::block_on;
use hpd_host::journal::{Journal, MemoryJournal, RegisteredTool};

#[test]
fn it_shows_the_tools_that_were_registered_last() {
    let tool = |name: &str| RegisteredTool {
        name: name.to_owned(),
        id: format!("Books.{name}"),
        plugin: Some("Books".to_owned()),
        description: "Voids an invoice.".to_owned(),
        is_write: None,
        risk: None,
    };
    let journal = MemoryJournal::new();
    block_on(journal.register_tools(vec![tool("void_invoice"), tool("create_invoice")])).unwrap();
    block_on(journal.register_tools(vec![tool("void_invoice")])).unwrap();
    assert_eq!(journal.tools(), [tool("void_invoice")]);
}
