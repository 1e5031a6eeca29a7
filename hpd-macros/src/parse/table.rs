//! Every key of every macro: its sites, its form, its conflicts and its requirements.
//!
//! Only this table declares keys. Tests compare it with the readers: a key that is read and undeclared fails them, and
//! so does one that is declared and unread.

use std::fmt;

use super::suggest::{any_of, nearest};

/// The sites of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Site {
    Plugin,
    Scope,
    /// A method of an annotated `impl`.
    Function,
    FreeFunction,
    Param,
    Skill,
    Range,
    Length,
    Items,
    Document,
    /// A field in `fields(..)`.
    Field,
    /// `#[model_error(..)]`, on a type or a variant.
    ModelError,
}

/// The macro or list, as the user writes it.
impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plugin => "#[plugin]",
            Self::Scope => "#[scope]",
            Self::Function | Self::FreeFunction => "#[ai_function]",
            Self::Param => "#[param]",
            Self::Skill => "#[skill]",
            Self::Range => "range(..)",
            Self::Length => "length(..)",
            Self::Items => "items(..)",
            Self::Document => "document(..)",
            Self::Field => "fields(..)",
            Self::ModelError => "#[model_error]",
        })
    }
}

/// How a key is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `key`
    Word,
    /// `key = value`
    Value,
    /// `key` or `key = value`
    WordOrValue,
    /// `key(..)`
    List,
}

/// A key.
pub(crate) struct Key {
    pub name: &'static str,
    pub sites: &'static [Site],
    pub form: Form,
    /// How it is written, in full.
    pub example: &'static str,
    /// Keys of the same list that contradict it.
    pub excludes: &'static [&'static str],
    /// Keys that this one requires in the same list, each with the text of the error.
    pub needs: &'static [(&'static str, &'static str)],
}

const NAMED: &[Site] =
    &[Site::Plugin, Site::Scope, Site::Function, Site::FreeFunction, Site::Param, Site::Skill];
const TITLED: &[Site] = &[Site::Scope, Site::Function, Site::FreeFunction, Site::Param, Site::Skill];
const DESCRIBED: &[Site] = &[
    Site::Plugin,
    Site::Scope,
    Site::Function,
    Site::FreeFunction,
    Site::Param,
    Site::Skill,
    Site::Document,
];
const BLOCK: &[Site] = &[Site::Plugin, Site::Scope];
const ROOT: &[Site] = &[Site::Plugin, Site::Scope, Site::FreeFunction];
const SCOPE: &[Site] = &[Site::Scope];
const FUNCTION: &[Site] = &[Site::Function, Site::FreeFunction];
const META: &[Site] = &[Site::Function, Site::FreeFunction, Site::Skill];
const PARAM: &[Site] = &[Site::Param];
const FIELD: &[Site] = &[Site::Param, Site::Field];
const SKILL: &[Site] = &[Site::Skill];
const DOCUMENT: &[Site] = &[Site::Document];
const BOUNDS: &[Site] = &[Site::Range, Site::Length, Site::Items];
const RANGE: &[Site] = &[Site::Range];
const ITEMS: &[Site] = &[Site::Items];
const MODEL_ERROR: &[Site] = &[Site::ModelError];

const fn key(name: &'static str, sites: &'static [Site], form: Form, example: &'static str) -> Key {
    Key { name, sites, form, example, excludes: &[], needs: &[] }
}

impl Key {
    const fn excludes(mut self, keys: &'static [&'static str]) -> Self {
        self.excludes = keys;
        self
    }

    const fn needs(mut self, keys: &'static [(&'static str, &'static str)]) -> Self {
        self.needs = keys;
        self
    }
}

const WRITE_NEEDS_RISK: &str = "a write needs a risk, which decides how the user is asked: add `risk = low`, `risk = medium` or `risk = high`";
const RISK_NEEDS_WRITE: &str = "`risk` is for functions that change something: add `write`, or remove `risk`";
const PHRASE_NEEDS_WRITE: &str =
    "`confirm_phrase` is for functions that change something: add `write, risk = high`, or remove it";
const QUESTION_NEEDS_WRITE: &str =
    "`question` is for functions that change something: add `write` and a risk, or remove it";
const PREVIEW_NEEDS_QUESTION: &str =
    "`preview` names what `question` shows beside the arguments: add `question = \"..\"`, or remove it";
const EMPTY_NEEDS_WRITE: &str = "`allow_empty` is for functions that change something: others accept empty values anyway; remove it, or add `write`";

/// Every key.
#[rustfmt::skip]
pub(crate) const KEYS: &[Key] = &[
    key("name", NAMED, Form::Value, "name = \"..\""),
    key("title", TITLED, Form::Value, "title = \"..\""),
    key("description", DESCRIBED, Form::Value, "description = \"..\""),
    key("rename_all", BLOCK, Form::Value, "rename_all = \"PascalCase\""),
    key("rename_all_params", ROOT, Form::Value, "rename_all_params = \"camelCase\""),
    key("crate", ROOT, Form::Value, "crate = ::my_crate"),
    key("post_expansion", SCOPE, Form::Value, "post_expansion = \"..\""),
    key("within", SCOPE, Form::Value, "within = OtherPlugin"),

    key("write", FUNCTION, Form::Word, "write").needs(&[("risk", WRITE_NEEDS_RISK)]),
    key("risk", FUNCTION, Form::Value, "risk = low").needs(&[("write", RISK_NEEDS_WRITE)]),
    key("confirm_phrase", FUNCTION, Form::Value, "confirm_phrase = \"VOID {InvoiceId}\"").needs(&[("write", PHRASE_NEEDS_WRITE)]),
    key("question", FUNCTION, Form::Value, "question = \"Void {InvoiceId} of {contact}?\"").needs(&[("write", QUESTION_NEEDS_WRITE)]),
    key("preview", FUNCTION, Form::List, "preview(\"contact\")").needs(&[("question", PREVIEW_NEEDS_QUESTION)]),
    key("check", FUNCTION, Form::Value, "check = path::to_function"),
    key("allow_empty", FUNCTION, Form::Word, "allow_empty").needs(&[("write", EMPTY_NEEDS_WRITE)]),
    key("idempotent", FUNCTION, Form::Word, "idempotent"),
    key("timeout", FUNCTION, Form::Value, "timeout = 30"),
    key("leniency", FUNCTION, Form::Value, "leniency = safe"),
    key("unknown_fields", FUNCTION, Form::Value, "unknown_fields = warn"),
    key("direct", FUNCTION, Form::Word, "direct"),
    key("meta", META, Form::List, "meta(key = \"value\")"),
    key("read_only", FUNCTION, Form::WordOrValue, "read_only"),
    key("destructive", FUNCTION, Form::WordOrValue, "destructive"),
    key("open_world", FUNCTION, Form::WordOrValue, "open_world"),
    key("local", FUNCTION, Form::Word, "local"),

    key("default", PARAM, Form::WordOrValue, "default = 10"),
    key("example", PARAM, Form::Value, "example = \"..\""),
    key("range", PARAM, Form::List, "range(min = 0, max = 100)").excludes(&["length", "items", "pattern", "non_empty"]),
    key("multiple_of", PARAM, Form::Value, "multiple_of = 5").excludes(&["length", "items", "pattern", "non_empty"]),
    key("length", PARAM, Form::List, "length(min = 1, max = 80)").excludes(&["items"]),
    key("items", PARAM, Form::List, "items(min = 1, max = 50)").excludes(&["pattern"]),
    key("pattern", PARAM, Form::Value, "pattern = \"^INV-[0-9]+$\""),
    key("non_empty", PARAM, Form::Word, "non_empty"),
    key("one_of", PARAM, Form::List, "one_of(\"a\", \"b\")"),
    key("format", PARAM, Form::Value, "format = \"email\""),
    key("custom", PARAM, Form::Value, "custom = path::to_function"),
    key("sensitive", FIELD, Form::Word, "sensitive"),
    key("lenient", FIELD, Form::Word, "lenient"),
    key("hint", FIELD, Form::Value, "hint = \"..\""),
    key("obtain", FIELD, Form::Value, "obtain = Plugin::function"),
    key("profile_key", FIELD, Form::Value, "profile_key = \"..\""),
    key("config_key", FIELD, Form::Value, "config_key = \"..\""),
    key("confirm_if_uncertain", FIELD, Form::Word, "confirm_if_uncertain"),
    key("ask", FIELD, Form::Value, "ask = \"..\""),

    key("flatten", PARAM, Form::Word, "flatten"),
    key("fields", PARAM, Form::List, "fields(city(profile_key = \"city\"))"),

    key("functions", SKILL, Form::List, "functions(Plugin::method, fn path::to_function)"),
    key("skills", SKILL, Form::List, "skills(Other::skill)"),
    key("instructions", SKILL, Form::Value, "instructions = \"..\"").excludes(&["instructions_file"]),
    key("instructions_file", SKILL, Form::Value, "instructions_file = \"skills/close.md\""),
    key("documents", SKILL, Form::List, "documents(document(id = \"..\", description = \"..\", text = \"..\"))"),

    key("min", BOUNDS, Form::Value, "min = 1").excludes(&["exclusive_min"]),
    key("max", BOUNDS, Form::Value, "max = 10").excludes(&["exclusive_max"]),
    key("exclusive_min", RANGE, Form::Value, "exclusive_min = 0"),
    key("exclusive_max", RANGE, Form::Value, "exclusive_max = 10"),
    key("unique", ITEMS, Form::Word, "unique"),

    key("id", DOCUMENT, Form::Value, "id = \"..\""),
    key("text", DOCUMENT, Form::Value, "text = \"..\"").excludes(&["file", "source"]),
    key("file", DOCUMENT, Form::Value, "file = \"skills/close.md\"").excludes(&["source"]),
    key("source", DOCUMENT, Form::Word, "source"),

    key("display", MODEL_ERROR, Form::Word, "display").excludes(&["transparent"]),
    key("transparent", MODEL_ERROR, Form::Word, "transparent").excludes(&["did_not_run", "outcome_unknown"]),
    key("did_not_run", MODEL_ERROR, Form::Word, "did_not_run").excludes(&["outcome_unknown"]),
    key("outcome_unknown", MODEL_ERROR, Form::Word, "outcome_unknown"),
];

/// Keys that have a new name: the old one and the new one.
const RENAMED: [(&str, &str); 1] = [("policy", "leniency")];

/// The keys that a site allows, in the order of the table.
pub(crate) fn keys_of(site: Site) -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(move |key| key.sites.contains(&site))
}

/// A name that is no key.
pub(crate) struct Unknown {
    /// The text about it.
    pub message: String,
    /// The key that was probably meant.
    pub meant: Option<&'static Key>,
}

/// The key of this name at a site.
pub(crate) fn find(site: Site, name: &str) -> Result<&'static Key, Unknown> {
    if let Some(key) = KEYS.iter().find(|key| key.name == name) {
        return if key.sites.contains(&site) {
            Ok(key)
        } else {
            Err(Unknown { message: misplaced(key, site), meant: None })
        };
    }
    let renamed = RENAMED.iter().find(|(old, _)| *old == name);
    if let Some(key) = renamed.and_then(|(_, new)| keys_of(site).find(|key| key.name == *new)) {
        let message = format!("`{name}` is now called `{new}`: use `{new}`", new = key.name);
        return Err(Unknown { message, meant: Some(key) });
    }
    let known = nearest(name, keys_of(site).map(|key| key.name));
    let message = match known {
        Some(known) => format!("unknown key `{name}`: did you mean `{known}`?"),
        None => {
            format!("unknown key `{name}`: `{site}` takes {}", any_of(keys_of(site).map(|key| key.name)))
        }
    };
    Err(Unknown { message, meant: KEYS.iter().find(|key| Some(key.name) == known) })
}

fn misplaced(key: &Key, site: Site) -> String {
    if site == Site::Function && key.sites.contains(&Site::FreeFunction) {
        return format!("`{}` belongs on the `#[plugin]` or `#[scope]` of the `impl` block", key.name);
    }
    let mut homes: Vec<String> = Vec::new();
    for home in key.sites {
        if !homes.contains(&home.to_string()) {
            homes.push(home.to_string());
        }
    }
    format!("`{}` belongs on {}, not on `{site}`", key.name, any_of(homes.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_agree_with_each_other() {
        for key in KEYS {
            assert_eq!(KEYS.iter().filter(|other| other.name == key.name).count(), 1, "{}", key.name);
            assert!(key.example.starts_with(key.name), "{}", key.example);
            let related = key.excludes.iter().chain(key.needs.iter().map(|(name, _)| name));
            for other in related {
                for site in key.sites {
                    let declared = KEYS.iter().any(|row| row.name == *other);
                    assert!(declared, "{} relates to `{other}`, which is no key of {site}", key.name);
                }
            }
        }
    }

    #[test]
    fn unknown_and_misplaced_names_say_where_to_go() {
        let text = |site, name| find(site, name).err().map(|unknown| unknown.message).unwrap_or_default();
        assert_eq!(text(Site::Param, "descripton"), "unknown key `descripton`: did you mean `description`?");
        assert_eq!(
            text(Site::Plugin, "wombat"),
            "unknown key `wombat`: `#[plugin]` takes `name`, `description`, `rename_all`, `rename_all_params` or `crate`"
        );
        assert_eq!(text(Site::Param, "risk"), "`risk` belongs on `#[ai_function]`, not on `#[param]`");
        assert_eq!(
            text(Site::Param, "min"),
            "`min` belongs on `range(..)`, `length(..)` or `items(..)`, not on `#[param]`"
        );
        assert_eq!(
            text(Site::Function, "crate"),
            "`crate` belongs on the `#[plugin]` or `#[scope]` of the `impl` block"
        );
    }
}
