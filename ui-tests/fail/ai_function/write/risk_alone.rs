use hpd_runtime::ai_function;

/// Closes the month.
#[ai_function(risk = high)]
fn close() -> i64 {
    0
}

fn main() {
    close();
}
