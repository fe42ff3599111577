//! `katachi build` compiles only changes, gives the same bytes everywhere, and never leaves half a
//! file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use katachi_image::Image;
use katachi_testkit::workspace_root;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tempfile::TempDir;

fn katachi(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command.arg("build").arg(folder).args(arguments);
    command
}

fn build(folder: &Path, arguments: &[&str]) -> Output {
    katachi(folder, arguments).output().expect("it runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A copy of the shipped pattern files, with one tree and one book in place of the large ones.
fn copy() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for name in [
        "opening.db",
        "shapes.db",
        "edge.db",
        "attack.db",
        "defense.db",
        "conn.db",
        "influence.db",
        "barriers.db",
        "mc_uniform.db",
        "sansan.sgf",
        "fuseki9.dbz",
    ] {
        let shipped = workspace_root().join("patterns").join(name);
        std::fs::copy(shipped, folder.path().join(name)).expect("copied");
    }
    folder
}

/// Their number.
const DATABASES: usize = 11;

fn images(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = std::fs::read_dir(folder).expect("a folder");
    let paths = files.map(|file| file.expect("a file").path());
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "kpat"))
        .map(|path| {
            let name = path.file_name().expect("a name").into();
            (name, std::fs::read(path).expect("readable"))
        })
        .collect()
}

fn append(path: &Path, line: &str) {
    let text = std::fs::read_to_string(path).expect("a source");
    std::fs::write(path, text + line).expect("written");
}

#[test]
fn only_what_changed_is_compiled() {
    let folder = copy();
    let first = text(&build(folder.path(), &[]));
    assert_eq!(first.matches("compiled").count(), DATABASES, "{first}");
    let again = text(&build(folder.path(), &[]));
    assert_eq!(again.matches("unchanged").count(), DATABASES, "{again}");
    append(&folder.path().join("edge.db"), "\n# another comment\n");
    let edited = text(&build(folder.path(), &[]));
    assert!(edited.contains("edge.kpat"), "{edited}");
    assert_eq!(
        edited.matches("unchanged").count(),
        DATABASES - 1,
        "{edited}"
    );
    // A damaged image is compiled again.
    let path = folder.path().join("shapes.kpat");
    let mut bytes = std::fs::read(&path).expect("an image");
    let sound = bytes.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("written");
    let mended = text(&build(folder.path(), &[]));
    assert_eq!(
        mended.matches("unchanged").count(),
        DATABASES - 1,
        "{mended}"
    );
    assert_eq!(std::fs::read(&path).expect("an image"), sound);
    let forced = text(&build(folder.path(), &["--force"]));
    assert_eq!(forced.matches("compiled").count(), DATABASES, "{forced}");
}

#[test]
fn same_sources_same_bytes_in_any_folder_with_any_number_of_threads() {
    let (one, other) = (copy(), copy());
    let into = other.path().join("deep/er");
    let into_text = into.to_string_lossy().into_owned();
    assert!(build(one.path(), &["--jobs", "1"]).status.success());
    assert!(
        build(other.path(), &["--jobs", "4", "--into", &into_text])
            .status
            .success()
    );
    let (first, second) = (images(one.path()), images(&into));
    assert_eq!(first.len(), DATABASES);
    assert_eq!(first, second);
}

#[test]
fn a_mistake_leaves_the_old_image_and_does_not_stop_the_others() {
    let folder = copy();
    assert!(build(folder.path(), &[]).status.success());
    let before = images(folder.path());
    append(
        &folder.path().join("shapes.db"),
        "\nPattern Broken\n\nXO*\n.*\n\n:8,-\n",
    );
    append(&folder.path().join("edge.db"), "\n# new\n");
    let output = build(folder.path(), &[]);
    let said = text(&output);
    assert!(!output.status.success());
    assert!(
        said.contains("error[P0301]") && said.contains(&format!("1 of {DATABASES} databases")),
        "{said}"
    );
    let after = images(folder.path());
    let name = Path::new("shapes.kpat");
    assert_eq!(before.get(name), after.get(name));
    assert_ne!(
        before.get(Path::new("edge.kpat")),
        after.get(Path::new("edge.kpat"))
    );
}

/// Killed a hundred times at random moments: every image is the old or the new one, complete.
#[test]
fn killed_at_any_moment_it_leaves_whole_images() {
    let folder = copy();
    let source = folder.path().join("shapes.db");
    let plain = std::fs::read_to_string(&source).expect("a source");
    let variants = [plain.clone(), plain + "\n# another one\n"];
    let mut known: Vec<BTreeMap<PathBuf, Vec<u8>>> = Vec::new();
    // The moments are spread over the time of a build on this machine.
    let mut longest = Duration::ZERO;
    for variant in &variants {
        std::fs::write(&source, variant).expect("written");
        let began = Instant::now();
        assert!(build(folder.path(), &["--force"]).status.success());
        longest = longest.max(began.elapsed());
        known.push(images(folder.path()));
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut killed = 0;
    for round in 0..100 {
        std::fs::write(&source, &variants[round % 2]).expect("written");
        let mut child = katachi(folder.path(), &["--force"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(longest.mul_f32(rng.random_range(0.0..1.2)));
        child.kill().expect("a process");
        killed += usize::from(!child.wait().expect("it ends").success());
        for (name, bytes) in images(folder.path()) {
            let whole = known.iter().any(|images| images.get(&name) == Some(&bytes));
            assert!(
                whole,
                "round {round}: {} is neither old nor new",
                name.display()
            );
            Image::from_vec(bytes).expect("an image that opens");
        }
    }
    assert!(
        killed > 20,
        "only {killed} of 100 were killed before they were done"
    );
    assert!(build(folder.path(), &[]).status.success());
}
