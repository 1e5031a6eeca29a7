use hpd_runtime::ai_function;

/// Voids everything.
#[ai_function(write, risk = low, check = self.is_open)]
fn void() {}

fn main() {}
