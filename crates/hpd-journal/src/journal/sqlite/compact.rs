//! Making the file smaller: pages that were freed go back to the file system.

use super::entries::unsigned;
use super::error::failed;
use super::watch::{Watch, length};
use super::writer::{PATIENCE_TO_EMPTY, Writer, begin};
use crate::journal::Compacted;
use crate::journal::writer::CompactedSlice;
use crate::pending::StoreError;

/// How many pages one transaction gives back.
const PAGES: u64 = 500;

/// The mode of a file whose free pages can be given back in slices, as SQLite numbers it.
const INCREMENTAL: u64 = 2;

impl Writer {
    /// Gives back some free pages. With the last ones, the write-ahead log is emptied, and the file becomes shorter.
    ///
    /// # Errors
    ///
    /// The database can't be written.
    pub(super) fn compact(&mut self) -> Result<CompactedSlice, StoreError> {
        let before = self.size();
        let is_last = match self.give_back()? {
            Some(is_last) => is_last,
            None => self.convert()?,
        };
        if is_last {
            // Who still reads the log delays only the end of the file, not the next writers.
            self.is_log_emptied(PATIENCE_TO_EMPTY);
        }
        Ok(CompactedSlice { size: Compacted::new(before, self.size()), is_last })
    }

    /// Whether no page is left to give back; `None` if this file has to be converted before.
    fn give_back(&mut self) -> Result<Option<bool>, StoreError> {
        let patience = self.shared.options.patience;
        let work = begin(&mut self.connection, &self.shared, self.watch.as_mut(), patience)?;
        let pragma = |name: &str| {
            work.transaction.pragma_query_value(None, name, |row| unsigned(row, 0)).map_err(failed)
        };
        if pragma("auto_vacuum")? != INCREMENTAL {
            return Ok(None);
        }
        let free = pragma("freelist_count")?;
        {
            // A row for each page.
            let sql = format!("PRAGMA incremental_vacuum({PAGES})");
            let mut statement = work.transaction.prepare(&sql).map_err(failed)?;
            let mut pages = statement.query(()).map_err(failed)?;
            while pages.next().map_err(failed)?.is_some() {}
        }
        let left = pragma("freelist_count")?;
        let head = work.head.clone();
        work.commit()?;
        self.watch.as_mut().map_or(Ok(()), |watch| watch.after(head))?;
        Ok(Some(left == 0 || left >= free))
    }

    /// Writes the file anew, so that its free pages can be given back in slices later. Returns that this is all.
    fn convert(&mut self) -> Result<bool, StoreError> {
        let converted = self.connection.execute_batch("PRAGMA auto_vacuum = INCREMENTAL; VACUUM");
        self.watch.iter_mut().for_each(Watch::changed);
        converted.map(|()| true).map_err(failed)
    }

    /// The bytes of the file and its log.
    fn size(&self) -> Option<u64> {
        match &self.watch {
            Some(watch) => watch.identity().size(),
            None => length(&self.connection).ok(),
        }
    }
}
