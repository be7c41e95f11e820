//! A route file's JSON, read field by field and written.

use super::json::{Fields, described};
use crate::format::excerpt;
use serde_json::Value;
use std::sync::Arc;
use tilescope_puzzle::routes::{City, CityData, Map, MapError, Route};
use tilescope_search::Cost;

pub const FORMAT: &str = "tilescope-route";
pub const VERSION: u64 = 1;

/// Every field of version 1, in the order in which they are written.
pub const FIELDS: [&str; 10] = [
    "format",
    "version",
    "name",
    "cities",
    "roads",
    "straight_lines_to",
    "start",
    "goal",
    "notes",
    "source",
];

const CITY: &str = r#"{"name": "Arad", "at": [0, 192], "straight_line": 366}"#;
const ROAD: &str = r#"["Arad", "Zerind", 75]"#;

/// Reads a route; the error says what is wrong, then where.
pub fn read(fields: &Fields) -> Result<Route, String> {
    let sites = list(fields, "cities", CITY)?;
    let sites: Result<Vec<CityData>, String> = (0..).zip(sites).map(site).collect();
    let roads = list(fields, "roads", ROAD)?;
    let roads: Result<Vec<_>, String> = (0..).zip(roads).map(road).collect();
    let to = match fields.get("straight_lines_to") {
        None => None,
        Some(value) => Some(value.as_str().ok_or_else(|| {
            let found = described(value);
            format!("“straight_lines_to” is {found}, not the name of a city")
        })?),
    };
    let map =
        Map::new(sites?, &roads?, to).map_err(|error| format!("{error}, in {}", place(&error)))?;
    let city = |key: &str| -> Result<City, String> {
        let name = fields.text(key)?;
        if name.is_empty() {
            return Err(format!("“{key}” is missing: give the name of a city"));
        }
        map.city(&name)
            .map_err(|error| format!("{error}, in “{key}”"))
    };
    let (start, goal) = (city("start")?, city("goal")?);
    Ok(Route {
        name: fields.text("name")?,
        map: Arc::new(map),
        start,
        goal,
        notes: fields.text("notes")?,
        source: fields.text("source")?,
    })
}

/// The field that holds what does not fit.
fn place(error: &MapError) -> &'static str {
    match error {
        MapError::NumberOfCities(_)
        | MapError::Name(_)
        | MapError::CityTwice(_)
        | MapError::Place(_)
        | MapError::SamePlace(..)
        | MapError::NoStraightLine(_) => "“cities”",
        MapError::NumberOfRoads(_)
        | MapError::Loop(_)
        | MapError::RoadTwice(..)
        | MapError::Length(..)
        | MapError::ManyRoads(_) => "“roads”",
        MapError::NoSuchCity(_) => "“roads” or “straight_lines_to”",
        MapError::StraightLinesToNowhere | MapError::StraightLineToItself(_) => {
            "“straight_lines_to”"
        }
    }
}

/// A route as the text of a file, a city and a road a line.
pub fn write(route: &Route) -> String {
    let Route {
        name,
        map,
        start,
        goal,
        notes,
        source,
    } = route;
    let text = |text: &str| Value::from(text).to_string();
    let named = |city: City| text(map.name(city));
    let cities = map.cities().map(|city| {
        let site = map.city_data(city);
        let [east, north] = site.at;
        let line = site.straight_line;
        let line = line.map_or(String::new(), |n| format!(", \"straight_line\": {n}"));
        format!(
            "    {{\"name\": {}, \"at\": [{east}, {north}]{line}}}",
            named(city)
        )
    });
    let cities: Vec<String> = cities.collect();
    let roads = map.roads().iter().map(|road| {
        let [from, to] = road.ends.map(named);
        format!("    [{from}, {to}, {}]", road.length)
    });
    let roads: Vec<String> = roads.collect();
    let to = map.straight_lines_to().map(named);
    let to = to.map_or(String::new(), |to| {
        format!("  \"straight_lines_to\": {to},\n")
    });
    format!(
        "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {},\n  \"name\": {},\n  \"cities\": \
         [\n{}\n  ],\n  \"roads\": [\n{}\n  ],\n{to}  \"start\": {},\n  \"goal\": {},\n  \
         \"notes\": {},\n  \"source\": {}\n}}\n",
        VERSION,
        text(name),
        cities.join(",\n"),
        roads.join(",\n"),
        named(*start),
        named(*goal),
        text(notes),
        text(source),
    )
}

fn list<'a>(fields: &'a Fields, key: &str, example: &str) -> Result<&'a Vec<Value>, String> {
    let Some(value) = fields.get(key) else {
        return Err(format!(
            "“{key}” is missing: give a list of items such as {example}"
        ));
    };
    value.as_array().ok_or_else(|| {
        let found = described(value);
        format!("“{key}” is {found}, not a list of items such as {example}")
    })
}

fn site((index, value): (usize, &Value)) -> Result<CityData, String> {
    let wrong = |what: &str| format!("{what}, in cities[{index}]: write it as {CITY}");
    let fields = value
        .as_object()
        .ok_or_else(|| wrong(&format!("this is {}", described(value))))?;
    let is_known = |key: &String| ["name", "at", "straight_line"].contains(&key.as_str());
    if let Some(key) = fields.keys().find(|key| !is_known(key)) {
        return Err(wrong(&format!("a city has no field “{}”", excerpt(key))));
    }
    let name = fields.get("name").and_then(Value::as_str);
    let at = match fields
        .get("at")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    {
        Some([east, north]) => east.as_f64().zip(north.as_f64()),
        _ => None,
    };
    let straight_line = match fields.get("straight_line") {
        None => None,
        Some(value) => {
            let length = value.as_u64().filter(|&n| n <= Map::MAX_ROAD_LENGTH);
            let length = length.ok_or_else(|| {
                let found = described(value);
                wrong(&format!("the straight line is {found}"))
            })?;
            Some(length as Cost)
        }
    };
    let (east, north) = at.ok_or_else(|| wrong("“at” is not a pair of numbers"))?;
    Ok(CityData {
        name: name.ok_or_else(|| wrong("“name” is not text"))?.to_owned(),
        at: [east, north],
        straight_line,
    })
}

fn road((index, value): (usize, &Value)) -> Result<(&str, &str, u64), String> {
    let parts = value.as_array().map(Vec::as_slice);
    let road = match parts {
        Some([from, to, length]) => (from.as_str().zip(to.as_str())).zip(length.as_u64()),
        _ => None,
    };
    road.map(|((from, to), length)| (from, to, length))
        .ok_or_else(|| format!("roads[{index}] is not written as {ROAD}"))
}
