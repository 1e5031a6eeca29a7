//! Skills.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::constant::{expand_maybe, expand_meta};
use super::impls::Head;
use super::reference::{expand_function_ref, expand_method_ref, expand_name};
use crate::model::{Document, DocumentContent, Instructions, Runtime, Skill};

/// Other skills may refer to this one. Its row is kept with the name.
pub(super) fn expand_skill_name(head: Head<'_>, skill: &Skill) -> TokenStream {
    let rt = head.runtime;
    let info = expand_info(rt, skill);
    let cfgs = &skill.cfgs;
    let key = expand_name(rt, &skill.ident);
    // rustc reports skills of two plugins that reveal each other at these constants: the skill's name is the best
    // place.
    let at = Span::mixed_site().located_at(skill.ident.span());
    let rt_at = rt.at(at);
    let item = quote_spanned!(at=> const __HPD_SKILL: &'static #rt_at::SkillInfo = &#info;);
    let block = head.of_trait(&quote!(#rt::HasSkill<#key>), &item);
    quote!(#(#cfgs)* #block)
}

/// The skill's place in the table.
pub(super) fn expand_skill_row(rt: &Runtime, skill: &Skill) -> TokenStream {
    let cfgs = &skill.cfgs;
    let key = expand_name(rt, &skill.ident);
    let body = if let Instructions::Body { has_receiver, output } = &skill.instructions {
        Some(expand_body(rt, &skill.ident, *has_receiver, output.span()))
    } else {
        None
    };
    let body = expand_maybe(rt, body);
    quote! {
        #(#cfgs)* #rt::SkillSpec { info: <Self as #rt::HasSkill<#key>>::__HPD_SKILL, body: #body }
    }
}

/// Returns the method's text.
fn expand_body(rt: &Runtime, method: &Ident, has_receiver: bool, output: Span) -> TokenStream {
    let this = Ident::new("this", Span::mixed_site());
    let argument = has_receiver.then_some(&this);
    let at = Span::mixed_site().located_at(output);
    let rt_at = rt.at(at);
    let call = quote_spanned!(at=> #rt_at::instructions(Self::#method(#argument)));
    quote!(|#this| { let _ = #this; #call })
}

fn expand_info(rt: &Runtime, skill: &Skill) -> TokenStream {
    let Skill { description, functions, skills, documents, meta, .. } = skill;
    let name = skill.name.as_str();
    let title = expand_maybe(rt, skill.title.as_ref());
    let functions = functions.iter().map(|path| expand_function_ref(rt, path));
    let skills = skills.iter().map(|path| expand_method_ref(rt, path, "skill_ref"));
    let instructions = match &skill.instructions {
        Instructions::None => quote!(None),
        Instructions::Text(text) => quote!(Text(#text)),
        Instructions::File { path, span } => {
            let file = expand_file(rt, path, *span);
            quote!(Text(#file))
        }
        Instructions::Body { .. } => quote!(Body),
    };
    let documents = documents.iter().map(|document| expand_document(rt, document));
    let meta = expand_meta(rt, meta).unwrap_or_else(|| quote!(&[]));
    quote! {
        #rt::SkillInfo {
            name: #name,
            title: #title,
            description: #description,
            plugin: #rt::plugin_ref::<Self>,
            functions: &[#(#functions),*],
            skills: &[#(#skills),*],
            instructions: #rt::Instructions::#instructions,
            documents: &[#(#documents),*],
            meta: #meta,
        }
    }
}

fn expand_document(rt: &Runtime, document: &Document) -> TokenStream {
    let Document { id, description, content } = document;
    let content = match content {
        DocumentContent::Text(text) => quote!(Text(#text)),
        DocumentContent::File { path, span } => {
            let file = expand_file(rt, path, *span);
            quote!(Text(#file))
        }
        DocumentContent::Source => quote!(Source),
    };
    quote!(#rt::Document { id: #id, description: #description, content: #rt::DocumentContent::#content })
}

/// The text of a file, compiled in. A missing file is reported at its path.
fn expand_file(rt: &Runtime, path: &str, span: Span) -> TokenStream {
    let at = Span::mixed_site().located_at(span);
    let rt_at = rt.at(at);
    let path = proc_macro2::Literal::string(path);
    quote_spanned! {at=>
        #rt_at::core::include_str!(#rt_at::core::concat!(#rt_at::core::env!("CARGO_MANIFEST_DIR"), "/", #path))
    }
}
