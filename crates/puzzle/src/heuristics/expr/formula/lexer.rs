//! Splits the text of a formula into words, numbers and signs.

use super::names::{BoardName, TileName};
use super::parse::FormulaError;
use crate::heuristics::HEURISTICS;
use crate::notation::excerpt;

/// A part of the text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Token<'a> {
    Number(f64),
    Word(&'a str),
    /// Between double quotes.
    Text(&'a str),
    Sign(&'static str),
    End,
}

/// Longer signs come before their beginnings.
const SIGNS: [&str; 15] = [
    "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "(", ")", ",", "=", "|",
];

/// The words and signs that no other expression has.
const OWN_WORDS: [&str; 9] = [
    "count", "pairs", "abs", "floor", "ceil", "min", "and", "or", "not",
];

/// Whether a text can only be meant as a formula.
pub fn looks_like_formula(text: &str) -> bool {
    let has_sign = text.contains(['+', '/', '<', '>', '=', '!', '"']);
    // A sign at the beginning may be that of a weight.
    let mut before = 'x';
    let has_minus = text.trim_start().chars().any(|c| {
        let is_minus = c == '-' && (before == ')' || before.is_whitespace());
        before = c;
        is_minus
    });
    let is_own = |word: &str| {
        OWN_WORDS.contains(&word)
            || TileName::ALL.iter().any(|(_, name, _)| *name == word)
            || BoardName::ALL.iter().any(|(_, name, _)| *name == word)
    };
    let is_end = |c: char| !(c.is_alphanumeric() || "_-".contains(c));
    let has_word = text.split(is_end).any(is_own);
    has_sign || has_word || text.trim_start().starts_with('(') || has_minus
}

/// The token at byte `at` of `text`, which is not white space, and its length in bytes.
pub fn token(text: &str, at: usize) -> Result<(Token<'_>, usize), FormulaError> {
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else {
        return Ok((Token::End, 0));
    };
    if first.is_ascii_digit() || first == '.' {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.'));
        let digits = &rest[..end.unwrap_or(rest.len())];
        let number = digits.parse();
        let number = number.map_err(|_| FormulaError::NotANumber(excerpt(digits)))?;
        return Ok((Token::Number(number), digits.len()));
    }
    if first.is_alphabetic() || first == '_' {
        let word = word(rest);
        return Ok((Token::Word(word), word.len()));
    }
    if let Some(quoted) = rest.strip_prefix('"') {
        let end = quoted.find('"').ok_or(FormulaError::OpenQuote)?;
        return Ok((Token::Text(&quoted[..end]), end + 2));
    }
    let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
    let sign = sign.ok_or_else(|| FormulaError::NoSign(excerpt(rest)))?;
    Ok((Token::Sign(sign), sign.len()))
}

/// The word that `rest` starts with: a key with hyphens, such as `linear-conflict`, or letters,
/// digits and underscores.
fn word(rest: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let keys = HEURISTICS.iter().map(|about| about.key);
    let keys = keys.filter(|key| {
        let after = rest
            .strip_prefix(key)
            .and_then(|after| after.chars().next());
        key.contains('-') && rest.starts_with(key) && !after.is_some_and(is_part)
    });
    let length = keys.map(str::len).max();
    let length = length.or_else(|| rest.find(|c: char| !is_part(c)));
    &rest[..length.unwrap_or(rest.len())]
}
