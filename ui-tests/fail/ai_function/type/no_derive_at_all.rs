use hpd_runtime::ai_function;

struct Account {
    number: u32,
}

/// The balance of an account.
#[ai_function]
async fn balance(
    /// The account.
    account: Account,
    /// The other account.
    other: Account,
) -> u32 {
    account.number + other.number
}

fn main() {
    let account = || Account { number: 1 };
    drop(balance(account(), account()));
}
