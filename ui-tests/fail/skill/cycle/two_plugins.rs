use hpd_runtime::plugin;

struct Months;

#[plugin]
impl Months {
    /// How a month is closed.
    #[skill(skills(Years::closing))]
    fn closing(&self) {}
}

struct Years;

#[plugin]
impl Years {
    /// How a year is closed.
    #[skill(skills(Months::closing))]
    fn closing(&self) {}
}

fn main() {}
