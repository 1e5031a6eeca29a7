//! What may be collected for the parameters of one tool. Worked out once, when the toolbox is built.

use hpd_runtime::args::Node;

/// What may be collected for the parameters of one tool.
#[derive(Debug)]
pub(crate) struct CollectPlan {
    /// The plugin's name, or that of the source of a tool from outside; empty for a free function.
    pub(crate) plugin: Box<str>,
    /// The function's name, without the plugin's.
    pub(crate) function: Box<str>,
    /// The parameters, in the order of declaration.
    pub(crate) fields: Box<[FieldPlan]>,
}

/// What may be collected for one parameter.
#[derive(Debug, Default)]
pub(crate) struct FieldPlan {
    pub(crate) name: Box<str>,
    pub(crate) title: Option<Box<str>>,
    pub(crate) description: Box<str>,
    /// The question that gets the value from the user.
    pub(crate) ask: Option<Box<str>>,
    /// A value to show as an example.
    pub(crate) example: Option<Node<'static>>,
    pub(crate) profile_key: Option<Box<str>>,
    pub(crate) config_key: Option<Box<str>>,
    /// A value that the user neither gave nor confirmed is not used; sensitive parameters are such anyway.
    pub(crate) confirm_if_uncertain: bool,
    /// Never shown.
    pub(crate) sensitive: bool,
    /// The call can't be made without it.
    pub(crate) required: bool,
    pub(crate) default: Option<Node<'static>>,
}
