//! Tests of owners and permissions, which differ between root and other users.

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> ExitCode {
    use katachi_testkit::{run, trial};

    let is_root = rustix::process::geteuid().is_root();
    let root = is_root.then_some(()).ok_or("only root may give files away");
    let other = (!is_root).then_some(()).ok_or("root may write everything");
    let trials = vec![
        trial("owners_stay", root.map_err(str::to_owned), |()| {
            unix::owners_stay();
            Ok(())
        }),
        trial(
            "what_may_not_be_written_is_not_replaced",
            other.map_err(str::to_owned),
            |()| {
                unix::what_may_not_be_written_is_not_replaced();
                Ok(())
            },
        ),
    ];
    run(trials)
}

/// Nothing to test on this system.
#[cfg(not(unix))]
fn main() -> ExitCode {
    ExitCode::SUCCESS
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::io::ErrorKind;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    pub fn owners_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        chown(&file, Some(1), Some(2)).unwrap();
        katachi_files::write(&file, b"new").unwrap();
        let about = file.metadata().unwrap();
        assert_eq!((about.uid(), about.gid()), (1, 2));
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    pub fn what_may_not_be_written_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
        let error = katachi_files::write(&file, b"new").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }
}
