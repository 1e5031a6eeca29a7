//! The functions of the generated crates: three or four parameters, of types that rotate. Name, documentation,
//! parameters and body are the same whichever library they are written for.

/// A parameter.
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) description: String,
}

/// The parameters of the function with this number.
pub(super) fn parameters(number: u32) -> Vec<Parameter> {
    let mut parameters = vec![
        Parameter {
            name: "contact_id",
            kind: "String",
            description: format!("Contact the operation {number} is about"),
        },
        Parameter {
            name: "quantity",
            kind: "u32",
            description: format!("Number of units to move in step {number}"),
        },
        Parameter {
            name: "unit_price",
            kind: "f64",
            description: "Price of one unit in the book currency".to_owned(),
        },
    ];
    match number % 4 {
        0 => parameters.push(Parameter {
            name: "tags",
            kind: "Vec<String>",
            description: "Labels to attach to the record".to_owned(),
        }),
        1 | 3 => parameters.push(Parameter {
            name: "notes",
            kind: "Option<String>",
            description: "Free text, shown to the customer".to_owned(),
        }),
        _ => {}
    }
    parameters
}

/// The names of the parameters, separated by commas.
pub(super) fn parameter_names(number: u32) -> String {
    parameters(number).iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ")
}

/// The function's description, for its documentation.
pub(super) fn description(number: u32) -> String {
    format!("Runs the operation number {number} on a contact and returns the total.")
}

/// The function's body: a value of `Out`.
pub(super) fn body(number: u32) -> String {
    let extra = match number % 4 {
        0 => "tags.len()",
        1 | 3 => "notes.map_or(0, |n| n.len())",
        _ => "0",
    };
    format!(
        "Out {{ id: format!(\"op-{number}-{{}}\", contact_id), total: quantity as f64 * unit_price, n: {extra} as u64 }}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fourth_parameter_rotates() {
        let fourth = |number| parameters(number).get(3).map(|parameter| parameter.name);
        assert_eq!([0, 1, 2, 3].map(fourth), [Some("tags"), Some("notes"), None, Some("notes")]);
    }

    #[test]
    fn a_body_uses_the_fourth_parameter_if_there_is_one() {
        for number in 0..4 {
            let body = body(number);
            for name in ["tags", "notes"] {
                assert_eq!(body.contains(name), parameter_names(number).contains(name), "{body}");
            }
        }
    }
}
