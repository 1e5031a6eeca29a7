use hpd_runtime::plugin;

#[plugin]
fn balance() -> i64 {
    0
}

fn main() {
    balance();
}
