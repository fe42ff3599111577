//! `patc explain`: what a diagnostic means.

use std::process::ExitCode;

use anyhow::bail;
use katachi_files::say;
use patc::{Code, Severity, explain, nearest};

/// Say what a diagnostic means, with a wrong example and the corrected one.
///
/// Without a code, list all codes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc explain P0301
  patc explain | grep label")]
pub struct Explain {
    /// The code, such as P0301.
    code: Option<String>,
}

impl Explain {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let Some(asked) = self.code else {
            for code in Code::ALL {
                let severity = match code.severity() {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                };
                say!("{code}  {severity:<8} {}", code.title())?;
            }
            return Ok(ExitCode::SUCCESS);
        };
        let wanted = asked.to_ascii_uppercase();
        let Some(code) = Code::ALL.iter().find(|code| code.id() == wanted) else {
            let near = nearest(&wanted, Code::ALL.iter().map(|code| code.id()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            bail!(
                "expected a code such as P0301, found '{asked}'{near} (`patc explain` lists them)"
            );
        };
        match explain(*code) {
            Some(text) => say!("{text}")?,
            None => say!("{code}: {}", code.title())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
