//! Keywords for objects.

use hpd_json::__private::Path;
use hpd_json::Node;

use super::ShapeError;
use super::compiler::Compiler;
use super::keywords::Draft;
use crate::shape::{Dependent, ObjectRules, Property};

impl<'s, 'a> Compiler<'s, 'a> {
    pub(super) fn object_keyword(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        match keyword {
            "properties" => self.properties(draft, value, path)?,
            "required" => {
                for (index, name) in self.array(value, path)?.iter().enumerate() {
                    draft.required.push(self.text(name, &path.index(index))?);
                }
            }
            "additionalProperties" => {
                let additional = self.subschema(value, path)?;
                draft.node.object.get_or_insert_default().additional_properties = Some(additional);
            }
            "patternProperties" => self.pattern_properties(draft, value, path)?,
            "propertyNames" if self.dialect.newer_than_4 => {
                let names = self.subschema(value, path)?;
                draft.node.object.get_or_insert_default().property_names = Some(names);
            }
            "minProperties" => {
                draft.node.object.get_or_insert_default().min_properties = Some(self.count(value, path)?);
            }
            "maxProperties" => {
                draft.node.object.get_or_insert_default().max_properties = Some(self.count(value, path)?);
            }
            "dependentRequired" if self.dialect.ref_siblings => {
                for (property, names) in self.object(value, path)? {
                    self.dependent_names(draft, property, names, &path.key(property))?;
                }
            }
            "dependentSchemas" if self.dialect.ref_siblings => {
                for (property, schema) in self.object(value, path)? {
                    self.dependent_schema(draft, property, schema, &path.key(property))?;
                }
            }
            // Both in one keyword, as older drafts have it. Validators of later drafts read it too.
            "dependencies" => {
                for (property, dependency) in self.object(value, path)? {
                    let path = path.key(property);
                    match dependency {
                        Node::Array(_) => self.dependent_names(draft, property, dependency, &path)?,
                        schema => self.dependent_schema(draft, property, schema, &path)?,
                    }
                }
            }
            // A keyword of another draft.
            _ => {}
        }
        Ok(())
    }

    fn pattern_properties(
        &mut self,
        draft: &mut Draft<'s>,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        for (text, schema) in self.object(value, path)? {
            let path = path.key(text);
            let id = self.subschema(schema, &path)?;
            if let Some(pattern) = self.pattern(text, &path, "patternProperties") {
                draft.node.object.get_or_insert_default().pattern_properties.push((pattern, id));
            } else {
                draft.lacks_pattern = true;
            }
        }
        Ok(())
    }

    fn dependent_names(
        &self,
        draft: &mut Draft<'s>,
        property: &str,
        names: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        let names = self.array(names, path)?.iter().enumerate();
        let required = names.map(|(index, name)| Ok(self.text(name, &path.index(index))?.into()));
        let required = required.collect::<Result<_, ShapeError>>()?;
        let dependent = Dependent { property: property.into(), required, schema: None };
        draft.node.object.get_or_insert_default().dependents.push(dependent);
        Ok(())
    }

    fn dependent_schema(
        &mut self,
        draft: &mut Draft<'s>,
        property: &str,
        schema: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        let schema = Some(self.subschema(schema, path)?);
        let dependent = Dependent { property: property.into(), required: Box::default(), schema };
        draft.node.object.get_or_insert_default().dependents.push(dependent);
        Ok(())
    }

    fn properties(
        &mut self,
        draft: &mut Draft<'s>,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        let mut rules = std::mem::take(&mut draft.node.object).unwrap_or_default();
        for (name, schema) in self.object(value, path)? {
            let shape = self.subschema(schema, &path.key(name))?;
            match rules.position(name) {
                Some(position) => rules.properties[position].shape = shape,
                None => {
                    add_property(&mut rules, Property { name: name.as_ref().into(), shape, required: false });
                }
            }
        }
        draft.node.object = Some(rules);
        Ok(())
    }
}

fn add_property(rules: &mut ObjectRules, property: Property) {
    // The number of nodes, one for each property, was found to fit.
    let position = u32::try_from(rules.properties.len()).unwrap_or(u32::MAX);
    rules.by_name.insert(property.name.clone(), position);
    rules.properties.push(property);
}

pub(super) fn finish_objects(draft: &mut Draft<'_>) {
    // Without rules for objects, the schema lists nothing.
    if let Some(rules) = draft.node.object.as_deref_mut() {
        rules.names_unknown = draft.names_unknown || draft.lacks_pattern;
        // Any other key may match that pattern.
        if draft.lacks_pattern {
            rules.additional_properties = None;
        }
    }
    if draft.required.is_empty() {
        return;
    }
    let rules = draft.node.object.get_or_insert_default();
    let mut elsewhere: Vec<Box<str>> = Vec::new();
    for name in &draft.required {
        match rules.position(name) {
            Some(position) => rules.properties[position].required = true,
            None if elsewhere.iter().any(|other| **other == **name) => {}
            None => elsewhere.push((*name).into()),
        }
    }
    rules.required_elsewhere = elsewhere.into();
}
