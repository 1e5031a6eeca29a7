//! The exact texts.

mod collected;
mod failed;
mod function;

use std::collections::BTreeMap;

use hpd_runtime::args::{Limits, Node};
use hpd_runtime::values::Provenance;

use crate::collect::plan::{CollectPlan, FieldPlan};
use crate::collect::resolution::{Missing, Resolution, Uncertain};

fn field(name: &str, description: &str) -> FieldPlan {
    FieldPlan { name: name.into(), description: description.into(), required: true, ..FieldPlan::default() }
}

/// Places an order: item, address, phone, contact name.
fn buy() -> CollectPlan {
    CollectPlan {
        plugin: "buy".into(),
        function: "place_order".into(),
        fields: Box::new([
            field("item", "Item to buy (e.g. milk, bread)."),
            field("address", "Delivery address."),
            field("phone", "Phone number."),
            field("contact_name", "Recipient name."),
        ]),
        ..CollectPlan::default()
    }
}

fn node(json: &str) -> Node<'static> {
    Node::parse(json, &Limits::default()).unwrap().into_owned()
}

fn found(arguments: &str, sources: &[(&str, Provenance)]) -> Resolution {
    Resolution {
        arguments: node(arguments),
        provenance: sources
            .iter()
            .map(|(name, source)| ((*name).to_owned(), *source))
            .collect::<BTreeMap<_, _>>(),
        missing: Vec::new(),
        uncertain: Vec::new(),
        refused: Vec::new(),
    }
}

fn missing(field: usize, in_profile: bool, in_config: bool) -> Missing {
    Missing { field, in_profile, in_config, unusable: None }
}

fn uncertain(field: usize, json: &str, source: Provenance) -> Uncertain {
    Uncertain { field, value: node(json), source }
}

fn known() -> Resolution {
    found(
        r#"{"item": "milk", "contact_name": "John"}"#,
        &[("item", Provenance::User), ("contact_name", Provenance::Profile)],
    )
}
