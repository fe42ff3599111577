//! Tests that are made while the program runs, under `libtest-mimic` (`harness = false`).
//!
//! The modules of `tests/trials` each have a function `trials`. They share one program, since
//! linking one for each module costs more than most of them take, and its threads keep all cores
//! busy. [`run_modules`] puts the module in front of each name, so that `cargo test -p katachi
//! --test trials clients::` runs one of them.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed};

use crate::Need;

type Test = Box<dyn FnOnce() -> Result<(), Failed> + Send>;

/// A test with its name, or a name with the reason why its test is skipped.
pub struct Trial {
    name: String,
    test: Need<Test>,
}

impl Trial {
    /// A test that always runs.
    pub fn test(
        name: impl Into<String>,
        test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
    ) -> Self {
        let (name, test) = (name.into(), Box::new(test) as Test);
        Self {
            name,
            test: Ok(test),
        }
    }

    /// A test that always runs, and fails by a panic as functions with `#[test]` do.
    pub fn panicking(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Self {
        Self::test(name, move || {
            test();
            Ok(())
        })
    }
}

impl From<Trial> for libtest_mimic::Trial {
    fn from(trial: Trial) -> Self {
        match trial.test {
            Ok(test) => Self::test(trial.name, test),
            Err(reason) => Self::test(trial.name, || Ok(()))
                .with_kind(format!("skipped: {reason}"))
                .with_ignored_flag(true),
        }
    }
}

/// A test that runs if its prerequisite is there, and else is reported as ignored with the reason.
pub fn trial<T: Send + 'static>(
    name: &str,
    need: Need<T>,
    test: impl FnOnce(T) -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let name = name.to_owned();
    let test = need.map(|thing| Box::new(move || test(thing)) as Test);
    Trial { name, test }
}

/// Runs those tests that the command line asks for, on all cores.
pub fn run(trials: impl IntoIterator<Item = Trial>) -> ExitCode {
    let trials = trials.into_iter().map(Into::into).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Runs the tests of modules, as [`run`] does; `MODULE::` stands in front of their names.
pub fn run_modules<'a>(
    modules: impl IntoIterator<Item = (&'a str, impl IntoIterator<Item = Trial>)>,
) -> ExitCode {
    run(modules.into_iter().flat_map(|(module, trials)| {
        trials.into_iter().map(move |trial| Trial {
            name: format!("{module}::{}", trial.name),
            ..trial
        })
    }))
}
