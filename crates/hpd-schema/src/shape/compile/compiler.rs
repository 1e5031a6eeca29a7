//! The walk over a schema.

use std::collections::HashMap;
use std::ptr;

use hpd_json::__private::{Path, holds_reserved_key};
use hpd_json::{Limits, Node};

use super::dialect::Dialect;
use super::keywords::Draft;
use super::{CompileOptions, ShapeError, Unsupported, fold, loops};
use crate::shape::keys::note_names;
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
        addressed: 0,
        unsupported: Vec::new(),
    };
    if !is_known {
        compiler.note_unsupported(&Path::ROOT.key("$schema"), "$schema");
    }
    if holds_reserved_key(schema) {
        return Err(compiler.error(&Path::ROOT, "has a key that begins with `$serde_json::private::`"));
    }
    let root = compiler.subschema(schema, &Path::ROOT)?;
    while let Some(Waiting { schema, base, id, depth, addressed }) = compiler.waiting.pop() {
        compiler.base = base;
        compiler.depth = depth;
        compiler.addressed = addressed;
        compiler.start = depth;
        compiler.nodes[id.0 as usize] = compiler.node(schema, &Path::ROOT)?;
    }
    let Compiler { mut nodes, mut unsupported, .. } = compiler;
    loops::check(&nodes)?;
    fold::fold_nulls(&mut nodes);
    if options.native_formats {
        guard::assign(&mut nodes);
    }
    unsupported.sort_by(|left, right| left.pointer.cmp(&right.pointer));
    Ok(Shape { nodes, root, unsupported })
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
    addressed: usize,
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
    /// How many of the subschemas around have an address (`$id`) of their own: references in them start there.
    pub(super) addressed: usize,
    unsupported: Vec<Unsupported>,
}

impl<'s, 'a> Compiler<'s, 'a> {
    /// The node of a subschema.
    pub(super) fn subschema(&mut self, schema: &'s Node<'a>, path: &Path<'_>) -> Result<ShapeId, ShapeError> {
        let (id, is_new) = self.reserve(schema, path)?;
        if is_new && self.depth - self.start >= FAR {
            let base = format!("{}{}", self.base, path.pointer());
            let (depth, addressed) = (self.depth, self.addressed);
            self.waiting.push(Waiting { schema, base, id, depth, addressed });
        } else if is_new {
            self.nodes[id.0 as usize] = self.node(schema, path)?;
        }
        Ok(id)
    }

    /// The node of a subschema that is compiled later.
    pub(super) fn referred(
        &mut self,
        schema: &'s Node<'a>,
        pointer: &str,
        path: &Path<'_>,
    ) -> Result<ShapeId, ShapeError> {
        let (id, is_new) = self.reserve(schema, path)?;
        if is_new {
            self.waiting.push(Waiting { schema, base: pointer.to_owned(), id, depth: 0, addressed: 0 });
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
                let addressed = usize::from(
                    !ptr::eq(schema, self.schema) && schema.get("$id").and_then(Node::as_str).is_some(),
                );
                self.depth += 1;
                self.addressed += addressed;
                let node = self.keywords(members, path);
                self.depth -= 1;
                self.addressed -= addressed;
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
        self.note_conditions(members, path);
        let mut node = self.finish(draft);
        note_names(&mut node.object, members);
        Ok(node)
    }

    /// `if` asks for something only with `then` or `else`.
    fn note_conditions(&mut self, members: &[(std::borrow::Cow<'a, str>, Node<'a>)], path: &Path<'_>) {
        let has = |name: &str| members.iter().any(|(keyword, _)| keyword == name);
        if self.dialect.newer_than_4 && has("if") {
            for keyword in ["then", "else"].into_iter().filter(|keyword| has(keyword)) {
                self.note_unsupported(&path.key(keyword), keyword);
            }
        }
    }

    /// Whether a keyword belongs to the outermost schema.
    pub(super) fn is_at_root(&self, path: &Path<'_>) -> bool {
        self.base.is_empty() && path.pointer().matches('/').count() == 1
    }

    pub(super) fn note_unsupported(&mut self, path: &Path<'_>, keyword: &str) {
        let pointer = format!("{}{}", self.base, path.pointer());
        self.unsupported.push(Unsupported { pointer, keyword: keyword.to_owned() });
    }

    pub(super) fn error(&self, path: &Path<'_>, message: impl Into<String>) -> ShapeError {
        ShapeError { pointer: format!("{}{}", self.base, path.pointer()), message: message.into() }
    }
}
