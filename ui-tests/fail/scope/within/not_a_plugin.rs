use hpd_runtime::scope;

struct Office;

struct Ledger;

#[scope("Books and invoices.", within = Office)]
impl Ledger {}

fn main() {
    let _ = Office;
}
