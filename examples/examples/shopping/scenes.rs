//! The scenes: the toolbox's facts about its user, and the user's lines.

use std::error::Error;

use hpd_examples::dialogue::Scene;
use hpd_examples::shopping::{Buy, delivery};
use hpd_host::approval::Permission;
use hpd_host::values::{ConfigFile, MapProfile};
use hpd_host::{Approval, Toolbox, ToolboxBuilder, Values};

pub(crate) const SCENES: &[Scene] = &[
    Scene {
        name: "flow-1",
        about: "the configuration file has everything, and says that it may be used directly.",
        lines: &["Buy milk"],
    },
    Scene {
        name: "flow-2",
        about: "the profile has address and name, and no phone number. The next message is the number.",
        lines: &["Buy milk", "555-1234"],
    },
    Scene {
        name: "flow-2b",
        about: "the profile has everything, and may be out of date: the user says yes.",
        lines: &["Buy milk", "Yes"],
    },
    Scene {
        name: "confirmed",
        about: "the profile has everything, and may be out of date: the user says yes in other words.",
        lines: &["Buy milk", "Yes, that's correct"],
    },
    Scene {
        name: "partly",
        about: "the profile has everything: one value is right, and the user corrects the other.",
        lines: &["Buy milk", "The address is right, but my phone is 555-9999"],
    },
    Scene {
        name: "corrected",
        about: "the profile has everything, and is out of date: the user says what is right.",
        lines: &["Buy milk", "Actually use 456 Oak Ave, 555-1234"],
    },
    Scene {
        name: "flow-3",
        about: "nothing is known. The user says everything in one message.",
        lines: &["Buy milk", "123 Oak Ave, 555-1234, I'm John"],
    },
    Scene {
        name: "both",
        about: "the phone number is missing, and the address may be out of date.",
        lines: &["Buy milk", "555-1234", "yes"],
    },
    Scene {
        name: "given-up",
        about: "the user asks something else, and gives the order up.",
        lines: &["Buy milk", "What do you have?", "never mind"],
    },
    Scene {
        name: "approval",
        about: "the host permits nothing: the order is asked about as well, once all its values are certain.",
        lines: &["Buy milk", "Yes", "confirm"],
    },
];

const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/shopping/config.yml");

/// The toolbox of a scene.
pub(crate) fn toolbox(scene: &str, buy: Buy) -> Result<Toolbox, Box<dyn Error>> {
    let builder = Toolbox::builder();
    let john = || MapProfile::new().for_all("name", "John").for_all("address", "123 Main St");
    let builder = match scene {
        "flow-1" => builder.plugin(buy).values(Values::new().config(ConfigFile::open("buy", CONFIG)?)),
        "flow-2" => builder.external(delivery(buy)?).values(Values::new().profile(john())),
        "flow-3" => builder.plugin(buy),
        "both" | "given-up" => builder.plugin(buy).values(Values::new().profile(john())),
        _ => builder.plugin(buy).values(Values::new().profile(john().for_all("phone", "555-0000"))),
    };
    Ok(permit(scene, builder).build()?)
}

/// An order is a write: it would be asked about, if the host did not say otherwise.
fn permit(scene: &str, builder: ToolboxBuilder) -> ToolboxBuilder {
    match scene {
        "approval" => builder,
        _ => builder.approval(Approval::new().permission("buy.place_order", Permission::Allow)),
    }
}
