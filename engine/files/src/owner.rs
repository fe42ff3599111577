//! Ownership: who else may change a file.

use std::fs::Metadata;

/// Whether only this user and root may write to a file, so that nobody else can truncate it while
/// it is mapped.
pub fn is_ours_alone(about: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        /// The permission bits that let the group and others write.
        const OTHERS_MAY_WRITE: u32 = 0o022;
        let ours = rustix::process::geteuid().as_raw();
        [ours, 0].contains(&about.uid()) && about.mode() & OTHERS_MAY_WRITE == 0
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        // On other systems a mapped file cannot be truncated.
        true
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{Permissions, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn files_that_others_may_write_are_not_ours_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write(&file, "").unwrap();
        for (mode, expected) in [(0o644, true), (0o600, true), (0o664, false), (0o666, false)] {
            set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            assert_eq!(
                is_ours_alone(&file.metadata().unwrap()),
                expected,
                "{mode:o}"
            );
        }
    }
}
