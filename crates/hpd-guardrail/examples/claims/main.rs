//! Measures how often the guardrail is right: checks labelled replies from a file, and shows the wrong results.
//!
//! `cargo run -p hpd-guardrail --example claims -- FILE`, where each line of the file is JSON as in
//! `crates/hpd-guardrail/tests/guardrail/labelled.jsonl`.

mod table;

use std::error::Error;

use table::{Case, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let cases = Case::all(&std::fs::read_to_string(path)?)?;
    let mut verdicts = Vec::new();
    for case in &cases {
        let checked = case.check();
        let verdict = case.verdict(&checked.text);
        if !matches!(verdict, Verdict::Kept | Verdict::Struck) {
            println!("{} {verdict:?}\n  said  {:?}\n  reads {:?}", case.id, case.reply, checked.text);
        }
        verdicts.push(verdict);
    }
    println!("{} replies", cases.len());
    for verdict in
        [Verdict::Kept, Verdict::Struck, Verdict::StruckTooMuch, Verdict::StruckWrongly, Verdict::Missed]
    {
        println!("{verdict:?}: {}", verdicts.iter().filter(|found| **found == verdict).count());
    }
    Ok(())
}
