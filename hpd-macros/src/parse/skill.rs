//! The keys of `#[skill]`.

use darling::ast::NestedMeta;
use proc_macro2::{Span, TokenStream};
use syn::Meta;
use syn::spanned::Spanned as _;

use super::field::Field;
use super::keys::Keys;
use super::table::Site;
use super::values::{Flag, Text, parse_function_paths, parse_meta_entries, parse_skill_paths};
use crate::errors::Errors;
use crate::model::{FunctionPath, MetaEntry, MethodPath};

/// The options of `#[skill]`.
pub(crate) struct RawSkill {
    pub name: Field<Text>,
    pub title: Field<Text>,
    pub description: Field<Text>,
    pub functions: Field<Vec<FunctionPath>>,
    pub skills: Field<Vec<MethodPath>>,
    pub instructions: Field<Text>,
    pub instructions_file: Field<Text>,
    pub documents: Field<Vec<RawDocument>>,
    pub meta: Field<Vec<(MetaEntry, Span)>>,
}

/// `document(..)`
pub(crate) struct RawDocument {
    pub span: Span,
    pub id: Field<Text>,
    pub description: Field<Text>,
    pub text: Field<Text>,
    pub file: Field<Text>,
    pub source: Field<Flag>,
}

impl RawSkill {
    pub(super) fn parse(keys: TokenStream, errors: &mut Errors) -> Self {
        Self::read(&mut Keys::parse(Site::Skill, [keys], errors), errors)
    }

    fn read(keys: &mut Keys, errors: &mut Errors) -> Self {
        Self {
            name: keys.take("name", errors),
            title: keys.take("title", errors),
            description: keys.take("description", errors),
            functions: parse_function_paths(keys.take_list("functions"), errors),
            skills: parse_skill_paths(keys.take_list("skills"), errors),
            instructions: keys.take("instructions", errors),
            instructions_file: keys.take("instructions_file", errors),
            documents: parse_documents(keys.take_list("documents"), errors),
            meta: parse_meta_entries(keys.take_list("meta"), errors),
        }
    }
}

fn parse_documents(field: Field<TokenStream>, errors: &mut Errors) -> Field<Vec<RawDocument>> {
    field.map(|tokens| {
        let items = NestedMeta::parse_meta_list(tokens).map_err(|error| errors.push(error)).ok()?;
        let documents: Vec<_> = items.iter().filter_map(|item| parse_document(item, errors)).collect();
        (documents.len() == items.len()).then_some(documents)
    })
}

fn parse_document(item: &NestedMeta, errors: &mut Errors) -> Option<RawDocument> {
    match item {
        NestedMeta::Meta(Meta::List(list)) if list.path.is_ident("document") => {
            let mut keys = Keys::parse(Site::Document, [list.tokens.clone()], errors);
            Some(RawDocument::read(list.path.span(), &mut keys, errors))
        }
        other => {
            errors.on(
                other,
                "`documents` takes documents: write `document(id = \"..\", description = \"..\", text = \"..\")`",
            );
            None
        }
    }
}

impl RawDocument {
    fn read(span: Span, keys: &mut Keys, errors: &mut Errors) -> Self {
        Self {
            span,
            id: keys.take("id", errors),
            description: keys.take("description", errors),
            text: keys.take("text", errors),
            file: keys.take("file", errors),
            source: keys.take("source", errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::table::keys_of;

    fn known(site: Site) -> Vec<&'static str> {
        let mut known: Vec<_> = keys_of(site).map(|key| key.name).collect();
        known.sort_unstable();
        known
    }

    #[test]
    fn every_key_is_read() {
        let errors = &mut Errors::default();
        let mut keys = Keys::parse(Site::Skill, [], errors);
        RawSkill::read(&mut keys, errors);
        assert_eq!(keys.into_taken(), known(Site::Skill));
        let mut keys = Keys::parse(Site::Document, [], errors);
        RawDocument::read(Span::call_site(), &mut keys, errors);
        assert_eq!(keys.into_taken(), known(Site::Document));
    }
}
