//! Our databases of influence and barriers.

use katachi_image::{General, Image, Role};
use katachi_testkit::workspace_root;
use patc::{Source, compile};

fn image(role: Role) -> Image {
    let name = format!("{}.db", role.profile().name);
    let text = std::fs::read_to_string(workspace_root().join("patterns").join(&name));
    let compiled = compile(
        role,
        vec![Source::new(name, text.expect("our own database"))],
    );
    assert!(
        compiled.diagnostics.is_empty(),
        "{:?}",
        compiled.diagnostics
    );
    Image::from_vec(compiled.image.expect("no errors")).expect("valid")
}

/// How many patterns have each class.
fn counts<const N: usize>(general: &General<'_>, classes: [char; N]) -> [usize; N] {
    classes.map(|class| {
        let patterns = general.iter();
        patterns.filter(|one| one.classes().has(class)).count()
    })
}

#[test]
fn they_compile_without_warnings_and_are_as_many_as_promised() {
    let influence = image(Role::Influence);
    let influence = influence.general().expect("general patterns");
    assert!(influence.iter().count() >= 40);
    assert!(
        counts(&influence, ['E', 'I'])
            .iter()
            .all(|&count| count > 0)
    );
    let barriers = image(Role::Barriers);
    let barriers = barriers.general().expect("general patterns");
    assert!(barriers.iter().count() >= 60);
    assert!(counts(&barriers, ['A', 'D']).iter().all(|&count| count > 0));
}
