//! The row of a skill, and references between tools.

use super::{MetaValue, PluginRef};

/// A skill of a plugin `P`.
pub struct SkillSpec<P: 'static> {
    /// Everything about the skill that does not depend on the plugin's type.
    pub info: &'static SkillInfo,
    /// The skill's method, if it has a body: returns the instructions when the skill is expanded.
    pub body: Option<fn(&P) -> String>,
}

/// The name, members and instructions of a skill.
#[derive(Debug)]
pub struct SkillInfo {
    /// The container's name, as the model calls it.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// The purpose of the skill, for the model.
    pub description: &'static str,
    /// The plugin that the skill is a method of.
    pub plugin: fn() -> PluginRef,
    /// The functions that it reveals.
    pub functions: &'static [&'static FnRef],
    /// The skills that it reveals.
    pub skills: &'static [&'static SkillInfo],
    /// The text that the model reads when the skill is expanded.
    pub instructions: Instructions,
    /// Documents that can be read once the skill is expanded.
    pub documents: &'static [Document],
    /// Further keys of the metadata.
    pub meta: &'static [(&'static str, MetaValue)],
}

/// The source of a skill's instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instructions {
    /// Nothing.
    None,
    /// A text.
    Text(&'static str),
    /// The return value of the skill's method.
    Body,
}

/// A document of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document {
    /// The id by which it is read.
    pub id: &'static str,
    /// A summary of the document, for the model.
    pub description: &'static str,
    /// The place of the document's text.
    pub content: DocumentContent,
}

/// The place of a document's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentContent {
    /// The text, compiled into the program.
    Text(&'static str),
    /// The host's document source, which finds the text by the document's id.
    Source,
}

/// A reference to a function, checked by the compiler.
#[derive(Debug, Clone, Copy)]
pub struct FnRef {
    /// The function's tool name.
    pub name: &'static str,
    /// The plugin that the function is a member of; `None` for a free function.
    pub plugin: Option<fn() -> PluginRef>,
    /// Returns the table row of a free function; `None` for a method. With it, a toolbox adds the free functions that
    /// its skills refer to, even if the host did not register them.
    pub free: Option<fn() -> &'static super::FunctionSpec<()>>,
}

impl FnRef {
    /// `Plugin.function`, or the bare name of a free function.
    pub fn qualified(&self) -> String {
        match self.plugin {
            Some(plugin) => format!("{}.{}", plugin().name, self.name),
            None => self.name.to_owned(),
        }
    }
}
