use hpd_runtime::ModelError;

#[derive(ModelError)]
enum LookupError {
    #[model_error(transparent)]
    Io(std::io::Error),
}

fn main() {}
