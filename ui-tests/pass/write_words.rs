//! Names with words of writes, where the effect is declared, or the word has another reading.

use hpd_runtime::{Plugin, ai_function, plugin, scope};

struct Users;

#[plugin(rename_all = "camelCase")]
impl Users {
    /// Deletes a user.
    #[ai_function(write, risk = high)]
    fn delete_user(&self) {}

    /// A draft that is never kept.
    #[ai_function(read_only)]
    fn create_draft(&self) {}

    /// Looks ahead.
    #[ai_function(name = "update_preview", read_only = true)]
    fn preview(&self) {}

    /// Lists created users.
    #[ai_function]
    fn list_created(&self) {}

    /// Says whether a mail was sent.
    #[ai_function]
    fn get_send_status(&self) {}

    /// Says it another way.
    #[ai_function]
    fn user_delete(&self) {}

    /// When a user was updated.
    #[ai_function]
    fn updated(&self) {}

    /// Another word.
    #[ai_function]
    fn recreate(&self) {}

    /// One word.
    #[ai_function]
    fn deleteall(&self) {}

    /// A word that has another reading.
    #[ai_function]
    fn add(&self) {}

    /// A helper, which is no tool.
    fn write_down(&self) {}

    /// How users are deleted.
    #[skill(functions(Self::delete_user))]
    fn delete_users(&self) -> String {
        self.write_down();
        "With care.".to_owned()
    }
}

struct Delete;

#[scope("Deletion")]
impl Delete {
    /// The plan.
    #[ai_function]
    fn plan(&self) {}
}

/// Submits.
#[ai_function(write, risk = low)]
fn submit() {}

/// Void of content.
#[ai_function(read_only)]
fn void() {}

fn main() {
    assert_eq!(Users::SPEC.functions.len(), 10);
    assert_eq!(Users::SPEC.functions[0].info.name, "deleteUser");
    assert_eq!(Delete::SPEC.functions.len(), 1);
    submit();
    void();
}
