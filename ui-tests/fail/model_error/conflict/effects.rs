use hpd_runtime::ModelError;

#[derive(ModelError)]
#[model_error("There is no room.", did_not_run, outcome_unknown)]
struct NoRoom;

fn main() {}
