use hpd_runtime::ai_function;

/// The balance.
#[ai_function]
fn the_balance_of_all_accounts_of_the_company_and_of_its_daughters_too() -> i64 {
    0
}

fn main() {
    the_balance_of_all_accounts_of_the_company_and_of_its_daughters_too();
}
