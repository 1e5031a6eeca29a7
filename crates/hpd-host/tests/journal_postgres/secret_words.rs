//! A later call shows that an earlier message of the user is sensitive. At no time does a file of the server hold it.

use hpd_host::journal::JournalOptions;

use crate::common::words::{KEPT, SECRET, talk};
use crate::desk::{Desk, new_schema};

#[test]
fn no_file_of_the_server_ever_has_a_secret_that_the_user_wrote() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    let mut looks = 0;
    desk.block_on(talk(journal, async |after: &str| {
        client.batch_execute("CHECKPOINT").await.unwrap();
        assert!(desk.server.has_file_with(KEPT), "after {after}: the rest is there");
        assert!(!desk.server.has_file_with(SECRET), "after {after}");
        looks += 1;
    }));
    assert_eq!(looks, 5);
}
