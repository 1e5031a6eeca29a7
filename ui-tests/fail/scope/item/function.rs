use hpd_runtime::scope;

#[scope("Books and invoices.")]
fn balance() -> i64 {
    0
}

fn main() {
    balance();
}
