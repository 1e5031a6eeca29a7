//! Small crates with a circle, each by another kind of path, and some without.

use std::path::Path;

use super::graph;

/// The circles of a crate with these files.
fn circles(files: &[(&str, &str)]) -> Vec<String> {
    let read = |file: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == file);
        found.map(|(_, text)| (*text).to_owned())
    };
    graph(Path::new("lib.rs"), &read).circles()
}

/// The circles of a crate of two rooms: `a`, which depends on `b`, and `b`, which has this text.
fn circles_by(b: &str) -> Vec<String> {
    circles(&[("lib.rs", "mod a;\nmod b;\n"), ("a.rs", "pub struct A(crate::b::B);\n"), ("b.rs", b)])
}

#[track_caller]
fn assert_circle(b: &str, place: &str) {
    let circle =
        format!("2 rooms in a circle: a, b\n  a -> b\n    a.rs:1: crate::b::B\n  b -> a\n    b.rs:{place}\n");
    assert_eq!(circles_by(b), [circle]);
}

#[test]
fn rooms_that_depend_down_have_no_circle() {
    assert_eq!(circles_by("pub struct B;"), [""; 0]);
    assert_eq!(circles_by("mod a { pub struct A; }\npub struct B(a::A, self::a::A);"), [""; 0]);
    assert_eq!(circles_by("mod c { pub struct B(super::a::A); }\nmod a { pub struct A; }"), [""; 0]);
}

#[test]
fn a_path_in_code_is_a_dependency() {
    assert_circle("use std::fmt;\n\npub struct B(Option<crate::a::A>);", "3: crate::a::A");
    assert_circle("fn b() {\n    let _ = <crate::a::A as Default>::default();\n}", "2: crate::a::A");
    assert_circle("impl crate::a::Trait for B {}", "1: crate::a::Trait");
    assert_circle("fn b(it: B) -> bool { matches(it, |super::a::A(_)| true) }", "1: super::a::A");
}

#[test]
fn an_import_is_a_dependency() {
    assert_circle("use crate::{\n    a::{self},\n};", "2: crate::a");
    assert_circle("use super::a::A as Other;", "1: super::a::A");
    assert_circle("fn b() {\n    use crate::a::A;\n}", "2: crate::a::A");
}

#[test]
fn a_path_out_of_nested_modules_is_a_dependency() {
    assert_circle("mod c {\n    use super::super::a::A;\n}", "2: super::super::a::A");
    assert_circle(
        "mod c {\n    mod d { fn e() -> super::super::super::a::A {} }\n}",
        "2: super::super::super::a::A",
    );
    let files = [
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "use crate::b;"),
        ("b.rs", "mod c;"),
        ("b/c.rs", "use super::super::a::A;"),
    ];
    let circle = "2 rooms in a circle: a, b\n  a -> b\n    a.rs:1: crate::b\n  b -> a\n    b/c.rs:1: super::super::a::A\n";
    assert_eq!(circles(&files), [circle]);
}

#[test]
fn a_file_with_a_place_of_its_own_is_read() {
    let files = [
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "use crate::b;"),
        ("b/mod.rs", "#[path = \"other.rs\"]\nmod c;"),
        ("b/other.rs", "use crate::a;"),
    ];
    assert!(circles(&files)[0].ends_with("b -> a\n    b/other.rs:1: crate::a\n"));
}

#[test]
fn another_name_of_the_root_is_the_root() {
    assert_circle("use crate as all;\nfn b() -> all::a::A {}", "2: all::a::A");
    assert_circle("fn b() -> all::a::A {}\nuse super::{self as all};", "1: all::a::A");
    assert_circle("mod c {\n    use super::super as up;\n    use up::a::A;\n}", "3: up::a::A");
    let lib = "extern crate self as it;\nmod a;\nmod b;";
    let found = circles(&[("lib.rs", lib), ("a.rs", "use it::b::B;"), ("b.rs", "use it::a::A;")]);
    assert_eq!(found.len(), 1);
}

#[test]
fn a_glob_is_a_dependency() {
    assert_circle("use crate::a::*;", "1: crate::a");
    assert_circle("use super::*;\nfn b() -> a::A {}", "2: a::A");
    assert_circle("use crate::*;\nfn b() -> a::A {}", "2: a::A");
    assert_eq!(circles_by("use crate::*;\nfn b(a: u8) -> u8 { a }"), [""; 0]);
}

#[test]
fn a_path_in_a_macro_call_is_a_dependency() {
    assert_circle("fn b() {\n    assert_eq!(1, vec![crate::a::ONE][0]);\n}", "2: crate::a::ONE");
    assert_circle("macro_rules! b {\n    () => { $crate::a::ONE };\n}", "2: crate::a::ONE");
    assert_circle("b! {\n    use crate::{\n        std::C,\n        a::{A},\n    };\n}", "4: crate::a::A");
    assert_circle("#[derive(crate::a::Derived)]\nstruct B;", "1: crate::a::Derived");
    assert_eq!(circles_by("fn b() { c!(\"crate::a\", x: a, ::a::A, d::a::A) }"), [""; 0]);
}

#[test]
fn a_dependency_of_tests_alone_is_none() {
    assert_eq!(circles_by("#[cfg(test)]\nmod tests { use crate::a::A; }"), [""; 0]);
    assert_eq!(circles_by("#[cfg(all(test, feature = \"c\"))]\nuse crate::a::A;"), [""; 0]);
    assert_eq!(circles_by("impl B {\n    #[cfg(test)]\n    fn a() -> crate::a::A {}\n}"), [""; 0]);
    assert_eq!(circles_by("struct B {\n    #[cfg(test)]\n    a: crate::a::A,\n}"), [""; 0]);
    assert_eq!(circles_by("#![cfg(test)]\nuse crate::a::A;"), [""; 0]);
    let files =
        [("lib.rs", "mod a;\nmod b;"), ("a.rs", "use crate::b;"), ("b.rs", "#[cfg(test)]\nmod tests;")];
    assert_eq!(circles(&files), [""; 0]);
    assert_circle("#[cfg(any(test, feature = \"c\"))]\nuse crate::a::A;", "2: crate::a::A");
    assert_circle("#[cfg(not(test))]\nuse crate::a::A;", "2: crate::a::A");
}

#[test]
fn a_name_at_the_root_is_of_the_room_that_it_comes_from() {
    let found = |lib: &str, b: &str| {
        circles(&[("lib.rs", lib), ("a.rs", "pub struct A(crate::b::B);"), ("b.rs", b)]).concat()
    };
    let circle = |place: &str| {
        format!("2 rooms in a circle: a, b\n  a -> b\n    a.rs:1: crate::b::B\n  b -> a\n    {place}\n")
    };
    assert_eq!(found("mod a;\nmod b;\npub use a::A;", "use crate::A;"), circle("b.rs:1: crate::A"));
    assert_eq!(
        found("mod a;\nmod b;\npub(crate) use crate::a::A as C;", "use super::C;"),
        circle("b.rs:1: super::C")
    );
    assert_eq!(found("mod a;\nmod b;\npub use self::a::*;", "use crate::A;"), circle("b.rs:1: crate::A"));
    assert_eq!(
        found("mod a;\nmod b;\nuse C as D;\nuse a::A as C;", "use crate::D;"),
        circle("b.rs:1: crate::D")
    );
    assert_eq!(found("mod a;\nmod b;\npub use std::a::A;", "use crate::A;"), "");
}

#[test]
fn an_item_of_the_root_is_of_the_room_lib() {
    let found = |lib: &str| circles(&[("lib.rs", lib), ("a.rs", "use crate::Own;")]).concat();
    assert_eq!(found("mod a;\npub use a::A;\npub struct Own;"), "");
    let circle = "2 rooms in a circle: a, lib\n  a -> lib\n    a.rs:1: crate::Own\n  lib -> a\n";
    assert_eq!(found("mod a;\npub struct Own(a::A);"), format!("{circle}    lib.rs:2: a::A\n"));
    assert_eq!(found("mod a;\nuse a::A;\npub struct Own(A);"), format!("{circle}    lib.rs:2: a::A\n"));
}

#[test]
fn a_top_level_module_in_braces_is_a_room() {
    let found = circles(&[("lib.rs", "mod a {\n    use crate::b::B;\n}\nmod b {\n    use super::a::A;\n}")]);
    let circle = "2 rooms in a circle: a, b\n  a -> b\n    lib.rs:2: crate::b::B\n  b -> a\n    lib.rs:5: super::a::A\n";
    assert_eq!(found, [circle]);
}

#[test]
fn an_exported_macro_is_of_the_room_that_defines_it() {
    let a = "#[macro_export]\nmacro_rules! c { () => {} }\nuse crate::b::B;";
    let found = circles(&[("lib.rs", "mod a;\nmod b;"), ("a.rs", a), ("b.rs", "crate::c!();")]);
    assert!(found[0].ends_with("b -> a\n    b.rs:1: crate::c\n"));
}

#[test]
fn a_circle_of_three_is_one() {
    let lib = "mod a;\nmod b;\nmod c;\nmod d;";
    let files = [
        ("lib.rs", lib),
        ("a.rs", "use crate::b;"),
        ("b.rs", "use crate::c;"),
        ("c.rs", "use crate::a;"),
        ("d.rs", "use crate::a;"),
    ];
    let found = circles(&files);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("3 rooms in a circle: a, b, c\n"));
}
