//! What every store of pending calls, and every journal, must do.

use hpd_host::testing::store_kit::pending_store_on;

use crate::desk::Desk;

#[test]
fn it_is_a_store_of_pending_calls() {
    let Some(desk) = Desk::new() else { return };
    pending_store_on(|| desk.journal(), |future| desk.block_on(future));
}
