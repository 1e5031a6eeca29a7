//! The recovery of a wrong call.

use std::fmt;

use hpd_runtime::list::Access;
use serde_json::{Value, json};

use super::Expansion;
use crate::call_error::CallMistake;

/// The recovery of a wrong call, under the toolbox's [`Recovery`](crate::list::Recovery). The call itself stays as the model
/// made it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovered {
    /// The mistake.
    pub mistake: CallMistake,
    /// The containers expanded for it, in order.
    pub expanded: Vec<Expansion>,
    /// The tool that was meant, by name, where that is known.
    pub meant: Option<String>,
    /// The tool that ran for it, by name. `None` where its arguments were refused, where it waits for the user, or
    /// where only containers were expanded.
    pub ran: Option<String>,
    /// The call was passed on to the intended tool: its end is the outcome.
    pub(crate) went_on: bool,
}

/// Bytes reserved for the text beside the expansions.
const ROOM: usize = 512;

impl Recovered {
    pub(super) fn to_json(&self) -> Value {
        let expanded: Vec<_> = self.expanded.iter().map(|expansion| &expansion.container).collect();
        json!({ "mistake": self.mistake, "expanded": expanded, "meant": self.meant, "ran": self.ran })
    }

    /// The expansions that changed something.
    pub(crate) fn newly_expanded(&self) -> impl Iterator<Item = &Expansion> {
        let is_new =
            |expansion: &&Expansion| expansion.access == Access::Expanded && !expansion.already_expanded;
        self.expanded.iter().filter(is_new)
    }

    /// Cuts the model's text beyond `most` bytes, equally for each expansion.
    pub(super) fn shorten(&mut self, max: usize) {
        let each = max.saturating_sub(ROOM) / self.expanded.len().max(1);
        self.expanded.iter_mut().for_each(|expansion| expansion.shorten(each));
    }

    /// The model's text beside the expansions.
    fn note(&self) -> String {
        let is_function =
            |meant: &String| self.expanded.iter().any(|expansion| expansion.functions.contains(meant));
        let done = |meant: &String| if is_function(meant) { "did not run" } else { "was not expanded" };
        match (self.mistake, &self.meant) {
            (CallMistake::ContainerWithParameters, Some(meant)) => {
                let arguments = if is_function(meant) { "its own arguments" } else { "NO arguments" };
                format!(
                    "The arguments were not used, since a container takes none. Now call '{meant}' by its own name, \
                     with {arguments}."
                )
            }
            (CallMistake::ContainerWithParameters, None) => {
                "The arguments were not used, since a container takes none. Now call the function you need by its own \
                 name, with its own arguments."
                    .to_owned()
            }
            (CallMistake::HiddenTool, Some(meant)) => format!(
                "'{meant}' {}, since its container was not expanded yet. Now call '{meant}' again.",
                done(meant)
            ),
            (_, Some(meant)) => format!(
                "'{meant}' {}, since it was called by another name. Now call '{meant}' by its own name.",
                done(meant)
            ),
            (_, None) => String::from("Now call the function you need by its own name."),
        }
    }
}

/// Writes the text for the model, for a call that ended in the expansion.
impl fmt::Display for Recovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expanded.iter().try_for_each(|expansion| write!(f, "{}\n\n", expansion.told()))?;
        f.write_str(&self.note())?;
        // Expansions tell how members are called where the list of tools never changes.
        let told =
            self.expanded.iter().find(|expansion| expansion.is_bridged && !expansion.schemas.is_empty());
        told.map_or(Ok(()), |expansion| f.write_str(&expansion.added_names.through_bridge(expansion.access)))
    }
}
