use hpd_runtime::ai_function;

/// A balance.
#[ai_function]
struct Balance;

fn main() {}
