//! Errors with texts for the model: every form, generic types, and `?`.

use std::fmt;

use hpd_runtime::output::FailureEffect;
use hpd_runtime::{ModelError, OrTell as _, Output, ToolError, plugin};

/// The attribute beside the derives of others.
#[derive(Debug, ModelError)]
#[model_error(display)]
enum Shown {
    Plain(u8),
    #[model_error("The log is away.", did_not_run)]
    Log(std::io::Error),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shown")
    }
}

impl std::error::Error for Shown {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Plain(_) => None,
            Self::Log(error) => Some(error),
        }
    }
}

#[derive(ModelError)]
enum Lookup<'n, T: fmt::Debug>
where
    T: Clone,
{
    #[model_error("{{{name}}} at {place:?}, {place:?} for {type:>3}.")]
    Named { name: &'n str, place: Option<T>, r#type: u8 },
    #[model_error("The box is closed.", outcome_unknown)]
    Boxed(Box<dyn std::error::Error + Send + Sync>, u8),
    #[model_error(transparent)]
    Inner(Shown),
    #[model_error("Nothing.")]
    Nothing,
}

#[derive(ModelError)]
#[model_error("There is no room {0}.")]
struct NoRoom(u32);

#[derive(ModelError)]
enum Never {}

struct Rooms;

#[plugin]
impl Rooms {
    /// One room.
    #[ai_function]
    fn room(&self, /** Its number. */ number: u32) -> Result<String, ToolError> {
        let found = if number == 7 { Ok("the suite") } else { Err(NoRoom(number)) };
        let size: u8 = "12".parse().or_tell("The size is no number.")?;
        Ok(format!("{}, {size}", found?))
    }

    /// The same.
    #[ai_function]
    fn own(&self, /** Its number. */ number: u32) -> Result<(), NoRoom> {
        Err(NoRoom(number))
    }
}

fn main() {
    let named = Lookup::Named { name: "x", place: Some(1), r#type: 2 };
    assert_eq!(named.for_model(), "{x} at Some(1), Some(1) for   2.");
    assert_eq!((named.for_log(), named.effect()), (None, FailureEffect::Failed));

    let boxed = Lookup::<u8>::Boxed("the key is lost".into(), 1);
    assert_eq!(boxed.for_model(), "The box is closed.");
    assert_eq!(boxed.for_log().as_deref(), Some("the key is lost"));
    assert_eq!(boxed.effect(), FailureEffect::Unknown);

    let inner = Lookup::<u8>::Inner(Shown::Log(std::io::Error::other("disk 3")));
    assert_eq!(inner.for_model(), "The log is away.");
    assert_eq!(inner.for_log().as_deref(), Some("shown: disk 3"));
    assert_eq!(inner.effect(), FailureEffect::NotRun);
    assert_eq!(inner.ask(), None);

    // The model reads what the type says of itself: the log needs no copy.
    assert_eq!(Shown::Plain(1).for_model(), "shown");
    assert_eq!(Shown::Plain(1).for_log(), None);
    assert_eq!(Lookup::<u8>::Nothing.for_model(), "Nothing.");

    let error = ToolError::from(Shown::Log(std::io::Error::other("disk 3")));
    assert_eq!((error.for_model(), error.effect()), ("The log is away.".into(), FailureEffect::NotRun));
    assert_eq!(error.for_log().as_deref(), Some("shown: disk 3"));
    let _: fn(Never) -> ToolError = ToolError::from;

    let text = |text: &str| Ok(Output::Text(text.to_owned()));
    assert_eq!(ui_tests::call(&Rooms, "room", r#"{"number": 7}"#), text("the suite, 12"));
    assert_eq!(ui_tests::call(&Rooms, "room", r#"{"number": 8}"#), Err("There is no room 8.".to_owned()));
    assert_eq!(ui_tests::call(&Rooms, "own", r#"{"number": 8}"#), Err("There is no room 8.".to_owned()));
}
