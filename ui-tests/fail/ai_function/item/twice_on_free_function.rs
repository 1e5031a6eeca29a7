use hpd_runtime::ai_function;

/// The balance of all accounts.
#[ai_function]
#[ai_function(idempotent)]
fn balance() -> i64 {
    0
}

fn main() {
    balance();
}
