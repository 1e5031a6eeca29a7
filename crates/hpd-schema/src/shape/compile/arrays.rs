//! Keywords for arrays.

use hpd_json::__private::Path;
use hpd_json::Node;

use super::ShapeError;
use super::compiler::Compiler;
use super::keywords::Draft;

impl<'s, 'a> Compiler<'s, 'a> {
    pub(super) fn array_keyword(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        match keyword {
            "items" => self.items(draft, value, path)?,
            "prefixItems" if self.dialect.prefix_items => {
                let prefix = self.subschema_list(value, path)?;
                draft.node.array.get_or_insert_default().prefix_items = prefix;
            }
            "additionalItems" if !self.dialect.prefix_items => {
                draft.additional_items = Some(self.subschema(value, path)?);
            }
            "contains" if self.dialect.newer_than_4 => {
                let contains = self.subschema(value, path)?;
                draft.node.array.get_or_insert_default().contains = Some(contains);
            }
            "minContains" if self.dialect.contains_bounds => {
                draft.node.array.get_or_insert_default().min_contains = Some(self.count(value, path)?);
            }
            "maxContains" if self.dialect.contains_bounds => {
                draft.node.array.get_or_insert_default().max_contains = Some(self.count(value, path)?);
            }
            "minItems" => draft.node.array.get_or_insert_default().min_items = Some(self.count(value, path)?),
            "maxItems" => draft.node.array.get_or_insert_default().max_items = Some(self.count(value, path)?),
            "uniqueItems" => {
                draft.node.array.get_or_insert_default().unique_items = self.bool(value, path)?;
            }
            // A keyword of another draft.
            _ => {}
        }
        Ok(())
    }

    /// A list of schemas is a tuple in drafts before 2020-12. It has one meaning, so that it is understood in schemas
    /// of 2020-12 too, where it has none.
    fn items(
        &mut self,
        draft: &mut Draft<'s>,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        if let Node::Array(_) = value {
            let prefix = self.subschema_list(value, path)?;
            draft.items_are_prefix = true;
            draft.node.array.get_or_insert_default().prefix_items = prefix;
        } else {
            let items = self.subschema(value, path)?;
            draft.node.array.get_or_insert_default().items = Some(items);
        }
        Ok(())
    }

    fn subschema_list(
        &mut self,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<Box<[crate::shape::ShapeId]>, ShapeError> {
        let schemas = self.array(value, path)?;
        schemas.iter().enumerate().map(|(index, schema)| self.subschema(schema, &path.index(index))).collect()
    }
}

pub(super) fn finish_arrays(draft: &mut Draft<'_>) {
    if draft.items_are_prefix
        && let Some(rules) = draft.node.array.as_deref_mut()
    {
        rules.items = draft.additional_items;
    }
}
