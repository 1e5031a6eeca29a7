use hpd_runtime::ModelError;

#[derive(ModelError)]
enum LookupError {
    #[model_error(transparent)]
    Inner(String, String),
}

fn main() {}
