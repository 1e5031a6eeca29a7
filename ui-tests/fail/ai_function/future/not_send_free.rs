use std::cell::RefCell;
use std::rc::Rc;

use hpd_runtime::ai_function;

/// The balance of an account.
#[ai_function]
async fn balance(
    /// The account.
    account: u32,
) -> u32 {
    let balance = Rc::new(RefCell::new(account));
    std::future::ready(()).await;
    balance.take()
}

fn main() {
    drop(balance(1));
}
