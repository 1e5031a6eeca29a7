use hpd_runtime::skill;

/// How a year is closed.
#[skill(instructions = "Carefully.")]
struct Year;

fn main() {}
