//! Cuts the text of a condition into tokens, each with its column.

use super::ConditionError;
use super::expr::Relation;

/// A piece of a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// In lower case.
    Word(String),
    /// In thousandths.
    Number(i64),
    Quoted(String),
    /// A board as it is written, without quotation marks.
    Cells(String),
    Relation(Relation),
    Open,
    Close,
    End,
}

/// A token and the column at which it begins.
pub(super) type Placed = (usize, Token);

/// The tokens of `text`; the last is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, ConditionError> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&first) = chars.get(at) {
        let column = at + 1;
        let run = |is_in: &dyn Fn(char) -> bool| -> String {
            chars[at..]
                .iter()
                .copied()
                .take_while(|&c| is_in(c))
                .collect()
        };
        let n_cells = cells(&chars[at..]);
        let (n, token) = match first {
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            _ if n_cells > 0 => {
                let written = chars[at..at + n_cells].iter().collect();
                (n_cells, Token::Cells(written))
            }
            '(' => (1, Token::Open),
            ')' => (1, Token::Close),
            '"' | '“' => {
                let rest = &chars[at + 1..];
                let Some(n) = rest.iter().position(|&c| matches!(c, '"' | '”')) else {
                    return Err(error(column, "this quotation mark is never closed"));
                };
                (n + 2, Token::Quoted(rest[..n].iter().collect()))
            }
            '=' | '!' | '<' | '>' | '≤' | '≥' | '≠' => {
                let (n, relation) = relation(&chars[at..]);
                let Some(relation) = relation else {
                    return Err(error(column, "write “!=” for “is not”"));
                };
                (n, Token::Relation(relation))
            }
            c if c.is_ascii_digit() => {
                // Figures are written with thin spaces in the window.
                let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '_' | '\u{2009}');
                let written = run(&is_part);
                let Some(number) = thousandths(&written) else {
                    return Err(error(
                        column,
                        "this is no number that can be compared: at most 15 digits before the \
                         point and three after it",
                    ));
                };
                (written.chars().count(), Token::Number(number))
            }
            c if c.is_alphabetic() => {
                let word = run(&|c| c.is_alphanumeric() || c == '-');
                (word.chars().count(), Token::Word(word.to_lowercase()))
            }
            '-' => return Err(error(column, "no figure of a node is negative")),
            c => {
                let sign = format!("“{c}” means nothing in a condition");
                return Err(error(column, &sign));
            }
        };
        tokens.push((column, token));
        at += n;
    }
    tokens.push((chars.len() + 1, Token::End));
    Ok(tokens)
}

/// The number of characters of the board that begins here: two entries or more, such as `8 6 7` or
/// `* / _`, separated by blanks, commas or slashes; 0 if there is none.
fn cells(chars: &[char]) -> usize {
    let is_mark = |c: char| matches!(c, '_' | '*' | '?' | 'x' | 'X' | '.' | '·');
    // A thin space is inside a number.
    let is_gap = |c: char| c.is_whitespace() && c != '\u{2009}' || matches!(c, ',' | ';' | '/');
    let (mut end, mut n_entries, mut at) = (0, 0, 0);
    loop {
        let n_digits = (chars[at..].iter())
            .take_while(|c| c.is_ascii_digit())
            .count();
        let n = match chars.get(at) {
            Some(&c) if is_mark(c) => 1,
            _ => n_digits,
        };
        // An entry ends where a gap or the text does.
        let is_entry =
            n > 0 && (chars.get(at + n)).is_none_or(|&c| is_gap(c) || matches!(c, ')' | '"' | '”'));
        if !is_entry {
            break;
        }
        (end, n_entries) = (at + n, n_entries + 1);
        at = end + chars[end..].iter().take_while(|&&c| is_gap(c)).count();
        if at == end {
            break;
        }
    }
    match n_entries {
        0 | 1 => 0,
        _ => end,
    }
}

pub(super) fn error(column: usize, cause: &str) -> ConditionError {
    ConditionError {
        column,
        cause: cause.to_owned(),
    }
}

/// The number of characters of a relation, and it.
fn relation(chars: &[char]) -> (usize, Option<Relation>) {
    let has_equals = chars.get(1) == Some(&'=');
    match (chars[0], has_equals) {
        ('=', false) => (1, Some(Relation::Equal)),
        ('=', true) => (2, Some(Relation::Equal)),
        ('!', true) => (2, Some(Relation::Different)),
        ('≠', _) => (1, Some(Relation::Different)),
        ('<', false) => (1, Some(Relation::Less)),
        ('<', true) => (2, Some(Relation::LessOrEqual)),
        ('≤', _) => (1, Some(Relation::LessOrEqual)),
        ('>', false) => (1, Some(Relation::Greater)),
        ('>', true) => (2, Some(Relation::GreaterOrEqual)),
        ('≥', _) => (1, Some(Relation::GreaterOrEqual)),
        _ => (1, None),
    }
}

/// The number in thousandths.
fn thousandths(written: &str) -> Option<i64> {
    let digits: String = (written.chars())
        .filter(|&c| c.is_ascii_digit() || c == '.')
        .collect();
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits.as_str(), ""));
    if whole.len() > 15 || fraction.len() > 3 || fraction.contains('.') {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let fraction: i64 = format!("{fraction:0<3}").parse().ok()?;
    Some(1000 * whole + fraction)
}

impl Token {
    /// It in a sentence.
    pub fn name(&self) -> String {
        match self {
            Token::Word(word) => format!("“{}”", excerpt(word)),
            Token::Number(number) => {
                let number = *number as f64 / 1000.0;
                format!("the number {number}")
            }
            Token::Quoted(_) => "a text in quotation marks".to_owned(),
            Token::Cells(cells) => format!("“{}”", excerpt(cells)),
            Token::Relation(_) => "a comparison".to_owned(),
            Token::Open => "“(”".to_owned(),
            Token::Close => "“)”".to_owned(),
            Token::End => "the end".to_owned(),
        }
    }
}

/// A word that is not too long for a sentence.
pub(super) fn excerpt(word: &str) -> String {
    tilescope_puzzle::notation::excerpt(word)
}
