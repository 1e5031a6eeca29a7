use hpd_runtime::ModelError;

#[derive(ModelError)]
#[model_error("Something is wrong.")]
enum LookupError {
    #[model_error("There is no room {0}.")]
    NoRoom(u32),
}

fn main() {}
