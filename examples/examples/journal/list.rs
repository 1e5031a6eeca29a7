//! Calls as lines.

use std::io::Write;

use hpd_examples::reading::{Cell, Colour, Colours, aligned, shown, utc};
use hpd_host::approval::StoreError;
use hpd_host::events::Event;
use hpd_host::journal::{EventFilter, Journal};

use crate::calls::{Call, Calls};
use crate::options::{Choice, Options};
use crate::pages::Pages;
use crate::said::said;

const SECONDS: &str = "%Y-%m-%d %H:%M:%S";

/// Maximum length of a text, in characters.
const SAID: usize = 60;
const NAME: usize = 36;

/// Widths of columns while further lines are unknown; columns of a finished table are as wide as their content.
const WIDTHS: [usize; 6] = ["2026-01-31 08:00:00".len(), 12, 24, 9, 8, 0];

/// Lists calls, and then the new ones as they come.
pub(crate) fn list(
    journal: &dyn Journal,
    options: &Options,
    choice: &Choice,
    out: &mut dyn Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let filter = EventFilter::default().session(options.session.clone()).from(options.since);
    let mut pages = Pages::new(journal, filter);
    let mut calls = Calls::new(choice.clone());
    loop {
        let page = pages.next()?;
        if page.is_empty() {
            break;
        }
        for record in &page {
            calls.add(record);
        }
    }
    let colours = Colours::of_output();
    let newest = calls.newest();
    if newest.is_empty() && !options.follow {
        writeln!(out, "No calls.")?;
        return Ok(());
    }
    let rows = newest.into_iter().map(|call| row(journal, call)).collect::<Result<Vec<_>, _>>()?;
    out.write_all(aligned(&[vec![heading()], rows].concat(), colours).as_bytes())?;
    out.flush()?;
    if options.follow { follow(journal, &mut pages, calls, out) } else { Ok(()) }
}

/// A line for each call that is asked about or ends.
fn follow(
    journal: &dyn Journal,
    pages: &mut Pages<'_>,
    mut calls: Calls,
    out: &mut dyn Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let colours = Colours::of_output();
    loop {
        for record in pages.wait()? {
            let is_news = matches!(record.event, Event::ToolResult(_) | Event::AskUser(_) | Event::Mcq(_));
            let Some(call) = calls.add(&record).filter(|_| is_news) else { continue };
            writeln!(out, "{}", line(&row(journal, call)?, colours))?;
        }
        out.flush()?;
    }
}

fn line(row: &[Cell; 6], colours: Colours) -> String {
    let cells = row.iter().zip(WIDTHS).map(|(cell, width)| {
        let blanks = " ".repeat(width.saturating_sub(cell.text.chars().count()));
        let text = colours.paint(&cell.text, cell.colour);
        if cell.is_right { blanks + &text } else { text + &blanks }
    });
    cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

fn heading() -> [Cell; 6] {
    let [time, session, tool, status] = ["time (UTC)", "session", "tool", "status"].map(Cell::text);
    [time, session, tool, status, Cell::number("duration"), Cell::text("what the user said")]
}

fn row(journal: &dyn Journal, call: &Call) -> Result<[Cell; 6], StoreError> {
    let duration = call.duration_ms.map(|millis| format!("{millis:.0} ms"));
    let said = said(journal, &call.session, call.turn.as_deref())?;
    Ok([
        Cell::text(utc(call.at, SECONDS)).in_colour(Some(Colour::Grey)),
        Cell::text(cut(&shown(&call.session), NAME)),
        Cell::text(cut(&shown(&call.tool), NAME)),
        Cell::text(call.status.to_string()).in_colour(Some(call.status.colour())),
        Cell::number(duration.unwrap_or_default()),
        Cell::text(cut(&shown(&said.unwrap_or_default()), SAID)),
    ])
}

/// A text cut to a maximum number of characters.
fn cut(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    text.chars().take(chars - 1).chain(['…']).collect()
}
