use hpd_runtime::ai_function;

/// Pays.
#[ai_function(write, risk = low, check = self.check(ctx))]
fn pay(/** How much. */ amount: u32) -> u32 { amount }

fn main() {}
