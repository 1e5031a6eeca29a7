//! Pending calls: any operations, in any order.

use std::pin::Pin;

use futures_executor::block_on;
use hpd_host::approval::MemoryStore;
use hpd_host::testing::store_kit::{StoreOperation, StoreUnderTest, check_operations};

/// Holds the store in memory against the model, with the operations that these bytes are.
///
/// # Panics
///
/// If the store does anything else than the model, a call moves against the state machine, or is claimed twice.
pub fn check_approval(data: &[u8]) {
    let store = MemoryStore::new();
    let drive = |future: Pin<Box<dyn Future<Output = ()> + '_>>| block_on(future);
    let operations = StoreOperation::read_all(data);
    let checked = block_on(check_operations(&StoreUnderTest::new(&store, &drive), &operations));
    assert_eq!(checked, Ok(()));
}
