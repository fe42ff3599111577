//! Makes any page of a report.

use maud::Markup;

use super::site::{Live, Page, Site};
use super::{index, lists, suite, test};

/// Makes a page. `live` is what the server adds to a test's page.
pub(super) fn markup(site: &Site, page: Page, live: Option<&Live<'_>>) -> Markup {
    match page {
        Page::Index => index::page(site),
        Page::Unexpected => lists::unexpected(site),
        Page::Categories => lists::categories(site),
        Page::Slow => lists::slow(site),
        Page::Suite(number) => suite::page(site, number),
        Page::Test(suite, number) => test::page(site, (suite, number), live),
    }
}
