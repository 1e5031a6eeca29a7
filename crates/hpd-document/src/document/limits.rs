//! How much a text may hold: reading it costs as much time and memory.

use super::FileProblem;
use super::located::Position;

/// Bytes of a text: 2 MiB.
const MAX_BYTES: usize = 2 << 20;
/// Keys and values of a text. Lists and mappings are values, too.
const MAX_VALUES: usize = 200_000;
/// Keys and values that anchors and aliases repeat. Each repeated one is a copy.
#[cfg(feature = "yaml")]
const MAX_REPEATED: usize = 200_000;
/// Lists and mappings inside each other. Reading a text goes as deep on the stack, and so does forgetting it.
const MAX_DEPTH: usize = 64;

/// Refuses a text of too many bytes, before anything of it is read.
pub(super) fn check_length(text: &str) -> Result<(), FileProblem> {
    if text.len() <= MAX_BYTES {
        return Ok(());
    }
    Err(FileProblem::whole(format!("the text has more than {MAX_BYTES} bytes")))
}

/// Counts the keys and values of one text.
#[derive(Default)]
pub(super) struct Counts {
    values: usize,
    #[cfg(feature = "yaml")]
    repeated: usize,
}

impl Counts {
    /// Counts a key or a value with its depth: the lists and mappings around it, and itself if it is one.
    pub(super) fn add(&mut self, depth: usize, position: Position) -> Result<(), FileProblem> {
        self.values += 1;
        if self.values > MAX_VALUES {
            let message = format!("the text has more than {MAX_VALUES} keys and values");
            return Err(FileProblem::at(position, message));
        }
        check_depth(depth, position)
    }

    /// Counts what an anchor or an alias copies, with the depth of its innermost value.
    #[cfg(feature = "yaml")]
    pub(super) fn repeat(
        &mut self,
        values: usize,
        depth: usize,
        position: Position,
    ) -> Result<(), FileProblem> {
        self.repeated = self.repeated.saturating_add(values);
        if self.repeated > MAX_REPEATED {
            let message = format!("anchors and aliases repeat more than {MAX_REPEATED} keys and values");
            return Err(FileProblem::at(position, message));
        }
        check_depth(depth, position)
    }
}

fn check_depth(depth: usize, position: Position) -> Result<(), FileProblem> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    let message = format!("the text nests more than {MAX_DEPTH} lists and mappings");
    Err(FileProblem::at(position, message))
}
