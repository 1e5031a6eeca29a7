use hpd_runtime::ModelError;

#[derive(ModelError)]
enum LookupError {
    #[model_error(transparent, did_not_run)]
    Inner(String),
}

fn main() {}
