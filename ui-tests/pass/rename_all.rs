//! Names: Rust's own, the block's spelling, or the user's; of parameters only if the block says so.

use hpd_runtime::{Plugin, plugin, scope};

struct Ledger;

#[plugin(rename_all = "camelCase", name = "Books")]
impl Ledger {
    /// Closes a month.
    #[ai_function]
    fn close_month(
        &self,
        /// Which one.
        month_of_year: u8,
    ) -> u8 {
        month_of_year
    }

    /// Closes a year.
    #[ai_function(name = "close_the_year")]
    fn close_year(&self) {}

    /// A raw name.
    #[ai_function]
    fn r#move(&self) {}

    /// How all is closed.
    #[skill(functions(Self::close_month, Self::r#move))]
    fn close_all_of_it(&self) {}
}

struct Office;

#[scope("Rooms.", rename_all = "SCREAMING-KEBAB-CASE")]
impl Office {
    /// Opens a room.
    #[ai_function]
    fn open_room(&self) {}
}

fn main() {
    let names: Vec<_> = Ledger::SPEC.functions.iter().map(|function| function.info.name).collect();
    assert_eq!(names, ["closeMonth", "close_the_year", "move"]);
    assert_eq!(Ledger::SPEC.functions[0].info.params[0].name, "month_of_year");
    assert_eq!(Ledger::SPEC.skills[0].info.name, "closeAllOfIt");
    let functions = Ledger::SPEC.skills[0].info.functions;
    let names: Vec<_> = functions.iter().map(|function| function.qualified()).collect();
    assert_eq!(names, ["Books.closeMonth", "Books.move"]);
    assert_eq!(Office::SPEC.functions[0].info.name, "OPEN-ROOM");
}
