//! The search options as flags, generated from their table.

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use tilescope_search::{OPTIONS, OptionAbout, Options, Takes, Value};

/// The given options, in table order.
pub struct Given(pub Vec<(&'static OptionAbout, Value)>);

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let value = |row: &OptionAbout| matches.get_one::<Value>(row.key).copied();
        let given = OPTIONS.iter().filter_map(|row| Some((*row, value(row)?)));
        Ok(Given(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.iter().map(|row| flag(row)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn flag(row: &'static OptionAbout) -> Arg {
    let default = row.get(&Options::default());
    let (value_name, help, parser) = match row.takes {
        Takes::Choice(choices) => {
            let keys = PossibleValuesParser::new(choices.iter().map(|(key, _)| *key));
            let parser = keys.try_map(|key| row.parse(&key));
            ("CHOICE", row.hint.to_owned(), ValueParser::new(parser))
        }
        Takes::Whole(..) => {
            let help = format!("{} [default: {default}]", row.hint);
            ("N", help, number(row))
        }
        Takes::Decimal { max, .. } => {
            let help = format!("{}, from 0 to {max} [default: {default}]", row.hint);
            ("NUMBER", help, number(row))
        }
        // The default depends on the algorithm.
        Takes::WholeOr { .. } => ("N", row.hint.to_owned(), number(row)),
    };
    Arg::new(row.key)
        .long(row.key)
        .value_name(value_name)
        .help(help)
        .value_parser(parser)
}

fn number(row: &'static OptionAbout) -> ValueParser {
    ValueParser::new(|text: &str| row.parse(text))
}
