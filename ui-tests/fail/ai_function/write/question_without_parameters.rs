use hpd_runtime::ai_function;

/// Voids everything.
#[ai_function(write, risk = low, question = "Void {all}?")]
fn void() {}

fn main() {}
