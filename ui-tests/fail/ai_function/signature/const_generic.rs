use hpd_runtime::ai_function;

/// The balance of some accounts.
#[ai_function]
fn balance<const N: usize>(
    /// The accounts.
    accounts: Vec<u32>,
) -> usize {
    accounts.len() * N
}

fn main() {
    balance::<1>(Vec::new());
}
