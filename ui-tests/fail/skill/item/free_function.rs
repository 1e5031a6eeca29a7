use hpd_runtime::skill;

/// How a month is closed.
#[skill(instructions = "Carefully.")]
fn closing() {}

fn main() {
    closing();
}
