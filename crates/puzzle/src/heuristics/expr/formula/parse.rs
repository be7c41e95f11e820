//! A parser of formulas, whose errors give the position.

use super::Formula;
use super::lexer::{Token, token};
use super::names::{BoardName, TileName};
use super::node::{Aggregate, Binary, Dependencies, Node, Unary, Which};
use crate::heuristics::{CompositionError, HEURISTICS, HeuristicAbout, HeuristicExpr};
use crate::notation::excerpt;

/// What is wrong with a formula.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum FormulaError {
    #[error("a formula has at most {} bytes", Formula::MAX_LENGTH)]
    TooLong,
    #[error(
        "parentheses, functions and signs can be nested at most {} deep",
        Formula::MAX_NESTING
    )]
    TooDeep,
    #[error("“{0}” is no number")]
    NotANumber(String),
    #[error("the closing quote is missing")]
    OpenQuote,
    #[error("“{0}” has no meaning in a formula")]
    NoSign(String),
    #[error("write == to compare two values")]
    SingleEquals,
    #[error("a value is missing")]
    NoValue,
    #[error("an operator is missing before “{0}”")]
    NoOperator(String),
    #[error("“)” is missing")]
    Unclosed,
    #[error("comparisons can't be chained: write a < b and b < c")]
    Chained,
    #[error("there is no heuristic, function or property “{0}”")]
    UnknownName(String),
    #[error("{0} is written as {0}(…)")]
    NoArguments(&'static str),
    #[error("{0} takes one value")]
    OneValue(&'static str),
    #[error("{0}(…) goes over the tiles, so it needs a property of a tile, such as dr")]
    NoTile(&'static str),
    #[error("{0} is a property of a tile: write it inside sum(…), max(…), min(…) or count(…)")]
    NoAggregate(String),
    #[error("{0} is a property of a tile in a pair: write it inside pairs(…)")]
    NoPair(String),
    #[error("inside pairs(…) write {0}1 for the first tile and {0}2 for the second")]
    WhichOfPair(String),
    #[error("pattern databases are written as pdb(\"1,2,3|4,5,6,7,8\")")]
    Databases,
    #[error("{0}")]
    Composition(#[from] CompositionError),
}

/// An error and its position in bytes.
pub type At<T> = Result<T, (FormulaError, usize)>;

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// What is wrong, and at which byte, from 0.
    pub fn parse(text: &str) -> Result<Formula, (FormulaError, usize)> {
        let (root, heuristics) = parse(text, Parser::tile_term)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(Formula {
            text: words.join(" "),
            root,
            heuristics,
        })
    }
}

/// Parses the term that begins with a word at this byte, which is no function of numbers. The word
/// has been consumed.
pub type Term<'a, H> = fn(&mut Parser<'a, H>, &'a str, usize) -> At<Node>;

/// Parses a formula whose names are those that `term` knows. Returns its tree and the heuristics in
/// it, each once.
///
/// # Errors
/// The cause, and its byte from 0.
pub fn parse<'a, H: PartialEq>(text: &'a str, term: Term<'a, H>) -> At<(Node, Vec<H>)> {
    if text.len() > Formula::MAX_LENGTH {
        return Err((FormulaError::TooLong, 0));
    }
    let mut parser = Parser {
        text,
        at: 0,
        next: Token::End,
        end: 0,
        nesting: 0,
        term,
        heuristics: Vec::new(),
        tile_names: Vec::new(),
    };
    parser.advance()?;
    let root = parser.either()?;
    match parser.next {
        Token::End => {}
        Token::Sign(")") => return Err((FormulaError::NoSign(")".into()), parser.at)),
        _ => return Err(parser.no_operator()),
    }
    // A name that no aggregate took.
    if let Some((which, at)) = parser.tile_names.first() {
        return Err(outside(text, *which, *at));
    }
    Ok((root, parser.heuristics))
}

/// The error of a tile's name at this byte, outside what it needs.
fn outside(text: &str, which: Which, at: usize) -> (FormulaError, usize) {
    let is_end = |c: char| !(c.is_alphanumeric() || c == '_');
    let name = &text[at..];
    let name = name[..name.find(is_end).unwrap_or(name.len())].to_owned();
    let error = match which {
        Which::Only => FormulaError::NoAggregate(name),
        Which::First | Which::Second => FormulaError::NoPair(name),
    };
    (error, at)
}

/// A parser of formulas with heuristics of type `H`.
pub struct Parser<'a, H> {
    text: &'a str,
    /// The next token, the byte where it begins, and where it ends.
    next: Token<'a>,
    at: usize,
    end: usize,
    nesting: usize,
    term: Term<'a, H>,
    heuristics: Vec<H>,
    /// The names of tiles that belong to no aggregate yet, and their places.
    tile_names: Vec<(Which, usize)>,
}

impl<'a, H: PartialEq> Parser<'a, H> {
    /// Goes to the next token.
    fn advance(&mut self) -> At<()> {
        let rest = &self.text[self.end..];
        self.at = self.end + (rest.len() - rest.trim_start().len());
        let (next, length) = token(self.text, self.at).map_err(|error| (error, self.at))?;
        self.next = next;
        self.end = self.at + length;
        Ok(())
    }

    fn fail<T>(&self, error: FormulaError) -> At<T> {
        Err((error, self.at))
    }

    fn no_operator(&self) -> (FormulaError, usize) {
        (
            FormulaError::NoOperator(excerpt(&self.text[self.at..])),
            self.at,
        )
    }

    /// Takes the sign if it comes next.
    fn takes(&mut self, sign: &'static str) -> At<bool> {
        let is_next = self.next == Token::Sign(sign);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    fn takes_word(&mut self, word: &str) -> At<bool> {
        let is_next = self.next == Token::Word(word);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    fn either(&mut self) -> At<Node> {
        let mut node = self.both()?;
        while self.takes_word("or")? {
            node = binary(Binary::Or, node, self.both()?);
        }
        Ok(node)
    }

    fn both(&mut self) -> At<Node> {
        let mut node = self.negation()?;
        while self.takes_word("and")? {
            node = binary(Binary::And, node, self.negation()?);
        }
        Ok(node)
    }

    fn negation(&mut self) -> At<Node> {
        if !self.takes_word("not")? {
            return self.comparison();
        }
        self.nested(|parser| Ok(unary(Unary::Not, parser.negation()?)))
    }

    fn comparison(&mut self) -> At<Node> {
        let node = self.terms()?;
        let Some(operator) = self.comparison_sign()? else {
            return Ok(node);
        };
        let node = binary(operator, node, self.terms()?);
        let at = self.at;
        match self.comparison_sign()? {
            None => Ok(node),
            Some(_) => Err((FormulaError::Chained, at)),
        }
    }

    fn comparison_sign(&mut self) -> At<Option<Binary>> {
        let operator = match self.next {
            Token::Sign("<") => Binary::Less,
            Token::Sign("<=") => Binary::LessOrEqual,
            Token::Sign(">") => Binary::Greater,
            Token::Sign(">=") => Binary::GreaterOrEqual,
            Token::Sign("==") => Binary::Equal,
            Token::Sign("!=") => Binary::NotEqual,
            Token::Sign("=") => return self.fail(FormulaError::SingleEquals),
            _ => return Ok(None),
        };
        self.advance()?;
        Ok(Some(operator))
    }

    fn terms(&mut self) -> At<Node> {
        let mut node = self.factors()?;
        loop {
            let operator = match self.next {
                Token::Sign("+") => Binary::Add,
                Token::Sign("-") => Binary::Subtract,
                _ => return Ok(node),
            };
            self.advance()?;
            node = binary(operator, node, self.factors()?);
        }
    }

    fn factors(&mut self) -> At<Node> {
        let mut node = self.signed()?;
        loop {
            let operator = match self.next {
                Token::Sign("*") => Binary::Multiply,
                Token::Sign("/") => Binary::Divide,
                _ => return Ok(node),
            };
            self.advance()?;
            node = binary(operator, node, self.signed()?);
        }
    }

    fn signed(&mut self) -> At<Node> {
        if !self.takes("-")? {
            return self.value();
        }
        self.nested(|parser| {
            Ok(match parser.signed()? {
                Node::Number(number) => Node::Number(-number),
                node => unary(Unary::Negate, node),
            })
        })
    }

    fn value(&mut self) -> At<Node> {
        match self.next {
            Token::Number(number) => {
                self.advance()?;
                Ok(Node::Number(number))
            }
            Token::Sign("(") => {
                self.advance()?;
                self.nested(|parser| {
                    let node = parser.either()?;
                    parser.close()?;
                    Ok(node)
                })
            }
            Token::Word(word) => {
                let at = self.at;
                self.advance()?;
                self.nested(|parser| parser.named(word, at))
            }
            _ => self.fail(FormulaError::NoValue),
        }
    }

    /// Parses what `word`, which is at byte `at`, begins.
    fn named(&mut self, word: &'a str, at: usize) -> At<Node> {
        match word {
            "abs" => self.function("abs", Unary::Abs),
            "floor" => self.function("floor", Unary::Floor),
            "ceil" => self.function("ceil", Unary::Ceil),
            "min" => self.several("min", Binary::Min, Aggregate::Min, at),
            "max" => self.several("max", Binary::Max, Aggregate::Max, at),
            "sum" => self.several("sum", Binary::Add, Aggregate::Sum, at),
            "and" | "or" => Err((FormulaError::NoValue, at)),
            _ => (self.term)(self, word, at),
        }
    }

    fn function(&mut self, name: &'static str, function: Unary) -> At<Node> {
        let (mut values, _) = self.arguments(name)?;
        match (values.pop(), values.is_empty()) {
            (Some(value), true) => Ok(unary(function, value)),
            _ => self.fail(FormulaError::OneValue(name)),
        }
    }

    /// A function of several values, which goes over the tiles if it has one that names a tile.
    fn several(
        &mut self,
        name: &'static str,
        operator: Binary,
        over_tiles: Aggregate,
        at: usize,
    ) -> At<Node> {
        let (values, first_name) = self.arguments(name)?;
        let mut values = values.into_iter();
        let Some(first) = values.next() else {
            return self.fail(FormulaError::NoValue);
        };
        let names_tile = first.dependencies().contain(Dependencies::on(Which::Only));
        if names_tile && values.len() == 0 {
            return self.aggregate(over_tiles, first, first_name, at);
        }
        Ok(values.fold(first, |all, value| binary(operator, all, value)))
    }

    /// Over the tiles, or the pairs of tiles, whose names are those from `first_name`. It begins at
    /// byte `at`.
    fn aggregate(
        &mut self,
        aggregate: Aggregate,
        value: Node,
        first_name: usize,
        at: usize,
    ) -> At<Node> {
        let of_pair = aggregate == Aggregate::Pairs;
        for (which, at) in self.tile_names.split_off(first_name) {
            if of_pair == (which == Which::Only) {
                let (error, at) = outside(self.text, which, at);
                return Err(match error {
                    FormulaError::NoAggregate(name) => (FormulaError::WhichOfPair(name), at),
                    error => (error, at),
                });
            }
        }
        // It ends before what comes next.
        let words: Vec<&str> = self.text[at..self.at].split_whitespace().collect();
        let text = words.join(" ").into();
        Ok(Node::Aggregate(aggregate, Box::new(value), text))
    }

    /// The values between parentheses, and how many names of tiles came before them.
    fn arguments(&mut self, name: &'static str) -> At<(Vec<Node>, usize)> {
        if !self.takes("(")? {
            return self.fail(FormulaError::NoArguments(name));
        }
        let first_name = self.tile_names.len();
        let mut values = vec![self.either()?];
        while self.takes(",")? {
            values.push(self.either()?);
        }
        self.close()?;
        Ok((values, first_name))
    }

    fn close(&mut self) -> At<()> {
        match (self.next, self.takes(")")?) {
            (_, true) => Ok(()),
            (Token::End | Token::Sign(_), _) => self.fail(FormulaError::Unclosed),
            _ => Err(self.no_operator()),
        }
    }

    /// Returns the node of a heuristic.
    pub fn place_of(&mut self, expr: H) -> Node {
        let known = self.heuristics.iter().position(|other| *other == expr);
        Node::Heuristic(known.unwrap_or_else(|| {
            self.heuristics.push(expr);
            self.heuristics.len() - 1
        }))
    }

    /// Parses something one level deeper.
    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> At<Node>) -> At<Node> {
        if self.nesting == Formula::MAX_NESTING {
            return self.fail(FormulaError::TooDeep);
        }
        self.nesting += 1;
        let node = parse(self)?;
        self.nesting -= 1;
        Ok(node)
    }
}

impl<'a> Parser<'a, HeuristicExpr> {
    /// Parses the term that a word begins on sliding tiles.
    fn tile_term(&mut self, word: &'a str, at: usize) -> At<Node> {
        match word {
            "count" => self.over_tiles("count", Aggregate::Count, at),
            "pairs" => self.over_tiles("pairs", Aggregate::Pairs, at),
            "pdb" => self.databases(at),
            _ => self.name(word, at),
        }
    }

    fn over_tiles(&mut self, name: &'static str, aggregate: Aggregate, at: usize) -> At<Node> {
        let (mut values, first_name) = self.arguments(name)?;
        let (Some(value), true) = (values.pop(), values.is_empty()) else {
            return self.fail(FormulaError::OneValue(name));
        };
        if self.tile_names.len() == first_name {
            return Err((FormulaError::NoTile(name), at));
        }
        self.aggregate(aggregate, value, first_name, at)
    }

    /// A property, or a heuristic.
    fn name(&mut self, word: &'a str, at: usize) -> At<Node> {
        let tile = |text: &str| TileName::ALL.iter().find(|(_, name, _)| *name == text);
        let (stem, which) = match (word.strip_suffix('1'), word.strip_suffix('2')) {
            (Some(stem), _) => (stem, Which::First),
            (_, Some(stem)) => (stem, Which::Second),
            _ => (word, Which::Only),
        };
        if let Some((name, ..)) = tile(stem) {
            self.tile_names.push((which, at));
            return Ok(Node::Tile(*name, which));
        }
        if let Some((name, ..)) = BoardName::ALL.iter().find(|(_, name, _)| *name == word) {
            return Ok(Node::Board(*name));
        }
        let key = word.replace('_', "-");
        let is_it = |about: &&&HeuristicAbout| {
            // “walking” is short for the walking distance.
            about.key == key || about.key.strip_suffix("-distance") == Some(&key)
        };
        match HEURISTICS.iter().find(is_it) {
            Some(about) => self.heuristic(about),
            None => Err((FormulaError::UnknownName(excerpt(word)), at)),
        }
    }

    /// A heuristic, perhaps with an argument.
    fn heuristic(&mut self, about: &'static HeuristicAbout) -> At<Node> {
        let mut expr = HeuristicExpr::from(about);
        if self.next == Token::Sign("(") {
            self.advance()?;
            let at = self.at;
            let argument = match self.next {
                Token::Number(number) if number.fract() == 0.0 => number as u32,
                // No parameter's range contains it.
                _ => 0,
            };
            let with = HeuristicExpr::with_argument(about, argument);
            expr = with.map_err(|error| (error.into(), at))?;
            self.advance()?;
            self.close()?;
        }
        Ok(self.place_of(expr))
    }

    /// Pattern databases, whose keyword is at byte `at`.
    fn databases(&mut self, at: usize) -> At<Node> {
        let Token::Sign("(") = self.next else {
            return Err((FormulaError::Databases, at));
        };
        self.advance()?;
        let (Token::Text(text), quoted_at) = (self.next, self.at) else {
            return self.fail(FormulaError::Databases);
        };
        let text = match text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("pdb:{text}"),
            false => text.to_owned(),
        };
        let expr = text.parse::<HeuristicExpr>().ok();
        let expr = expr.filter(HeuristicExpr::is_pattern_database);
        let expr = expr.ok_or((FormulaError::Databases, quoted_at))?;
        self.advance()?;
        self.close()?;
        Ok(self.place_of(expr))
    }
}

fn unary(operator: Unary, value: Node) -> Node {
    Node::Unary(operator, Box::new(value))
}

fn binary(operator: Binary, a: Node, b: Node) -> Node {
    Node::Binary(operator, Box::new(a), Box::new(b))
}
