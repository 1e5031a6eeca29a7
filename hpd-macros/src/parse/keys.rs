//! The keys of one attribute, sorted out by the table before any value is looked at.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Lit, Meta};

use super::field::{Field, Given};
use super::table::{Form, Key, Site, find};
use crate::errors::Errors;

/// The keys of one attribute or list, each of them known, given once, and written in its form.
pub(crate) struct Keys {
    site: Site,
    items: Vec<Item>,
    /// A key could not be read, so an absent key may have been intended.
    cut_short: bool,
    /// The requested keys, so that a test can compare the table with its readers.
    #[cfg(test)]
    taken: Vec<&'static str>,
}

struct Item {
    key: &'static Key,
    span: Span,
    /// `None` if it was reported already.
    meta: Option<NestedMeta>,
}

impl Keys {
    /// The keys of all these lists together.
    pub(crate) fn parse(
        site: Site,
        lists: impl IntoIterator<Item = TokenStream>,
        errors: &mut Errors,
    ) -> Self {
        let mut keys = Self {
            site,
            items: Vec::new(),
            cut_short: false,
            #[cfg(test)]
            taken: Vec::new(),
        };
        for list in lists {
            keys.read(list, errors);
        }
        keys.check_relations(errors);
        keys
    }

    fn read(&mut self, tokens: TokenStream, errors: &mut Errors) {
        let read = |input: ParseStream<'_>| -> syn::Result<()> {
            while !input.is_empty() {
                match input.parse::<NestedMeta>()? {
                    NestedMeta::Lit(lit) => self.report_literal(&lit, errors),
                    meta => self.add(meta, errors),
                }
                if !input.is_empty() {
                    input.parse::<syn::Token![,]>()?;
                }
            }
            Ok(())
        };
        if let Err(error) = read.parse2(tokens) {
            errors.push(error);
            self.cut_short = true;
        }
    }

    /// The first of several says it all.
    fn report_literal(&mut self, lit: &Lit, errors: &mut Errors) {
        if !self.cut_short {
            errors.on(lit, stray_literal(self.site));
        }
        self.cut_short = true;
    }

    fn add(&mut self, meta: NestedMeta, errors: &mut Errors) {
        let path = match &meta {
            NestedMeta::Meta(meta) => meta.path(),
            NestedMeta::NameValueInvalidExpr(meta) => &meta.path,
            NestedMeta::Lit(_) => return,
        };
        let span = path.span();
        let Some(name) = path.get_ident().map(|ident| ident.unraw().to_string()) else {
            return errors.at(span, format!("`{}` takes plain keys", self.site));
        };
        let key = match find(self.site, &name) {
            Ok(key) => key,
            Err(unknown) => {
                errors.at(span, unknown.message);
                // The intended key counts as given, so that its absence is no second error.
                self.items.extend(unknown.meant.map(|key| Item { key, span, meta: None }));
                return;
            }
        };
        self.check_once(key, span, errors);
        let meta = if is_written_as(&meta, key.form) {
            Some(meta)
        } else {
            errors.at(span, form_hint(key));
            None
        };
        self.items.push(Item { key, span, meta });
    }

    /// Two values would leave open which one counts.
    fn check_once(&self, key: &Key, span: Span, errors: &mut Errors) {
        if let Some(first) = self.items.iter().find(|item| item.key.name == key.name) {
            errors.at(first.span, format!("`{}` is given here first", key.name));
            errors.at(span, format!("`{}` is given twice: remove one", key.name));
        }
    }

    fn check_relations(&self, errors: &mut Errors) {
        for item in &self.items {
            for excluded in item.key.excludes {
                if let Some(other) = self.items.iter().find(|other| other.key.name == *excluded) {
                    let (a, b) = (item.key.name, other.key.name);
                    errors.at(item.span, format!("`{a}` and `{b}` exclude each other: remove one"));
                    errors.at(other.span, format!("`{b}` contradicts `{a}`"));
                }
            }
            for (needed, message) in item.key.needs {
                if !self.cut_short && !self.items.iter().any(|other| other.key.name == *needed) {
                    errors.at(item.span, message);
                }
            }
        }
    }

    /// The value of a key.
    pub(crate) fn take<T: FromMeta>(&mut self, name: &'static str, errors: &mut Errors) -> Field<T> {
        let Some((key, meta)) = self.take_meta(name) else { return self.missing() };
        let Some(meta) = meta else { return Field::Broken };
        match T::from_nested_meta(&meta) {
            Ok(value) => Field::Given(Given { key, value }),
            Err(error) => {
                report(name, error, errors);
                Field::Broken
            }
        }
    }

    /// The tokens inside a list.
    pub(crate) fn take_list(&mut self, name: &'static str) -> Field<TokenStream> {
        let Some((key, meta)) = self.take_meta(name) else { return self.missing() };
        match meta {
            Some(NestedMeta::Meta(Meta::List(list))) => Field::Given(Given { key, value: list.tokens }),
            _ => Field::Broken,
        }
    }

    fn take_meta(&mut self, name: &'static str) -> Option<(Span, Option<NestedMeta>)> {
        #[cfg(test)]
        self.taken.push(name);
        let index = self.items.iter().position(|item| item.key.name == name)?;
        let item = &mut self.items[index];
        Some((item.span, item.meta.take()))
    }

    fn missing<T>(&self) -> Field<T> {
        if self.cut_short { Field::Broken } else { Field::Absent }
    }

    /// The requested keys.
    #[cfg(test)]
    pub(crate) fn into_taken(mut self) -> Vec<&'static str> {
        self.taken.sort_unstable();
        self.taken
    }
}

fn is_written_as(meta: &NestedMeta, form: Form) -> bool {
    match meta {
        NestedMeta::Meta(Meta::Path(_)) => matches!(form, Form::Word | Form::WordOrValue),
        // `key =`
        NestedMeta::NameValueInvalidExpr(pair) if pair.value.is_empty() => false,
        NestedMeta::Meta(Meta::NameValue(_)) | NestedMeta::NameValueInvalidExpr(_) => {
            matches!(form, Form::Value | Form::WordOrValue)
        }
        NestedMeta::Meta(Meta::List(_)) => form == Form::List,
        NestedMeta::Lit(_) => false,
    }
}

fn form_hint(key: &Key) -> String {
    let Key { name, example, .. } = key;
    match key.form {
        Form::Word => format!("`{name}` takes no value: write it alone"),
        Form::Value | Form::WordOrValue | Form::List => format!("`{name}` is written `{example}`"),
    }
}

/// A value's own complaint starts with a verb: the key is its subject.
fn report(name: &str, error: darling::Error, errors: &mut Errors) {
    for error in error.flatten() {
        errors.at(error.span(), format!("`{name}` {error}"));
    }
}

fn stray_literal(site: Site) -> String {
    match site {
        Site::Range | Site::Length | Site::Items => {
            format!("`{site}` takes keys: write `min = ..` and `max = ..`")
        }
        Site::Document => {
            "`document(..)` takes keys: write `id = \"..\", description = \"..\", text = \"..\"`".to_owned()
        }
        Site::ModelError => "the text comes first: write `#[model_error(\"..\", did_not_run)]`".to_owned(),
        _ => format!("`{site}` takes keys: write `description = \"..\"`, or a doc comment"),
    }
}
