//! The keywords of a subschema.

use hpd_json::__private::Path;
use hpd_json::Node;

use super::ShapeError;
use super::arrays::finish_arrays;
use super::compiler::Compiler;
use super::objects::finish_objects;
use super::read::describe;
use crate::shape::{Condition, ShapeId, ShapeNode, TypeSet};

/// A node during compilation: work that has to wait for all keywords.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of another keyword")]
pub(super) struct Draft<'s> {
    pub(super) node: ShapeNode,
    pub(super) required: Vec<&'s str>,
    pub(super) format: Option<&'s str>,
    /// `contentEncoding`.
    pub(super) encoding: Option<&'s str>,
    /// `exclusiveMinimum: true` as draft 4 has it.
    pub(super) excludes_minimum: bool,
    pub(super) excludes_maximum: bool,
    /// `additionalItems`, which counts beside a list of `items`.
    pub(super) additional_items: Option<ShapeId>,
    pub(super) items_are_prefix: bool,
    /// `if`, `then` and `else`.
    pub(super) conditional: [Option<ShapeId>; 3],
    /// A keyword may name further properties.
    pub(super) names_unknown: bool,
    /// A pattern of `patternProperties` is not checked.
    pub(super) lacks_pattern: bool,
}

impl<'s, 'a> Compiler<'s, 'a> {
    pub(super) fn keyword(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        match keyword {
            "type" => draft.node.types = self.types(value, path)?,
            "enum" => {
                let values = self.array(value, path)?;
                list_values(&mut draft.node, values.iter());
            }
            "const" if self.dialect.newer_than_4 => list_values(&mut draft.node, [value].into_iter()),
            "allOf" => draft.node.all_of = self.subschemas(value, path)?,
            "anyOf" => draft.node.any_of = self.subschemas(value, path)?,
            "oneOf" => draft.node.one_of = self.subschemas(value, path)?,
            "not" => draft.node.not = Some(self.subschema(value, path)?),
            "if" | "then" | "else" if self.dialect.conditions => {
                let place =
                    ["if", "then", "else"].iter().position(|name| *name == keyword).unwrap_or_default();
                draft.conditional[place] = Some(self.subschema(value, path)?);
            }
            "$ref" => draft.node.reference = self.reference(value, path)?,
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                self.number_keyword(draft, keyword, value, path)?;
            }
            "minLength" | "maxLength" | "pattern" | "format" => {
                self.string_keyword(draft, keyword, value, path)?;
            }
            "items" | "prefixItems" | "additionalItems" | "contains" | "minContains" | "maxContains"
            | "minItems" | "maxItems" | "uniqueItems" => self.array_keyword(draft, keyword, value, path)?,
            "properties"
            | "required"
            | "additionalProperties"
            | "patternProperties"
            | "propertyNames"
            | "minProperties"
            | "maxProperties"
            | "dependentRequired"
            | "dependentSchemas"
            | "dependencies" => self.object_keyword(draft, keyword, value, path)?,
            _ => {
                if keyword == "contentEncoding" {
                    draft.encoding = value.as_str();
                }
                draft.names_unknown |= match keyword {
                    // `false` closes the object: the names in all parts of the schema are all there are.
                    "unevaluatedProperties" => *value != Node::Bool(false),
                    "$dynamicRef" | "$recursiveRef" => true,
                    _ => false,
                };
                self.note_if_unknown(keyword, value, path);
            }
        }
        Ok(())
    }

    /// Keywords that ask for something that a Shape does not check. All others are remarks.
    fn note_if_unknown(&mut self, keyword: &str, value: &Node<'_>, path: &Path<'_>) {
        let accepts_all =
            matches!(value, Node::Bool(true)) || matches!(value, Node::Object(rules) if rules.is_empty());
        let asks = match keyword {
            "unevaluatedItems" | "unevaluatedProperties" => self.dialect.ref_siblings && !accepts_all,
            "contentEncoding" | "contentMediaType" => !self.dialect.ref_siblings,
            "$dynamicRef" => self.dialect.prefix_items,
            "$recursiveRef" => self.dialect.ref_siblings && !self.dialect.prefix_items,
            _ => false,
        };
        if asks {
            self.note_unsupported(path, keyword);
        }
    }

    pub(super) fn finish(&mut self, mut draft: Draft<'s>) -> ShapeNode {
        self.finish_numbers(&mut draft);
        self.finish_strings(&mut draft);
        finish_arrays(&mut draft);
        finish_objects(&mut draft);
        // Without `if`, the others ask for nothing.
        if let [Some(if_accepted), then, otherwise] = draft.conditional
            && (then.is_some() || otherwise.is_some())
        {
            draft.node.condition = Some(Box::new(Condition { if_accepted, then, otherwise }));
        }
        draft.node
    }

    fn types(&self, value: &Node<'_>, path: &Path<'_>) -> Result<TypeSet, ShapeError> {
        let names = match value {
            Node::Array(names) if !names.is_empty() => names.as_slice(),
            Node::Array(_) => return Err(self.error(path, "must name at least one type")),
            name => std::slice::from_ref(name),
        };
        names.iter().try_fold(TypeSet::NONE, |types, name| match name.as_str().and_then(TypeSet::of_name) {
            Some(more) => Ok(types.with(more)),
            None => Err(self.error(path, format!("names {}, which is not a type of JSON", describe(name)))),
        })
    }

    fn subschemas(&mut self, value: &'s Node<'a>, path: &Path<'_>) -> Result<Box<[ShapeId]>, ShapeError> {
        let schemas = self.array(value, path)?;
        if schemas.is_empty() {
            return Err(self.error(path, "must hold at least one schema"));
        }
        schemas.iter().enumerate().map(|(index, schema)| self.subschema(schema, &path.index(index))).collect()
    }
}

/// `enum` and `const` together allow the values that both list.
fn list_values<'v, 'a: 'v>(node: &mut ShapeNode, values: impl Iterator<Item = &'v Node<'a>>) {
    let listed = node.one_of_values.take();
    let values = values.filter(|value| listed.as_deref().is_none_or(|listed| listed.contains(value)));
    node.one_of_values = Some(values.map(|value| value.clone().into_owned()).collect());
}
