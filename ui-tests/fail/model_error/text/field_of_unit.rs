use hpd_runtime::ModelError;

#[derive(ModelError)]
enum LookupError {
    #[model_error("There is no room {0}.")]
    NoRoom,
}

fn main() {}
