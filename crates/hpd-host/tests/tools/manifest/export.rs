//! The file of a plugin.

use hpd_host::spec::BoundPlugin;
use hpd_host::values::PluginManifest;

use crate::manifest::shop::Shop;

#[test]
fn the_file_says_everything_in_a_fixed_order() {
    insta::assert_snapshot!("shop", PluginManifest::of::<Shop>().unwrap().to_yaml());
}

#[test]
fn an_instance_declares_what_its_type_does() {
    assert_eq!(
        PluginManifest::of_bound(&BoundPlugin::new(Shop)).unwrap(),
        PluginManifest::of::<Shop>().unwrap()
    );
}

#[test]
fn what_is_written_is_read_again() {
    let manifest = PluginManifest::of::<Shop>().unwrap();
    assert_eq!(PluginManifest::from_yaml("plugin.yaml", &manifest.to_yaml()).unwrap(), manifest);
}

#[test]
fn texts_are_kept_whatever_stands_in_them() {
    for text in
        ["true", "1.5", "a: b # c", "- x", "\"quoted\"", "two\nlines", "Straße 🏠", "~", "\u{85}x\u{feff}"]
    {
        let mut manifest = PluginManifest::of::<Shop>().unwrap();
        text.clone_into(&mut manifest.description);
        manifest.capabilities[0].parameters[0].ask = Some(text.to_owned());
        manifest.capabilities[0].parameters[0].example = Some(text.into());
        let read = PluginManifest::from_yaml("plugin.yaml", &manifest.to_yaml());
        assert_eq!(read.unwrap(), manifest, "{text:?}");
    }
}
