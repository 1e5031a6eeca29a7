//! The journal in memory.

use hpd_host::journal::MemoryJournal;
use hpd_host::testing::pending_store;

#[test]
fn it_is_a_store_of_pending_calls() {
    pending_store(MemoryJournal::new);
}
