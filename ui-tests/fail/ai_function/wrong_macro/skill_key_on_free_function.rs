use hpd_runtime::ai_function;

/// The balance of all accounts.
#[ai_function(instructions = "Add them up.")]
fn balance() -> i64 {
    0
}

fn main() {
    balance();
}
