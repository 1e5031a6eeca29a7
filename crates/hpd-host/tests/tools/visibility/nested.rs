//! Scopes in scopes, and skills that refer to skills.

use hpd_host::list::ModelOptions;
use hpd_host::{Session, Toolbox, plugin, scope};

use super::{expanded, id, names, text};

#[derive(Default)]
struct Company;

#[scope("The company")]
impl Company {
    /// Its name.
    #[ai_function]
    fn company_name(&self) {}
}

#[derive(Default)]
struct Sales;

#[scope("Sales", within = Company)]
impl Sales {
    /// Customers.
    #[ai_function]
    fn customers(&self) {}
}

#[derive(Default)]
struct Offers;

#[scope("Offers", within = Sales)]
impl Offers {
    /// Open offers.
    #[ai_function]
    fn open_offers(&self) {}
}

fn company() -> Toolbox {
    Toolbox::builder().plugin(Company).plugin(Sales).plugin(Offers).build().unwrap()
}

#[test]
fn each_scope_reveals_the_next() {
    let (toolbox, session) = (company(), Session::new());
    assert_eq!(names(&toolbox, &session), ["Company"]);
    assert_eq!(
        text(&toolbox, &session, "Company", "{}"),
        "Company expanded. Functions: company_name. Containers: Sales."
    );
    text(&toolbox, &session, "Sales", "{}");
    text(&toolbox, &session, "Offers", "{}");
    assert_eq!(
        names(&toolbox, &session),
        ["Company", "company_name", "Sales", "customers", "Offers", "open_offers"]
    );
}

#[test]
fn a_deep_call_is_answered_with_the_nearest_container_that_can_be_expanded() {
    let (toolbox, session) = (company(), Session::new());
    let container = |session: &Session| {
        let error = text(&toolbox, session, "open_offers", "{}");
        let value: serde_json::Value = serde_json::from_str(&error).unwrap();
        value["container_name"].as_str().unwrap().to_owned()
    };
    assert_eq!(container(&session), "Company");
    session.expand(&id("Company"));
    assert_eq!(container(&session), "Sales");
    session.expand(&id("Sales"));
    assert_eq!(container(&session), "Offers");
}

#[test]
fn what_is_expanded_inside_stays_when_the_outer_one_is_collapsed() {
    let toolbox = company();
    let session = expanded(&["Company", "Sales", "Offers"]);
    session.collapse(&id("Sales"));
    assert_eq!(names(&toolbox, &session), ["Company", "company_name", "Sales", "open_offers"]);
    session.collapse_all();
    assert_eq!(names(&toolbox, &session), ["Company"]);
}

#[test]
fn a_scope_whose_outer_one_is_not_registered_stands_alone() {
    let toolbox = Toolbox::builder().plugin(Offers).build().unwrap();
    assert_eq!(names(&toolbox, &Session::new()), ["Offers"]);
}

#[derive(Default)]
struct Guide;

#[plugin]
impl Guide {
    /// Refers to the company's function, which makes its plugin implicit.
    #[skill(functions(Company::company_name))]
    fn who() {}

    /// Refers to a skill.
    #[skill(skills(Self::who))]
    fn start() {}

    /// Refers to a skill that refers to a skill.
    #[skill(skills(Self::start))]
    fn begin() {}
}

#[test]
fn a_scope_whose_outer_one_is_there_only_for_skills_stands_alone() {
    let toolbox = Toolbox::builder().plugin(Guide).plugin(Sales).build().unwrap();
    assert_eq!(names(&toolbox, &Session::new()), ["who", "start", "begin", "Sales"]);
}

#[derive(Default)]
struct Steps;

#[scope("Steps")]
impl Steps {
    /// The first step.
    #[skill(functions(Company::company_name))]
    fn first() {}

    /// The second step.
    #[skill(skills(Self::first))]
    fn second() {}

    /// The third step.
    #[skill(skills(Self::second))]
    fn third() {}
}

#[derive(Default)]
struct Entrance;

#[plugin]
impl Entrance {
    /// Leads to the third step.
    #[skill(skills(Steps::third))]
    fn enter() {}
}

#[test]
fn skills_reveal_skills_to_any_depth() {
    let toolbox = Toolbox::builder().plugin(Entrance).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["enter"]);
    for (skill, revealed) in
        [("enter", "third"), ("third", "second"), ("second", "first"), ("first", "company_name")]
    {
        assert!(
            !names(&toolbox, &session).contains(&revealed.to_owned()),
            "{revealed} is hidden before {skill}"
        );
        text(&toolbox, &session, skill, "{}");
        assert_eq!(names(&toolbox, &session).last().unwrap(), revealed);
    }
    assert_eq!(names(&toolbox, &session), ["enter", "third", "second", "first", "company_name"]);
}

#[test]
fn a_container_that_can_not_be_called_is_not_named() {
    let policy = hpd_host::list::VisibilityPolicy::new().never_collapse(["Sales"]);
    let builder = Toolbox::builder().plugin(Company).plugin(Sales).visibility(policy);
    let toolbox =
        builder.model(ModelOptions::new().recovery(hpd_host::list::Recovery::ExpandAndRun)).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["Company", "customers"]);
    assert_eq!(
        text(&toolbox, &session, "Sales", "{}"),
        r#"{"error_type":"tool_not_visible","tool_name":"Sales","error_message":"'Sales' is not available.","retry_guidance":"Call a tool by exactly the name in the list of tools."}"#
    );
    assert!(session.expanded().is_empty());
    assert_eq!(text(&toolbox, &session, "Company", "{}"), "Company expanded. Functions: company_name.");
}
