//! Skills that refer to each other in a circle.

use syn::Type;
use syn::ext::IdentExt as _;

use super::block::is_own_type;
use crate::errors::Errors;
use crate::model::MethodPath;
use crate::parse::RawTool;

/// A skill that reveals itself, by way of others or not, has no table: rustc would say so in thirty lines. Circles
/// through other plugins are left to it.
pub(super) fn check_acyclic(tools: &[RawTool], self_ty: &Type, errors: &mut Errors) {
    let mut walk = Walk { tools, self_ty, done: vec![false; tools.len()], path: Vec::new() };
    for index in 0..tools.len() {
        walk.visit(index, errors);
    }
}

struct Walk<'t> {
    tools: &'t [RawTool],
    self_ty: &'t Type,
    done: Vec<bool>,
    path: Vec<usize>,
}

impl Walk<'_> {
    fn visit(&mut self, index: usize, errors: &mut Errors) {
        if self.done[index] {
            return;
        }
        self.path.push(index);
        for reference in self.tools[index].mark.skills() {
            let Some(next) = self.target(reference) else { continue };
            match self.path.iter().position(|on_path| *on_path == next) {
                Some(start) => self.report(start, reference, errors),
                None => self.visit(next, errors),
            }
        }
        self.path.pop();
        self.done[index] = true;
    }

    /// The method of this block that a reference means. Under conditions it may not be there.
    fn target(&self, reference: &MethodPath) -> Option<usize> {
        let own = is_own_type(&reference.plugin, self.self_ty);
        let is_meant = |tool: &RawTool| own && tool.method.sig.ident.unraw() == reference.method.unraw();
        let found = self.tools.iter().position(is_meant);
        found.filter(|index| self.tools[*index].method.cfgs.is_empty())
    }

    fn report(&self, start: usize, reference: &MethodPath, errors: &mut Errors) {
        let circle = self.path[start..].iter().chain([&self.path[start]]);
        let names: Vec<String> =
            circle.map(|index| format!("`{}`", self.tools[*index].method.sig.ident.unraw())).collect();
        let text = names.join(" -> ");
        errors.at(
            reference.method.span(),
            format!("skills refer to each other in a circle: {text}; take one of the references out"),
        );
    }
}
