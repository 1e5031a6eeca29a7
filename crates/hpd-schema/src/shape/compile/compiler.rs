//! The walk over a schema.

use std::collections::HashMap;
use std::ptr;
use std::rc::Rc;

use hpd_json::__private::{Path, holds_reserved_key, order};
use hpd_json::{Limits, Node};

use super::dialect::Dialect;
use super::keywords::Draft;
use super::resources::{Located, Resources};
use super::{CompileOptions, ShapeError, Unsupported, fold, loops, partial};
use crate::shape::{Shape, ShapeId, ShapeNode, guard};

pub(in crate::shape) fn compile(schema: &Node<'_>, options: CompileOptions) -> Result<Shape, ShapeError> {
    let (dialect, is_known) = Dialect::of(schema);
    let mut compiler = Compiler {
        schema,
        options,
        dialect,
        nodes: Vec::new(),
        places: HashMap::new(),
        names: HashMap::new(),
        waiting: Vec::new(),
        base: String::new(),
        depth: 0,
        start: 0,
        address: Rc::from(""),
        resources: None,
        unsupported: Vec::new(),
        partial: Vec::new(),
    };
    if !is_known {
        compiler.note_unsupported(&Path::ROOT.key("$schema"), "$schema");
    }
    if holds_reserved_key(schema) {
        return Err(compiler.error(&Path::ROOT, "has a key that begins with `$serde_json::private::`"));
    }
    let root = compiler.subschema(schema, &Path::ROOT)?;
    while let Some(Waiting { schema, base, id, depth, address }) = compiler.waiting.pop() {
        compiler.base = base;
        compiler.depth = depth;
        compiler.address = address;
        compiler.start = depth;
        compiler.compile_at(id, schema, &Path::ROOT)?;
    }
    let Compiler { mut nodes, mut unsupported, partial, .. } = compiler;
    loops::check(&nodes)?;
    partial::relax(&mut nodes, &partial);
    fold::fold_nulls(&mut nodes);
    if options.native_formats {
        guard::assign(&mut nodes);
    }
    order::sort_by(&mut unsupported, |left, right| left.pointer.cmp(&right.pointer));
    Ok(Shape { nodes, root, unsupported, refuses_infinite: !options.native_formats })
}

/// Subschemas are compiled on the stack down to this level; deeper ones wait in a list.
const FAR: usize = 16;

/// A subschema that is compiled later.
struct Waiting<'s, 'a> {
    schema: &'s Node<'a>,
    /// Its pointer.
    base: String,
    id: ShapeId,
    depth: usize,
    address: Rc<str>,
}

/// The state of the walk over the schema `'s`.
pub(super) struct Compiler<'s, 'a> {
    pub(super) schema: &'s Node<'a>,
    pub(super) options: CompileOptions,
    pub(super) dialect: Dialect,
    nodes: Vec<ShapeNode>,
    /// The nodes of subschemas, by the address of the subschema: one that is referred to is compiled once.
    places: HashMap<*const Node<'a>, ShapeId>,
    /// The members by name of objects that references lead through.
    pub(super) names: HashMap<*const Node<'a>, HashMap<&'s str, &'s Node<'a>>>,
    /// Subschemas that are not compiled yet: neither references nor deep schemas go far on the stack.
    waiting: Vec<Waiting<'s, 'a>>,
    /// The pointer of the subschema at which the paths start.
    base: String,
    depth: usize,
    /// The depth at which the walk on the stack started.
    start: usize,
    /// The address (`$id`) of the nearest schema around that has one: references start there. Empty without one.
    pub(super) address: Rc<str>,
    /// The schemas with addresses and names, once a reference needs them.
    pub(super) resources: Option<Rc<Resources<'s, 'a>>>,
    unsupported: Vec<Unsupported>,
    /// Nodes with unsupported keywords at or below them.
    partial: Vec<ShapeId>,
}

impl<'s, 'a> Compiler<'s, 'a> {
    /// The node of a subschema.
    pub(super) fn subschema(&mut self, schema: &'s Node<'a>, path: &Path<'_>) -> Result<ShapeId, ShapeError> {
        let (id, is_new) = self.reserve(schema, path)?;
        if is_new && self.depth - self.start >= FAR {
            let base = format!("{}{}", self.base, path.pointer());
            let (depth, address) = (self.depth, Rc::clone(&self.address));
            self.waiting.push(Waiting { schema, base, id, depth, address });
        } else if is_new {
            self.compile_at(id, schema, path)?;
        }
        Ok(id)
    }

    fn compile_at(&mut self, id: ShapeId, schema: &'s Node<'a>, path: &Path<'_>) -> Result<(), ShapeError> {
        let before = self.unsupported.len();
        self.nodes[id.0 as usize] = self.node(schema, path)?;
        if self.unsupported.len() > before {
            self.partial.push(id);
        }
        Ok(())
    }

    /// The node of a subschema that is compiled later.
    pub(super) fn referred(
        &mut self,
        target: Located<'s, 'a>,
        path: &Path<'_>,
    ) -> Result<ShapeId, ShapeError> {
        let Located { schema, pointer, base: address } = target;
        let (id, is_new) = self.reserve(schema, path)?;
        if is_new {
            self.waiting.push(Waiting { schema, base: pointer, id, depth: 0, address });
        }
        Ok(id)
    }

    fn reserve(&mut self, schema: &'s Node<'a>, path: &Path<'_>) -> Result<(ShapeId, bool), ShapeError> {
        if let Some(id) = self.places.get(&ptr::from_ref(schema)) {
            return Ok((*id, false));
        }
        let Ok(index) = u32::try_from(self.nodes.len()) else {
            return Err(self.error(path, "is too large"));
        };
        self.nodes.push(ShapeNode::default());
        self.places.insert(ptr::from_ref(schema), ShapeId(index));
        Ok((ShapeId(index), true))
    }

    fn node(&mut self, schema: &'s Node<'a>, path: &Path<'_>) -> Result<ShapeNode, ShapeError> {
        match schema {
            Node::Bool(accepts) => Ok(ShapeNode { never: !accepts, ..ShapeNode::default() }),
            Node::Object(members) => {
                if self.depth >= Limits::DEEPEST {
                    return Err(self.error(path, "is nested too deeply"));
                }
                let own = if schema.get("$id").is_some() {
                    self.resources().address_of(schema).cloned()
                } else {
                    None
                };
                let own = own.unwrap_or_else(|| Rc::clone(&self.address));
                let around = std::mem::replace(&mut self.address, own);
                self.depth += 1;
                let node = self.keywords(members, path);
                self.depth -= 1;
                self.address = around;
                node
            }
            _ => Err(self.error(path, "must be a schema: an object or a boolean")),
        }
    }

    fn keywords(
        &mut self,
        members: &'s [(std::borrow::Cow<'a, str>, Node<'a>)],
        path: &Path<'_>,
    ) -> Result<ShapeNode, ShapeError> {
        let mut draft = Draft::default();
        let is_lone_reference =
            !self.dialect.ref_siblings && members.iter().any(|(keyword, _)| keyword == "$ref");
        for (place, (keyword, value)) in members.iter().enumerate() {
            let is_repeated = members[place + 1..].iter().any(|(later, _)| later == keyword);
            let is_ignored = is_lone_reference && keyword != "$ref";
            if !is_repeated && !is_ignored {
                self.keyword(&mut draft, keyword, value, &path.key(keyword))?;
            }
        }
        Ok(self.finish(draft))
    }

    /// The schemas with addresses and names.
    pub(super) fn resources(&mut self) -> Rc<Resources<'s, 'a>> {
        let (schema, dialect) = (self.schema, self.dialect);
        let found = self.resources.get_or_insert_with(|| Rc::new(Resources::of(schema, dialect)));
        Rc::clone(found)
    }

    pub(super) fn note_unsupported(&mut self, path: &Path<'_>, keyword: &str) {
        let pointer = format!("{}{}", self.base, path.pointer());
        self.unsupported.push(Unsupported { pointer, keyword: keyword.to_owned() });
    }

    pub(super) fn error(&self, path: &Path<'_>, message: impl Into<String>) -> ShapeError {
        ShapeError { pointer: format!("{}{}", self.base, path.pointer()), message: message.into() }
    }
}
