//! The tool that the guide "Migration" begins with.

use rig_core::tool::{Tool, ToolContext};
use serde_json::json;

#[derive(serde::Deserialize)]
struct Operands {
    x: i32,
    y: i32,
}

#[derive(Debug)]
struct MathError;

impl std::fmt::Display for MathError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("out of range")
    }
}

impl std::error::Error for MathError {}

struct Adder;

impl Tool for Adder {
    const NAME: &'static str = "add";
    type Error = MathError;
    type Args = Operands;
    type Output = i32;

    fn description(&self) -> String {
        "Adds two numbers".to_owned()
    }

    fn parameters(&self) -> serde_json::Value {
        json!({ "type": "object", "properties": { "x": { "type": "integer" }, "y": { "type": "integer" } } })
    }

    async fn call(&self, _context: &mut ToolContext, args: Operands) -> Result<i32, MathError> {
        args.x.checked_add(args.y).ok_or(MathError)
    }
}

fn main() {
    println!("{}: {}", Adder::NAME, Adder.description());
}
