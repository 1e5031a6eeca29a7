use hpd_runtime::ModelError;

#[derive(ModelError)]
enum LookupError {
    NotFound(u32),
    #[model_error("The customers can't be read right now.")]
    Database,
}

fn main() {}
