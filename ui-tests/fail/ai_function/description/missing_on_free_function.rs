use hpd_runtime::ai_function;

#[ai_function]
fn balance() -> i64 {
    0
}

fn main() {
    balance();
}
