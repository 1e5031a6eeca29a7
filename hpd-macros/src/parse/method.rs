//! Methods: our attributes are read, and removed from the re-emitted code.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, FnArg, Lit, Meta, Pat, PatType, Receiver, Signature, Token, Type};

use super::attributes::{Helper, conditions_of, correct_spelling, helper, list_of, take_hidden_helpers};
use super::docs::Docs;
use super::field::Field;
use super::function::RawFunction;
use super::keys::Keys;
use super::param::RawParam;
use super::skill::RawSkill;
use super::table::Site;
use super::values::Text;
use crate::errors::Errors;
use crate::model::{MethodPath, Role, UserFn};

/// A method that is marked as a tool.
pub(crate) struct RawTool {
    pub mark: RawMark,
    pub method: RawMethod,
}

/// A tool's method.
pub(crate) struct RawMethod {
    pub cfgs: Vec<Attribute>,
    pub docs: Docs,
    /// The note of `#[deprecated]`, empty if it has none.
    pub deprecated: Option<String>,
    /// The re-emitted signature. The attributes of its inputs are in `inputs`.
    pub sig: Signature,
    pub inputs: Vec<RawInput>,
    pub body_is_empty: bool,
}

/// The mark of a method.
pub(crate) enum RawMark {
    Function(Box<RawFunction>),
    Skill(Box<RawSkill>),
}

impl RawMark {
    /// The name that is given to the tool, if one is.
    pub(crate) fn name(&self) -> &Field<Text> {
        match self {
            Self::Function(function) => &function.name,
            Self::Skill(skill) => &skill.name,
        }
    }

    /// The skills that the tool refers to.
    pub(crate) fn skills(&self) -> &[MethodPath] {
        match self {
            Self::Function(_) => &[],
            Self::Skill(skill) => skill.skills.value().map_or(&[], Vec::as_slice),
        }
    }
}

/// An input of a function.
pub(crate) enum RawInput {
    Receiver(Receiver),
    Typed(Box<RawTyped>),
}

/// An input that is not `self`.
pub(crate) struct RawTyped {
    pub pat: Pat,
    pub ty: Type,
    pub docs: Docs,
    /// `#[context]`
    pub context: Option<Span>,
    /// `#[param]`
    pub param: Option<Span>,
    /// `#[cfg]`, which parameters of tools can't have.
    pub cfg: Option<Span>,
    pub options: RawParam,
}

/// The method as a tool, if it is marked as one. Our attributes are gone from `method` then.
pub(super) fn parse_method(method: &mut UserFn, errors: &mut Errors) -> Option<RawTool> {
    take_hidden_helpers(&mut method.attrs, errors);
    correct_spelling(&mut method.attrs, &["ai_function"], errors);
    let marks = take_marks(&mut method.attrs, errors);
    let Some((mark, role)) = marks else {
        strip_plain(method, errors);
        return None;
    };
    method.role = role;
    Some(RawTool { mark, method: read_method(method, errors) })
}

/// Reads the attributes below the mark of a method, or of a free function.
pub(super) fn read_method(method: &mut UserFn, errors: &mut Errors) -> RawMethod {
    let inputs = method.sig.inputs.iter_mut().map(|input| parse_input(input, errors)).collect();
    RawMethod {
        cfgs: conditions_of(&method.attrs),
        docs: Docs::of(&method.attrs),
        deprecated: deprecation(&method.attrs),
        sig: method.sig.clone(),
        inputs,
        body_is_empty: is_empty(&method.body),
    }
}

fn is_empty(body: &TokenTree) -> bool {
    matches!(body, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && group.stream().is_empty())
}

/// Takes our attributes out and reads the one that counts.
fn take_marks(attrs: &mut Vec<Attribute>, errors: &mut Errors) -> Option<(RawMark, Role)> {
    let mut mark = None;
    for attr in attrs.extract_if(.., |attr| helper(attr).is_some()) {
        let list = list_of(&attr, errors);
        match helper(&attr) {
            Some(Helper::Function | Helper::Skill) if mark.is_some() => {
                errors.on(
                    &attr,
                    "a method is one tool: it has another attribute of this kind already; remove one",
                );
            }
            Some(Helper::Function) => {
                let function = RawFunction::parse(Site::Function, list, errors);
                mark = Some((RawMark::Function(Box::new(function)), Role::Function));
            }
            Some(Helper::Skill) => {
                let skill = RawSkill::parse(list, errors);
                mark = Some((RawMark::Skill(Box::new(skill)), Role::Skill));
            }
            Some(Helper::Param) => errors.on(&attr, "`#[param]` belongs on a parameter"),
            Some(Helper::Context) => errors.on(&attr, "`#[context]` belongs on a parameter"),
            Some(Helper::Item) | None => {
                errors.on(&attr, "this belongs on an `impl` block or a type, not on a method");
            }
        }
    }
    mark
}

/// Our attributes on the parameters of a method that is no tool would have no effect. rustc allows no doc comments there.
fn strip_plain(method: &mut UserFn, errors: &mut Errors) {
    let name = method.sig.ident.clone();
    for input in &mut method.sig.inputs {
        let FnArg::Typed(typed) = input else { continue };
        let is_ours = |attr: &mut Attribute| matches!(helper(attr), Some(Helper::Param | Helper::Context));
        for attr in typed.attrs.extract_if(.., is_ours) {
            errors.on(&attr, "this has no effect: the method is not an `#[ai_function]`");
        }
        let docs: Vec<_> = typed.attrs.extract_if(.., |attr| attr.path().is_ident("doc")).collect();
        if let Some(first) = docs.first() {
            errors.on(first, format!("a plain method has no doc comments on parameters: write `#[ai_function]` above `{name}`, or remove the comment"));
        }
    }
}

/// Reads an input, and leaves it without our attributes and doc comments, which rustc does not allow there.
fn parse_input(input: &mut FnArg, errors: &mut Errors) -> RawInput {
    let typed = match input {
        FnArg::Receiver(receiver) => return RawInput::Receiver(receiver.clone()),
        FnArg::Typed(typed) => typed,
    };
    correct_spelling(&mut typed.attrs, &["param", "context"], errors);
    let docs = Docs::of(&typed.attrs);
    let cfg = typed.attrs.iter().find(|attr| attr.path().is_ident("cfg")).map(|attr| attr.path().span());
    let (mut context, mut param, mut misplaced) = (None, None, false);
    let mut lists: Vec<TokenStream> = Vec::new();
    for attr in take_input_attrs(typed) {
        match helper(&attr) {
            Some(Helper::Context) => {
                context = Some(attr.path().span());
                if !matches!(attr.meta, Meta::Path(_)) {
                    errors.on(&attr, "`#[context]` takes no keys");
                }
            }
            Some(Helper::Param) => {
                param = Some(attr.path().span());
                lists.push(list_of(&attr, errors));
            }
            Some(_) => {
                errors.on(&attr, "this belongs on a method, not on a parameter: write `#[param(..)]` here");
                misplaced = true;
            }
            None => {}
        }
    }
    let mut options = RawParam::parse(Keys::parse(Site::Param, lists, errors), errors);
    if misplaced && options.description.is_absent() {
        // It may well be in there.
        options.description = Field::Broken;
    }
    let (pat, ty) = ((*typed.pat).clone(), (*typed.ty).clone());
    RawInput::Typed(Box::new(RawTyped { pat, ty, docs, context, param, cfg, options }))
}

fn take_input_attrs(typed: &mut PatType) -> Vec<Attribute> {
    typed.attrs.extract_if(.., |attr| helper(attr).is_some() || attr.path().is_ident("doc")).collect()
}

/// The note of `#[deprecated]`.
fn deprecation(attrs: &[Attribute]) -> Option<String> {
    let attr = attrs.iter().find(|attr| attr.path().is_ident("deprecated"))?;
    let note = match &attr.meta {
        Meta::Path(_) => None,
        Meta::NameValue(pair) => literal_text(&pair.value),
        Meta::List(list) => {
            let parser = syn::punctuated::Punctuated::<Meta, Token![,]>::parse_terminated;
            let items = list.parse_args_with(parser).unwrap_or_default();
            items.iter().find_map(|item| match item {
                Meta::NameValue(pair) if pair.path.is_ident("note") => literal_text(&pair.value),
                _ => None,
            })
        }
    };
    Some(note.unwrap_or_default())
}

fn literal_text(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}
