use hpd_runtime::ModelError;

#[derive(ModelError)]
union NoRoom {
    number: u32,
}

fn main() {}
