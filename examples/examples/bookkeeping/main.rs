//! A bookkeeper at a terminal: a payment that is blocked, corrected, confirmed and booked; a void that is confirmed by its
//! phrase; an update, with what changes; a write that is cancelled; a false word of the model about a payment, and what the
//! user reads in its place; and the question after corrections in vain.
//!
//! Run it with `cargo run --example bookkeeping`, and type what the first lines say. With `--script` and the name of
//! one of the [`SCENES`] the user's lines are given too. With `--journal FILE`, or the address of a PostgreSQL server,
//! everything that happens is kept there: `cargo run --example journal` and `cargo run --example health` read a file,
//! `psql` what is on a server.

mod journal;
mod model;

use std::error::Error;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use hpd_examples::bookkeeping::{Bookkeeping, with_previews};
use hpd_examples::dialogue::{Dialogue, Scene, choose};
use hpd_examples::output::{is_closed_pipe, print};
use hpd_host::Toolbox;
use hpd_host::journal::MemoryJournal;

use model::Clerk;

const SCENES: &[Scene] = &[
    Scene {
        name: "payment",
        about: "a payment is blocked, set right, confirmed, and booked.",
        lines: &["Record ₹5000 payment from Acme Corp", "confirm"],
    },
    Scene {
        name: "cancel",
        about: "the user says no.",
        lines: &["Record ₹5000 payment from Acme Corp", "cancel"],
    },
    Scene {
        name: "void",
        about: "what can't be undone is confirmed by a phrase, which is mistyped once.",
        lines: &["Void invoice INV-042", "VOID INV-41", "VOID INV-042"],
    },
    Scene {
        name: "update",
        about: "the user sees what changes.",
        lines: &["INV-042 is due on 2026-04-01", "confirm"],
    },
    Scene {
        name: "corrected",
        about: "the payment is booked, and the model says that it failed: the user reads what is true.",
        lines: &["Record ₹5000 payment from Acme Corp", "confirm"],
    },
    Scene {
        name: "details",
        about: "the model can't know what to book. After two corrections in vain the user is asked.",
        lines: &["Record a payment from Ajax", "INV-042, and the amount is ₹5,000", "confirm"],
    },
];

const ABOUT: &str = "\
No model is at hand: a small program plays it. It understands \"Record ₹5000 payment from Acme Corp\" and
\"Void invoice INV-042\", or \"INV-042 is due on 2026-04-01\". Checks, questions and books are real.
";

/// How often calls past their time are ended.
const HOUSEKEEPING: Duration = Duration::from_secs(60);

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

#[tokio::main(flavor = "current_thread")]
async fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<_> = std::env::args().skip(1).collect();
    let place = journal::take_place(&mut arguments)?;
    let (scene, lines) = choose("bookkeeping [--journal FILE]", SCENES, arguments)?;
    print(&format!("{ABOUT}{}: {}\n", scene.name, scene.about))?;
    let mut builder = with_previews(Toolbox::builder(), Arc::new(Bookkeeping::sample()));
    // Without a place of its own, the journal lasts as long as the conversation: replies are held against it.
    builder = match place {
        Some(place) => builder.journal(journal::open(&place).await?),
        None => builder.journal(MemoryJournal::new()),
    };
    let clerk = if scene.name == "corrected" { Clerk::mistaken() } else { Clerk::default() };
    let toolbox = builder.build()?;
    // Calls past their time end meanwhile, also those of an earlier run over the same journal.
    let _housekeeping = toolbox.spawn_housekeeping(HOUSEKEEPING);
    Dialogue::new(&toolbox, clerk, lines, io::stdout()).hold().await
}
