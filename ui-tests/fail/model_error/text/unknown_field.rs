use hpd_runtime::ModelError;

#[derive(ModelError)]
enum LookupError {
    #[model_error("Room {rom} is taken on {day}.")]
    Taken { room: u32, day: String },
}

fn main() {}
