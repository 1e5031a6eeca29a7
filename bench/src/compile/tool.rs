//! The functions of the generated crates: three or four parameters, of types that rotate, or a list of an own type. Name, documentation,
//! parameters and body are the same whichever library they are written for.

use super::shape::Shape;

/// A parameter.
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) kind: String,
    pub(super) description: String,
}

enum Fourth {
    None,
    Tags,
    Notes,
    Lines,
}

fn fourth(shape: Shape, number: u32) -> Fourth {
    match (shape, number % 4) {
        (Shape::Nested, _) => Fourth::Lines,
        (Shape::Flat, 0) => Fourth::Tags,
        (Shape::Flat, 1 | 3) => Fourth::Notes,
        _ => Fourth::None,
    }
}

/// The type that the function has for itself; empty in flat functions.
pub(super) fn own_type(shape: Shape, number: u32, derives: &str) -> String {
    match shape {
        Shape::Flat => String::new(),
        Shape::Nested => format!(
            "#[derive({derives})]\npub struct Line{number} {{ pub item_id: String, pub quantity: u32, pub unit_price: f64, pub tax: Option<f64> }}\n"
        ),
    }
}

/// The parameters of the function with this number.
pub(super) fn parameters(shape: Shape, number: u32) -> Vec<Parameter> {
    let mut parameters = vec![
        Parameter {
            name: "contact_id",
            kind: "String".to_owned(),
            description: format!("Contact the operation {number} is about"),
        },
        Parameter {
            name: "quantity",
            kind: "u32".to_owned(),
            description: format!("Number of units to move in step {number}"),
        },
        Parameter {
            name: "unit_price",
            kind: "f64".to_owned(),
            description: "Price of one unit in the book currency".to_owned(),
        },
    ];
    parameters.extend(match fourth(shape, number) {
        Fourth::Lines => Some(Parameter {
            name: "lines",
            kind: format!("Vec<Line{number}>"),
            description: "What the operation is about".to_owned(),
        }),
        Fourth::Tags => Some(Parameter {
            name: "tags",
            kind: "Vec<String>".to_owned(),
            description: "Labels to attach to the record".to_owned(),
        }),
        Fourth::Notes => Some(Parameter {
            name: "notes",
            kind: "Option<String>".to_owned(),
            description: "Free text, shown to the customer".to_owned(),
        }),
        Fourth::None => None,
    });
    parameters
}

/// The names of the parameters, separated by commas.
pub(super) fn parameter_names(shape: Shape, number: u32) -> String {
    parameters(shape, number).iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ")
}

/// The function's description, for its documentation.
pub(super) fn description(number: u32) -> String {
    format!("Runs the operation number {number} on a contact and returns the total.")
}

/// The function's body: a value of `Out`.
pub(super) fn body(shape: Shape, number: u32) -> String {
    let extra = match fourth(shape, number) {
        Fourth::Lines => "lines.iter().map(|l| l.quantity as usize + l.item_id.len()).sum::<usize>()",
        Fourth::Tags => "tags.len()",
        Fourth::Notes => "notes.map_or(0, |n| n.len())",
        Fourth::None => "0",
    };
    format!(
        "Out {{ id: format!(\"op-{number}-{{}}\", contact_id), total: quantity as f64 * unit_price, n: {extra} as u64 }}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fourth_parameter_rotates_or_has_a_type_of_its_own() {
        let kind = |shape, number| parameters(shape, number).pop().unwrap().kind;
        let flat = [0, 1, 2, 3].map(|number| kind(Shape::Flat, number));
        assert_eq!(flat, ["Vec<String>", "Option<String>", "f64", "Option<String>"]);
        assert_eq!(kind(Shape::Nested, 7), "Vec<Line7>");
        assert!(own_type(Shape::Nested, 7, "A, B").starts_with("#[derive(A, B)]\npub struct Line7 { "));
    }

    #[test]
    fn a_body_uses_the_fourth_parameter_if_there_is_one() {
        for shape in Shape::ALL {
            for number in 0..4 {
                let (body, names) = (body(shape, number), parameter_names(shape, number));
                for name in ["tags", "notes", "lines"] {
                    assert_eq!(body.contains(name), names.contains(name), "{body}");
                }
            }
        }
    }
}
