//! An order of milk: the sources of the address and the phone number, and the questions before they are used.
//!
//! Run it with `cargo run --example shopping -- flow-2b`, and type the answers that the first lines suggest, or others.
//! With `--script` the program gives the user's lines too. [`SCENES`] are the scenes.

mod model;
mod scenes;

use std::error::Error;
use std::io;
use std::process::ExitCode;

use futures_executor::block_on;
use hpd_examples::dialogue::{Dialogue, choose};
use hpd_examples::output::{is_closed_pipe, print};
use hpd_examples::shopping::Buy;

use model::Shopper;
use scenes::{SCENES, toolbox};

const ABOUT: &str = "\
No model is at hand: a small program plays it. It understands \"Buy milk\", and an address, a phone number
and a name with commas between them. Checks, questions and orders are real.
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough.
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (scene, lines) = choose("shopping", SCENES, std::env::args().skip(1))?;
    print(&format!("{ABOUT}{}: {}\n", scene.name, scene.about))?;
    let buy = Buy::default();
    let toolbox = toolbox(scene.name, buy.clone())?;
    block_on(Dialogue::new(&toolbox, Shopper::default(), lines, io::stdout()).hold())?;
    print(&format!("\nOrders that were placed: {}\n", buy.orders().len()))?;
    for order in buy.orders() {
        print(&format!("  {order:?}\n"))?;
    }
    Ok(())
}
