use hpd_schema::Schema;
use std::io::{BufRead, Write};
fn main() {
    let out = std::io::stdout();
    let mut out = std::io::BufWriter::new(out.lock());
    for line in std::io::stdin().lock().lines() {
        let v: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let r = match Schema::compile_text(&v["schema"].to_string()) {
            Ok(s) => {
                let a: Vec<_> = v["values"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|x| {
                        let t = x.as_str().unwrap();
                        s.errors_in(t).is_empty()
                    })
                    .collect();
                serde_json::json!({"ok": a, "unsupported": s.unsupported().iter().map(|u| u.keyword.clone()).collect::<Vec<_>>()})
            }
            Err(e) => serde_json::json!({"error": e.to_string()}),
        };
        writeln!(out, "{r}").unwrap();
    }
}
