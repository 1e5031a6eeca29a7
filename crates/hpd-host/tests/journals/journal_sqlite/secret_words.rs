//! A later call shows that an earlier message of the user is sensitive. At no time does a file hold it.

use futures_executor::block_on;

use crate::common::database::Database;
use crate::common::words::{KEPT, SECRET, talk};
use crate::journal_sqlite::Folder;

#[test]
fn no_file_ever_has_a_secret_that_the_user_wrote() {
    let folder = Folder::new();
    let looked_for = [SECRET.to_owned(), KEPT.to_owned()];
    let mut looks = 0;
    block_on(talk(folder.journal(), async |after: &str| {
        assert_eq!(folder.found(&looked_for), [KEPT], "after {after}");
        looks += 1;
    }));
    assert_eq!(looks, 5);
    assert_eq!(folder.found(&looked_for), [KEPT], "after the end");
}
