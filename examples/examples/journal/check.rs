//! Whether a journal is as it was written.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use hpd_examples::reading::block_on;
use hpd_host::journal::{ChainHead, Damage, Journal, VerifyProgress, verify_with};

/// Prints the findings. The exit code is 1 if anything is wrong.
pub(crate) fn verify(
    journal: &dyn Journal,
    known: Option<&ChainHead>,
    out: &mut dyn Write,
) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let is_watched = io::stderr().is_terminal();
    let found = block_on(verify_with(journal, known, |progress| {
        if is_watched {
            eprint!("\r{}", so_far(progress));
        }
        ControlFlow::Continue(())
    }));
    if is_watched {
        // The line is emptied.
        eprint!("\r\x1b[K");
    }
    let found = found?.unwrap_or_default();
    let head = block_on(journal.head())?;
    write!(out, "{} entries", found.entries)?;
    if found.erased > 0 {
        write!(out, ", {} of them erased on purpose", found.erased)?;
    }
    if found.pruned_through > 0 {
        write!(out, "; those up to {} were removed on purpose", found.pruned_through)?;
    }
    writeln!(out)?;
    for damage in &found.damage {
        writeln!(out, "{}", said(damage))?;
    }
    if found.damage_left_out > 0 {
        writeln!(out, "and {} more", found.damage_left_out)?;
    }
    if found.is_whole() {
        writeln!(out, "Nothing is wrong.")?;
    }
    writeln!(out, "head {}:{}", head.number, hpd_examples::reading::shown(&head.hash))?;
    Ok(if found.is_whole() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The progress, in a line for who watches.
fn so_far(progress: &VerifyProgress) -> String {
    let damage = match progress.damage().len() {
        0 => String::new(),
        count => format!(", damage: {count}"),
    };
    format!("{} of {} entries{damage}", progress.through(), progress.head())
}

fn said(damage: &Damage) -> String {
    match damage {
        Damage::Edited { entry } => format!("entry {entry} is not as it was written"),
        Damage::Erased { entry } => {
            format!("the contents of entry {entry} are gone, and nothing says that they were erased")
        }
        Damage::Missing { first, last } if first == last => format!("entry {first} is gone"),
        Damage::Missing { first, last } => format!("entries {first} to {last} are gone"),
        Damage::NotLinked { entry } => format!("entry {entry} does not follow the one before it"),
        Damage::NotTheHead { entry } => {
            format!("the journal ends before entry {entry}, which was its head, or has another one there")
        }
        other => format!("{other:?}"),
    }
}
