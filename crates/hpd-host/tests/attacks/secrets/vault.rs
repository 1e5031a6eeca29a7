//! Tools with sensitive parameters, which give their values away in every way that a function can.

use std::collections::BTreeMap;
use std::panic;
use std::sync::Once;

use hpd_host::approval::{ArgumentChange, Preview};
use hpd_host::args::Node;
use hpd_host::system::BoxFuture;
use hpd_host::{ToolError, plugin};

/// How a function gives its sensitive value away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Leak {
    Nothing,
    Result,
    Message,
    Cause,
    Panic,
}

/// The beginning of each panic text.
const BROKEN: &str = "the vault broke: ";

impl Leak {
    fn of(self, code: &str) -> Result<String, ToolError> {
        match self {
            Self::Nothing => Ok("It is done.".to_owned()),
            Self::Result => Ok(format!("Done with {code}, as you said.")),
            Self::Message => Err(ToolError::new(format!("The code {code} is wrong."))),
            Self::Cause => Err(ToolError::new("The vault does not open.").caused_by(format!("code {code}"))),
            Self::Panic => panic!("{BROKEN}{code}"),
        }
    }
}

/// The panics of the vault are not printed: there are thousands.
pub(crate) fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let text = info.payload().downcast_ref::<String>();
            if !text.is_some_and(|text| text.starts_with(BROKEN)) {
                before(info);
            }
        }));
    });
}

/// A vault.
pub(crate) struct Vault(pub(crate) Leak);

#[plugin(name = "vault")]
impl Vault {
    /// Opens the vault.
    #[ai_function(read_only)]
    fn open_vault(
        &self,
        /// The code.
        #[param(sensitive, profile_key = "code", config_key = "code")]
        code: String,
    ) -> Result<String, ToolError> {
        self.0.of(&code)
    }

    /// Opens the vault later.
    #[ai_function(read_only)]
    async fn open_later(
        &self,
        /// The code.
        #[param(sensitive, profile_key = "code", config_key = "code")]
        code: String,
    ) -> Result<String, ToolError> {
        self.0.of(&code)
    }

    /// Sets the lock.
    #[ai_function(write, risk = low, question = "Set the lock of {owner}?", preview("owner"))]
    fn set_lock(
        &self,
        /// The code.
        #[param(sensitive, profile_key = "code", config_key = "code")]
        code: String,
    ) -> Result<String, ToolError> {
        self.0.of(&code)
    }

    /// Looks at a shelf.
    #[ai_function(read_only)]
    fn look_at_shelf(
        &self,
        /// Its label.
        label: String,
    ) -> Result<String, ToolError> {
        let label = label.replace("nothing", "");
        Err(ToolError::new(format!("No shelf {label}.")).caused_by(format!("row {label}")))
    }
}

/// The preview of the lock: with the code in all that it shows, or without.
pub(crate) struct Lock {
    pub(crate) leaks: bool,
}

impl Lock {
    fn shown(&self, arguments: &Node<'_>) -> Node<'static> {
        let code = arguments.get("code").filter(|_| self.leaks);
        code.map_or_else(|| Node::String("Anna".into()), |code| code.clone().into_owned())
    }
}

impl Preview for Lock {
    fn changes<'a>(&'a self, arguments: &'a Node<'a>) -> BoxFuture<'a, Option<Vec<ArgumentChange>>> {
        let after = self.shown(arguments);
        let change = ArgumentChange { field: "lock".to_owned(), before: Node::String("open".into()), after };
        Box::pin(async { Some(vec![change]) })
    }

    fn values<'a>(&'a self, arguments: &'a Node<'a>) -> BoxFuture<'a, BTreeMap<String, Node<'static>>> {
        let owner = self.shown(arguments);
        Box::pin(async { BTreeMap::from([("owner".to_owned(), owner)]) })
    }
}
