use hpd_runtime::ModelError;

#[derive(ModelError)]
enum LedgerError {
    #[model_error("The file {1} can't be read.")]
    File(#[from] std::io::Error, String),
}

fn main() {}
