//! Contents of a profile file.

use futures_executor::block_on;
use hpd_host::Principal;
use hpd_host::values::{FileProfile, Profile};
use serde_json::{Value, json};

use super::Files;

fn get(profile: &FileProfile, principal: &str, key: &str) -> Option<Value> {
    block_on(profile.get(&Principal::new(principal), key)).unwrap()
}

#[test]
fn yaml_and_toml_give_values_by_their_keys() {
    let files = Files::new();
    let yaml =
        files.write("p.yaml", 1, "name: John\nhome: {address: 123 Main St}\nbirthday: 1990-01-02\nfloor: 3");
    let toml =
        files.write("p.toml", 1, "name='John'\nhome.address='123 Main St'\nbirthday=1990-01-02\nfloor=3");
    for path in [yaml, toml] {
        let profile = FileProfile::open(path).unwrap();
        assert_eq!(get(&profile, "anna", "name"), Some(json!("John")));
        assert_eq!(get(&profile, "anna", "home.address"), Some(json!("123 Main St")));
        assert_eq!(get(&profile, "anna", "home"), Some(json!({"address": "123 Main St"})));
        assert_eq!(get(&profile, "anna", "birthday"), Some(json!("1990-01-02")));
        assert_eq!(get(&profile, "anna", "floor"), Some(json!(3)));
        assert_eq!(get(&profile, "anna", "phone"), None);
        assert_eq!(get(&profile, "anna", "home.phone"), None);
    }
}

#[test]
fn numbers_keep_their_digits() {
    let files = Files::new();
    let text = "price: 1.50\nexact: 1.5\nlong: 123456789012345678901234567890\nlist: [{price: 2.50}]";
    let profile = FileProfile::open(files.write("p.yml", 1, text)).unwrap();
    assert_eq!(get(&profile, "anna", "price"), Some(json!("1.50")));
    assert_eq!(get(&profile, "anna", "exact"), Some(json!(1.5)));
    assert_eq!(get(&profile, "anna", "long"), Some(json!("123456789012345678901234567890")));
    assert_eq!(get(&profile, "anna", "list"), Some(json!([{"price": "2.50"}])));
}

#[test]
fn a_profile_of_one_subject_says_nothing_to_others() {
    let files = Files::new();
    let profile =
        FileProfile::open(files.write("p.yml", 1, "name: John")).unwrap().only_for(Principal::new("john"));
    assert_eq!(get(&profile, "john", "name"), Some(json!("John")));
    assert_eq!(get(&profile, "anna", "name"), None);
    let elsewhere = Principal::new("john").in_tenant("acme");
    assert_eq!(block_on(profile.get(&elsewhere, "name")).unwrap(), None);
}

#[test]
fn it_can_not_be_changed() {
    let files = Files::new();
    let profile = FileProfile::open(files.write("p.yml", 1, "name: John")).unwrap();
    let error = block_on(profile.put(&Principal::new("john"), "name", json!("Jim"))).unwrap_err();
    assert_eq!(error.to_string(), "the profile can't be changed");
}

#[test]
fn debug_shows_no_values() {
    let files = Files::new();
    let profile = FileProfile::open(files.write("p.yml", 1, "pin: s3cret")).unwrap();
    assert_eq!(
        files.without_path(&format!("{profile:?}")),
        r#"FileProfile { path: "p.yml", only_for: None, .. }"#
    );
}
