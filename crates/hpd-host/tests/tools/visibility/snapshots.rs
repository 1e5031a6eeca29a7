//! Another toolbox in the same conversation.

use hpd_host::{Session, Toolbox};

use super::world::{Alpha, Delta, Gamma};
use super::{names, text};
use crate::support::Math;

#[test]
fn a_session_lives_on_with_another_toolbox() {
    let session = Session::new();
    let first = Toolbox::builder().plugin(Math).plugin(Alpha).build().unwrap();
    text(&first, &session, "Math", "{}");
    text(&first, &session, "Alpha", "{}");
    assert_eq!(names(&first, &session).len(), 12);

    // The same containers in another order, among others.
    let second = Toolbox::builder().plugin(Delta).plugin(Gamma).plugin(Alpha).plugin(Math).build().unwrap();
    assert_eq!(names(&second, &session)[..5], ["Delta", "Alpha", "Math", "Add", "Multiply"]);
    assert_eq!(text(&second, &session, "Add", r#"{"a":1,"b":2}"#), "3");

    // A container that is missing is passed over, and expanded again once it is back.
    let third = Toolbox::builder().plugin(Alpha).build().unwrap();
    assert_eq!(names(&third, &session), ["Alpha", "a1", "a2", "a3"]);
    assert_eq!(names(&first, &session).len(), 12);
}

#[test]
fn two_toolboxes_take_turns_in_one_session() {
    let session = Session::new();
    let (math, alpha) =
        (Toolbox::builder().plugin(Math).build().unwrap(), Toolbox::builder().plugin(Alpha).build().unwrap());
    for _ in 0..3 {
        assert_eq!(names(&math, &session), ["Math"]);
        assert_eq!(names(&alpha, &session), ["Alpha"]);
    }
}
