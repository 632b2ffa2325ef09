"""The report as people see it, in a real Chromium: nothing is fetched, nothing in a response runs, and all of it works.

Skipped without Chromium, unless REQUIRE_BROWSER is set, as it is where the project is checked.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from page_data import dataset, key_of, partly_right, truths, write_run

from visualoverload_tasks.page import collect, thumbnails, to_html

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REQUIRED = bool(os.environ.get("REQUIRE_BROWSER"))
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if CHROMIUM is None and not REQUIRED:
    pytest.skip("no chromium on the path, so the report is not opened in a browser", allow_module_level=True)

HOSTILE = '</script><script>alert("run")</script><img src=x onerror=alert("image")><!-- \u2028 end'
FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync",
         "--disable-component-update"]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    assert CHROMIUM is not None, "REQUIRE_BROWSER is set, and there is no chromium"
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with shown.html (two runs, with the truth) and shared.html (one of them, without)."""
    folder = tmp_path_factory.mktemp("reports")
    rows = dataset(folder)
    answers = truths(rows)
    first, second = (partly_right(answers, seed, share) for seed, share in ((1, 0.8), (2, 0.3)))
    ids = list(answers)
    first |= {ids[0]: HOSTILE, ids[1]: "y" * 100_000}
    paths = [write_run(folder / f"{name}.json", said) for name, said in (("<b>one", first), ("two", second))]
    pictures = dict(thumbnails(dict.fromkeys(row.painting for row in rows)))
    for name, used, show_key in (("shown", paths, True), ("shared", paths[:1], False)):
        content = collect(used, rows, key_of(rows, answers), show_key=show_key)
        # Taken for the published data, which have a row to copy.
        content = replace(content, runs=tuple(replace(run, is_published=True) for run in content.runs))
        (folder / f"{name}.html").write_text(to_html(content, pictures), encoding="utf-8")
    return folder


@pytest.fixture
def page(browser: Browser, reports: Path) -> Iterator[Page]:
    """A page that fails the test if anything is fetched, said on the console, or asked of the user."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    trouble: list[str] = []
    opened.on("console", lambda message: trouble.append(f"console: {message.text}"))
    opened.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    opened.on("dialog", lambda dialog: (trouble.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    opened.on(
        "request", lambda request: trouble.append(f"request: {request.url[:80]}") if _outside(request.url) else None
    )
    opened.goto((reports / "shown.html").as_uri())
    yield opened
    context.close()
    assert trouble == []


def _outside(url: str) -> bool:
    return not (url.startswith("data:") or url.endswith(("/shown.html", "/shared.html")))


def found(page: Page) -> int:
    return int(page.locator("#found").inner_text().split()[0])


def test_a_hostile_response_is_shown_as_it_is_and_does_nothing(page: Page) -> None:
    text = page.locator(".card").first.locator(".said .text").first
    assert text.inner_text() == HOSTILE
    assert page.locator("img:not([src^='data:image/jpeg'])").count() == page.locator("script").count() - 3 == 0
    assert page.locator("h1 b, table b").count() == 0 and "<b>one" in page.locator("h1").inner_text()


def test_the_browser_keeps_even_its_own_script_from_the_network(page: Page, reports: Path) -> None:
    # What the policy refuses is said on the console, so this uses a page of its own.
    other = page.context.new_page()
    other.goto((reports / "shared.html").as_uri())
    code = "url => fetch(url).then(() => 'fetched', () => 'refused')"
    assert other.evaluate(code, "http://127.0.0.1:9/") == "refused"
    other.evaluate("document.body.append(Object.assign(document.createElement('script'), {textContent: 'ran = 1'}))")
    assert other.evaluate("typeof ran") == "undefined"


def test_questions_are_filtered_by_each_of_the_fields(page: Page) -> None:
    form = page.locator("#filters")
    assert found(page) == 384  # of 6 paintings: 8 in each of 4 categories, and 16 in each of 2
    assert page.locator(".card").count() == 20
    form.get_by_label("Category").select_option("counting")
    assert found(page) == 48
    form.get_by_label("Difficulty").select_option("hard")
    assert found(page) == 16
    assert page.locator(".card").count() == 16 and page.locator("#pages").is_hidden()
    assert {card.split()[0] for card in page.locator(".card h3").all_inner_texts()} == {"counting"}
    form.get_by_label("Category").select_option("")
    form.get_by_label("Difficulty").select_option("")
    form.get_by_label("Type").select_option("ocr")
    assert found(page) == 48
    form.get_by_label("Type").select_option("")
    form.get_by_label("Run").select_option(label="<b>one")
    form.get_by_label("Status").select_option("unparsed")
    one = found(page)
    form.get_by_label("Status").select_option("ok")
    assert 0 < one < found(page) == 384 - one
    form.get_by_label("Status").select_option("")
    form.get_by_label("Right or wrong").select_option("right")
    right = found(page)
    form.get_by_label("Right or wrong").select_option("wrong")
    assert 0 < found(page) == 384 - right
    form.get_by_label("Right or wrong").select_option("")
    form.get_by_label("Text").fill("ONERROR")
    assert found(page) == 1


def test_pages_turn(page: Page) -> None:
    first = page.locator(".card h3").first.inner_text()
    page.get_by_role("button", name="Next").click()
    assert page.locator("#page").inner_text() == "page 2 of 20"
    assert page.locator(".card h3").first.inner_text() != first
    page.get_by_role("button", name="Previous").click()
    assert page.locator(".card h3").first.inner_text() == first
    assert page.get_by_role("button", name="Previous").is_disabled()


def test_a_long_response_says_that_it_is_shortened(page: Page) -> None:
    assert "shortened from 100,000 characters" in page.locator(".card").nth(1).inner_text()


def test_tables_sort_by_mouse_and_by_keyboard(page: Page) -> None:
    table = page.locator("table").first
    column = table.locator("tbody tr td:nth-child(2)")
    *before, total = [float(text) for text in column.all_inner_texts()]
    button = table.locator("thead button").nth(1)
    button.click()
    assert [float(text) for text in column.all_inner_texts()] == [*sorted(before), total] != [*before, total]
    assert table.locator("th[aria-sort=ascending]").count() == 1
    button.focus()
    page.keyboard.press("Enter")
    assert [float(text) for text in column.all_inner_texts()] == [*sorted(before, reverse=True), total]
    button.click()
    assert [float(text) for text in column.all_inner_texts()] == [*before, total]  # as it was
    assert table.locator("[aria-sort]").count() == 0
    table.locator("thead button").first.click()
    *names, last = table.locator("tbody tr th").all_inner_texts()
    assert names == sorted(names) and last == "total"
    assert table.locator("[aria-sort]").count() == 1


def test_the_row_of_the_published_table_is_copied(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy=paste-3]").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#paste-3").inner_text()


@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("name", ["shown", "shared"])
def test_nothing_is_wider_than_the_page(page: Page, reports: Path, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto((reports / f"{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for box in page.locator("figure svg").all():
        assert box.is_visible()


# Of every text: the contrast of its colour with the first background below it, as WCAG 2.2 defines it.
CONTRAST = """() => {
  const channel = v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = colour => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map(v => channel(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const below = e => {
    while (getComputedStyle(e).backgroundColor === 'rgba(0, 0, 0, 0)') e = e.parentElement;
    return getComputedStyle(e).backgroundColor;
  };
  const hasText = e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  return [...document.querySelectorAll('body *')].filter(e => hasText(e) && e.checkVisibility()).map(e => {
    const {color, fill} = getComputedStyle(e);
    const [a, b] = [light(e.ownerSVGElement ? fill : color), light(below(e))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });
}"""


def test_light_and_dark_follow_the_system_and_every_text_can_be_read(page: Page) -> None:
    papers = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        papers.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        ratios = page.evaluate(CONTRAST)
        assert len(ratios) > 100 and min(ratios) >= 4.5  # WCAG 2.2, 1.4.3
    assert len(papers) == 2


def test_print_is_light_and_has_the_figures_but_not_the_questions(page: Page) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#cards").is_hidden() and page.locator("#filters").is_hidden()
    assert page.locator("figure svg").first.is_visible() and page.locator(".print-only").is_visible()


def test_a_report_to_pass_on_has_no_filter_for_right_answers(page: Page, reports: Path) -> None:
    page.goto((reports / "shared.html").as_uri())
    assert page.locator("select[name=right]").is_hidden() and page.locator("select[name=run]").is_hidden()
    assert page.locator(".truth, .said.right, .said.wrong").count() == 0
    assert page.locator(".card img").first.evaluate("image => image.naturalWidth") == 480
