//! The objects of an experiment's JSON, read field by field with errors that say where.

use super::ExperimentError;
use crate::files::json::described;
use crate::format::excerpt;
use serde_json::{Map, Value};
use std::time::Duration;

/// An object with known fields.
pub struct Object<'a> {
    fields: &'a Map<String, Value>,
    /// Where it stands, for messages.
    pub place: String,
}

impl<'a> Object<'a> {
    /// # Errors
    /// If `value` is no object, or has a field that is not `known`.
    pub fn new(
        value: &'a Value,
        place: impl Into<String>,
        known: &[&str],
    ) -> Result<Self, ExperimentError> {
        let place = place.into();
        let Value::Object(fields) = value else {
            return Err(ExperimentError::Invalid(format!(
                "{} stands where an object belongs, in {place}",
                described(value)
            )));
        };
        let object = Object { fields, place };
        match fields.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(object),
            Some(key) => Err(object.error(format!(
                "there is no field “{}”; the fields are {}",
                excerpt(key),
                known.join(", ")
            ))),
        }
    }

    /// An error with the place of this object.
    pub fn error(&self, cause: impl std::fmt::Display) -> ExperimentError {
        ExperimentError::Invalid(format!("{cause}, in {}", self.place))
    }

    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.fields.get(key)
    }

    pub fn text(&self, key: &str) -> Result<Option<&'a str>, ExperimentError> {
        self.read(key, "text", Value::as_str)
    }

    /// A whole number from `min` to `max`.
    pub fn whole(&self, key: &str, min: u64, max: u64) -> Result<Option<u64>, ExperimentError> {
        let what = match max {
            u64::MAX => format!("a whole number from {min}"),
            _ => format!("a whole number from {min} to {max}"),
        };
        self.read(key, &what, |value| {
            value.as_u64().filter(|number| (min..=max).contains(number))
        })
    }

    /// A number of seconds above 0.
    pub fn seconds(&self, key: &str) -> Result<Option<Duration>, ExperimentError> {
        self.read(key, "a number of seconds above 0", |value| {
            let seconds = value.as_f64().filter(|&seconds| seconds > 0.0)?;
            Duration::try_from_secs_f64(seconds).ok()
        })
    }

    /// The entries of a list; none if the field is missing.
    pub fn list(&self, key: &str) -> Result<&'a [Value], ExperimentError> {
        let list = self.read(key, "a list", Value::as_array)?;
        Ok(list.map_or(&[], Vec::as_slice))
    }

    /// `true`, or missing.
    pub fn flag(&self, key: &str) -> Result<bool, ExperimentError> {
        let is_set = self.read(key, "true", |value| {
            value.as_bool().filter(|is_set| *is_set)
        })?;
        Ok(is_set.is_some())
    }

    fn read<T>(
        &self,
        key: &str,
        what: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, ExperimentError> {
        let Some(value) = self.fields.get(key) else {
            return Ok(None);
        };
        let refused = || self.error(format!("“{key}” is {}, not {what}", described(value)));
        read(value).map(Some).ok_or_else(refused)
    }

    /// Checks the fields “format” and “version”; returns the version.
    pub fn check_format(&self, format: &str, newest: u64) -> Result<u64, ExperimentError> {
        match self.text("format")? {
            Some(found) if found == format => {}
            Some(found) => {
                return Err(self.error(format!(
                    "“format” is “{}”, not “{format}”: this is not an experiment",
                    excerpt(found)
                )));
            }
            None => {
                return Err(self.error(format!(
                    "“format” is missing: an experiment has \"format\": \"{format}\""
                )));
            }
        }
        match self.whole("version", 1, u64::MAX)? {
            Some(version) if version <= newest => Ok(version),
            Some(version) => Err(self.error(format!(
                "“version” is {version}, but this Tilescope reads up to version {newest}: update it"
            ))),
            None => Err(self.error(format!("“version” is missing: add \"version\": {newest}"))),
        }
    }
}
