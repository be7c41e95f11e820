//! Does the runs of records again, and says what is otherwise than it was.

use super::merge::{Conflict, differences};
use super::workers::{Cores, Message, RecordHead, Tasks, Workers};
use super::{ExperimentError, Record, RecordFile, RunId, configurations, scan};
use crate::{Interrupt, Job, format};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Costs, Puzzle, TileCosts};

/// Which records to repeat, and how.
pub struct RerunRequest<'a> {
    /// Files of records.
    pub records: &'a [PathBuf],
    /// The file of the new records. What it has already is not done again.
    pub output: &'a Path,
    /// How many runs to do at a time.
    pub jobs: NonZero<usize>,
    pub cores: Cores,
    pub interrupt: &'a Interrupt,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reran {
    /// Runs with a new record.
    pub n_done: usize,
    /// Runs without one: the work was interrupted.
    pub n_left: usize,
    /// Runs whose counts, outcomes or paths differ. If a limit on time or memory stopped a run, its
    /// counts may differ.
    pub conflicts: Vec<Conflict>,
    /// What differs in the machine and in the program.
    pub differences: Vec<Difference>,
    /// The geometric mean of the new times over the old ones, without those for tables; `None` if no
    /// time is known.
    pub time_ratio: Option<f64>,
}

/// A property of the machine or the program that was otherwise.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Difference {
    pub property: &'static str,
    pub old: String,
    pub new: String,
    /// For how many runs.
    pub n_runs: usize,
}

/// Repeats the runs of records. `on_progress` gets the part that is done, and whether a run waits for
/// a core.
///
/// # Errors
/// If a file cannot be read or written, or a record is not that of its run.
pub fn rerun(
    request: &RerunRequest,
    on_progress: &mut dyn FnMut(f64, bool),
) -> Result<Reran, ExperimentError> {
    let mut records: Vec<Record> = Vec::new();
    let mut known = HashSet::new();
    for path in request.records {
        scan(path, &mut |record| {
            if known.insert(record.id.clone()) {
                records.push(record);
            }
        })?;
    }
    let jobs = records.iter().map(job_of);
    let jobs: Vec<Job> = jobs.collect::<Result<_, _>>()?;
    let old: HashMap<&str, usize> = records.iter().map(|it| &*it.id).zip(0..).collect();
    let mut compared = Comparison::new(request);
    let mut is_done = vec![false; records.len()];
    let mut stranger = None;
    let (mut file, _) =
        RecordFile::open(request.output, &mut |record| match old.get(&*record.id) {
            Some(&index) => {
                is_done[index] = true;
                compared.add(&records[index], &record);
            }
            None => stranger = Some(record.id),
        })?;
    if let Some(id) = stranger {
        return Err(ExperimentError::Invalid(format!(
            "this file has the record of another run, {id}: name another file with -o: {}",
            format::path(request.output)
        )));
    }
    let left: Vec<usize> = (0..records.len()).filter(|&it| !is_done[it]).collect();
    let repeated = Repeated {
        records: &records,
        jobs: &jobs,
        left: &left,
    };
    let workers = Workers {
        jobs: request.jobs,
        cores: request.cores,
        interrupt: request.interrupt,
    };
    let mut n_written = 0;
    workers.work(&repeated, &mut |message| {
        let done = |n: usize| n as f64 / left.len() as f64;
        match message {
            Message::Waiting => on_progress(done(n_written), true),
            Message::Started(_) => {}
            Message::Ended(record) => {
                file.append(&record)?;
                n_written += 1;
                on_progress(done(n_written), false);
                if let Some(&index) = old.get(&*record.id) {
                    compared.add(&records[index], &record);
                }
            }
        }
        Ok(())
    })?;
    Ok(compared.finish(left.len() - n_written))
}

/// The job that a record is of.
fn job_of(record: &Record) -> Result<Job, ExperimentError> {
    let wrong = |cause: String| {
        ExperimentError::Invalid(format!(
            "the record {} cannot be repeated: {cause}",
            record.id
        ))
    };
    let of_puzzle = || -> Result<Puzzle, String> {
        let settings = &record.settings;
        let board = |text: &str| parse_board(text).map_err(|error| error.to_string());
        let (start, goal) = (board(&settings.start)?, board(&settings.goal)?);
        if start.size() != goal.size() {
            return Err("“start” and “goal” have different sizes".into());
        }
        let costs: Costs = (settings.costs.parse()).map_err(|error| format!("{error}"))?;
        let tiles = TileCosts::from_key(&settings.tile_costs);
        let tiles =
            tiles.ok_or_else(|| format!("“{}” are no costs of tiles", settings.tile_costs))?;
        let mut puzzle = crate::files::from_start(start);
        puzzle.goal = goal;
        puzzle.costs = costs.with_tiles(tiles);
        Ok(puzzle)
    };
    let job = Job {
        problem: of_puzzle().map_err(wrong)?.into(),
        settings: configurations::of_record(&record.settings).map_err(wrong)?,
        search_unsolvable: false,
        record: 0,
    };
    if RunId::of(&job, record.repetition).to_string() != record.id {
        return Err(wrong("its settings are not those of its id".into()));
    }
    Ok(job)
}

/// Runs that are repeated.
struct Repeated<'a> {
    records: &'a [Record],
    jobs: &'a [Job],
    /// The indices of those without a new record.
    left: &'a [usize],
}

impl Tasks for Repeated<'_> {
    fn len(&self) -> usize {
        self.left.len()
    }

    fn job(&self, index: usize) -> Job {
        self.jobs[self.left[index]].clone()
    }

    fn head(&self, index: usize) -> RecordHead {
        let record = &self.records[self.left[index]];
        RecordHead {
            id: record.id.clone(),
            experiment: record.experiment.clone(),
            fingerprint: record.fingerprint.clone(),
            run: record.run,
            instance: record.instance.clone(),
            configuration: record.configuration.clone(),
            repetition: record.repetition,
        }
    }
}

/// Old records beside new ones.
struct Comparison<'a> {
    request: &'a RerunRequest<'a>,
    reran: Reran,
    /// How often each difference was seen.
    seen: BTreeMap<(&'static str, String, String), usize>,
    sum_of_logarithms: f64,
    n_times: usize,
}

impl<'a> Comparison<'a> {
    fn new(request: &'a RerunRequest<'a>) -> Self {
        Comparison {
            request,
            reran: Reran::default(),
            seen: BTreeMap::new(),
            sum_of_logarithms: 0.0,
            n_times: 0,
        }
    }

    fn add(&mut self, old: &Record, new: &Record) {
        self.reran.n_done += 1;
        let fields = differences(old, new);
        if !fields.is_empty() {
            let first = self.request.records.first();
            self.reran.conflicts.push(Conflict {
                id: old.id.clone(),
                run: format!("{}, {}", old.instance, old.configuration),
                files: [
                    first.cloned().unwrap_or_default(),
                    self.request.output.to_owned(),
                ],
                fields,
            });
        }
        let properties = [old, new].map(properties);
        for (property, old) in &properties[0] {
            let new = properties[1].get(property).cloned().unwrap_or_default();
            if *old != new {
                *self.seen.entry((property, old.clone(), new)).or_default() += 1;
            }
        }
        if let (Some(old), Some(new)) = (old.search_seconds(), new.search_seconds())
            && old > 0.0
            && new > 0.0
        {
            self.sum_of_logarithms += (new / old).ln();
            self.n_times += 1;
        }
    }

    fn finish(mut self, n_left: usize) -> Reran {
        self.reran.n_left = n_left;
        let difference = |((property, old, new), n_runs)| Difference {
            property,
            old,
            new,
            n_runs,
        };
        self.reran.differences = self.seen.into_iter().map(difference).collect();
        let n = self.n_times as f64;
        self.reran.time_ratio = (self.n_times > 0).then(|| (self.sum_of_logarithms / n).exp());
        self.reran
    }
}

/// What a record says of its machine and its program. What is not known is left out.
fn properties(record: &Record) -> BTreeMap<&'static str, String> {
    let mut properties = BTreeMap::from([("version", record.version.clone())]);
    if let Some(measured) = &record.measured {
        let machine = &measured.machine;
        let known = [
            ("host", machine.host.clone()),
            ("processor", machine.cpu.clone()),
            ("cores", Some(machine.cores.to_string())),
            ("memory", machine.memory.map(format::bytes)),
            ("governor", machine.governor.clone()),
            ("system", Some(machine.system.clone())),
            ("jobs", Some(measured.jobs.to_string())),
        ];
        let known = known
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)));
        properties.extend(known);
    }
    properties
}
