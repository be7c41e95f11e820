//! Reads a condition.

use super::ConditionError;
use super::expr::{Condition, Costs, Expr, Value, Word};
use super::lexer::{Placed, Token, error, tokens};
use super::pattern::Pattern;
use crate::Job;
use crate::breakpoint::no_error;

/// Why a record has no such figure.
const LIVE_ONLY: &str = "this is known to breakpoints only, while a run goes on";

/// The deepest nesting of parentheses and “not”.
const MAX_DEPTH: usize = 64;

impl Condition {
    /// Reads a condition on the nodes of a run of `job`.
    ///
    /// # Errors
    /// If it is none, or the nodes of such a run have no such property: what, and at which column.
    pub fn parse(text: &str, job: &Job) -> Result<Self, ConditionError> {
        Self::read(text, job, Subject::Record)
    }

    /// Reads a condition on the events of a run of `job` that goes on.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_live(text: &str, job: &Job) -> Result<Self, ConditionError> {
        Self::read(text, job, Subject::Run)
    }

    fn read(text: &str, job: &Job, subject: Subject) -> Result<Self, ConditionError> {
        let settings = &job.settings;
        let factors = settings.strategy().evaluation.factors(&settings.options);
        let (g, h) = factors.unwrap_or((0, 0));
        let mut parser = Parser {
            job,
            subject,
            tokens: tokens(text)?,
            next: 0,
            patterns: Vec::new(),
        };
        let expr = match parser.sole_name(text) {
            Some(expr) => expr,
            None => parser.any(0)?,
        };
        match parser.peek() {
            (_, Token::End) => {}
            (column, token) => {
                let cause = format!("write “and” or “or” before {}", token.name());
                return Err(error(*column, &cause));
            }
        }
        let unit = job.problem.unit();
        Ok(Condition {
            expr,
            patterns: parser.patterns,
            costs: Costs { g, h, unit },
        })
    }
}

/// What a condition is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Record,
    /// A run that goes on.
    Run,
}

struct Parser<'a> {
    job: &'a Job,
    subject: Subject,
    tokens: Vec<Placed>,
    next: usize,
    patterns: Vec<Pattern>,
}

impl Parser<'_> {
    fn peek(&self) -> &Placed {
        // The last token is never taken.
        &self.tokens[self.next]
    }

    fn take(&mut self) -> Placed {
        let token = self.tokens[self.next].clone();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes a word if it is the next token.
    fn takes(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), (_, Token::Word(next)) if next == word);
        if is_next {
            self.take();
        }
        is_next
    }

    /// A condition that is only the number of a node, or the name of a city.
    fn sole_name(&mut self, text: &str) -> Option<Expr> {
        if let Some(route) = self.job.problem.route()
            && let Ok(city) = route.map.city(text.trim())
        {
            self.patterns.push(Pattern::City(city));
            self.next = self.tokens.len() - 1;
            return Some(Expr::State(0));
        }
        match self.tokens[..] {
            [(_, Token::Number(number)), (_, Token::End)] => {
                self.next = 1;
                let id = Value::Number(number);
                Some(Expr::Compare(Value::Id, super::expr::Relation::Equal, id))
            }
            _ => None,
        }
    }

    fn any(&mut self, depth: usize) -> Result<Expr, ConditionError> {
        let mut any = vec![self.all(depth)?];
        while self.takes("or") {
            any.push(self.all(depth)?);
        }
        Ok(match any.len() {
            1 => any.swap_remove(0),
            _ => Expr::Any(any),
        })
    }

    fn all(&mut self, depth: usize) -> Result<Expr, ConditionError> {
        let mut all = vec![self.one(depth)?];
        while self.takes("and") {
            all.push(self.one(depth)?);
        }
        Ok(match all.len() {
            1 => all.swap_remove(0),
            _ => Expr::All(all),
        })
    }

    fn one(&mut self, depth: usize) -> Result<Expr, ConditionError> {
        let (column, token) = self.peek().clone();
        if depth > MAX_DEPTH {
            return Err(error(column, "the parentheses are nested too deeply"));
        }
        match token {
            Token::Open => {
                self.take();
                let inner = self.any(depth + 1)?;
                match self.take() {
                    (_, Token::Close) => Ok(inner),
                    (column, token) => {
                        let cause = format!("write “)” before {}", token.name());
                        Err(error(column, &cause))
                    }
                }
            }
            Token::Cells(cells) => {
                self.take();
                self.board(&cells, column)
            }
            Token::Word(word) if word == "not" => {
                self.take();
                Ok(Expr::Not(Box::new(self.one(depth + 1)?)))
            }
            Token::Word(word) if word == "board" || word == "city" => {
                self.take();
                self.state(&word)
            }
            Token::Word(name) if name == "f" && self.f_changes().is_some() => {
                let word = self.f_changes();
                self.take();
                self.take();
                match (word, self.subject) {
                    (Some(_), Subject::Run) if !self.has_f() => Err(self.no_f(column)),
                    (Some(word), Subject::Run) => Ok(Expr::Is(word)),
                    _ => Err(error(column, LIVE_ONLY)),
                }
            }
            Token::Word(name) if name == "solution" && self.subject == Subject::Run => Err(error(
                column,
                "no node is known to be on the solution path before the search ends",
            )),
            Token::Word(name) => {
                let known = (Word::NAMES.into_iter()).find(|(other, _)| *other == name);
                match known {
                    Some((_, word)) => {
                        self.take();
                        Ok(Expr::Is(word))
                    }
                    None => self.comparison(),
                }
            }
            _ => self.comparison(),
        }
    }

    /// Whether the algorithm compares costs.
    fn has_f(&self) -> bool {
        let settings = &self.job.settings;
        let factors = settings.strategy().evaluation.factors(&settings.options);
        factors.is_some()
    }

    fn no_f(&self, column: usize) -> ConditionError {
        let name = self.job.settings.algorithm.name;
        error(
            column,
            &format!("{name} compares no costs, so no node has an f"),
        )
    }

    /// “f decreased” or “f increased”, if these are the next two tokens.
    fn f_changes(&self) -> Option<Word> {
        match self.tokens.get(self.next + 1) {
            Some((_, Token::Word(word))) if word == "decreased" => Some(Word::FDecreased),
            Some((_, Token::Word(word))) if word == "increased" => Some(Word::FIncreased),
            _ => None,
        }
    }

    /// What comes after “board” or “city”.
    fn state(&mut self, word: &str) -> Result<Expr, ConditionError> {
        use super::expr::Relation;
        let (column, token) = self.take();
        let is_not = match token {
            Token::Relation(Relation::Equal) => false,
            Token::Relation(Relation::Different) => true,
            _ => {
                let cause = format!("write = or != after “{word}”");
                return Err(error(column, &cause));
            }
        };
        let (column, token) = self.take();
        let (Token::Quoted(text) | Token::Cells(text)) = token else {
            let cause = match word {
                "board" => "write the board, such as 1 2 3 / * * * / 7 8 _",
                _ => "write the city in quotation marks",
            };
            return Err(error(column, cause));
        };
        let problem = &self.job.problem;
        self.patterns.push(match word {
            "board" => Pattern::board(problem, &text, column)?,
            _ => Pattern::city(problem, &text, column)?,
        });
        let state = Expr::State(self.patterns.len() - 1);
        Ok(match is_not {
            true => Expr::Not(Box::new(state)),
            false => state,
        })
    }

    /// A board that stands alone.
    fn board(&mut self, cells: &str, column: usize) -> Result<Expr, ConditionError> {
        let pattern = Pattern::board(&self.job.problem, cells, column)?;
        self.patterns.push(pattern);
        Ok(Expr::State(self.patterns.len() - 1))
    }

    fn comparison(&mut self) -> Result<Expr, ConditionError> {
        let a = self.value()?;
        let (column, token) = self.take();
        let Token::Relation(relation) = token else {
            let cause = format!("write a comparison such as = or < before {}", token.name());
            return Err(error(column, &cause));
        };
        Ok(Expr::Compare(a, relation, self.value()?))
    }

    fn value(&mut self) -> Result<Value, ConditionError> {
        let (column, token) = self.take();
        let value = match &token {
            Token::Number(number) => Some(Value::Number(*number)),
            Token::Word(name) => {
                let names = Value::NAMES.into_iter().chain(Value::LIVE_NAMES);
                let known = names.into_iter().find(|(other, _)| other == name);
                known.map(|(_, value)| value)
            }
            _ => None,
        };
        match value {
            Some(Value::F) if !self.has_f() => Err(self.no_f(column)),
            Some(Value::Expansions | Value::FrontierSize | Value::Error)
                if self.subject == Subject::Record =>
            {
                Err(error(column, LIVE_ONLY))
            }
            Some(Value::Error) => match no_error(self.job) {
                Some(cause) => Err(error(column, &cause)),
                None => Ok(Value::Error),
            },
            Some(value) => Ok(value),
            None => {
                let mut values = Value::NAMES.map(|(name, _)| name).join(", ");
                if self.subject == Subject::Run {
                    values += ", ";
                    values += &Value::LIVE_NAMES.map(|(name, _)| name).join(", ");
                }
                let mut words = Word::NAMES.map(|(name, _)| name).to_vec();
                if self.subject == Subject::Run {
                    words.retain(|&word| word != "solution");
                    words.extend(["f increased", "f decreased"]);
                }
                let words = words.join(", ");
                let state = match self.job.problem.puzzle() {
                    Some(_) => "board",
                    None => "city",
                };
                let cause = format!(
                    "{} is not known here: there are {values}, a number, {state}, {words}",
                    token.name()
                );
                Err(error(column, &cause))
            }
        }
    }
}
