//! Events as lines of JSON.

use std::io::Write;

use hpd_examples::reading::shown_json;
use hpd_host::journal::{EventFilter, Journal};

use crate::options::Options;
use crate::pages::Pages;

/// All events, a line each.
pub(crate) fn export(
    journal: &dyn Journal,
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let filter = EventFilter::default().session(options.session.clone()).from(options.since);
    let mut pages = Pages::new(journal, filter);
    loop {
        let page = if options.follow { pages.wait()? } else { pages.next()? };
        if page.is_empty() {
            return Ok(());
        }
        for record in page {
            writeln!(out, "{}", shown_json(&serde_json::to_string(&record)?))?;
        }
        out.flush()?;
    }
}
