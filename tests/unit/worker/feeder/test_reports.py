"""Reports are stored in portions, however many pages were found."""

from dataclasses import replace

from answers import ANSWER
from contract.conftest import page
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.outcomes import Completed, Discovered
from leadline.domain.pages import Batch, Task, Token
from leadline.store.contract import MAX_NEW_PAGES
from leadline.worker.feeder.reports import Reports, grouped

TASK = Task(PageId(1), Address("http://a.example/sitemap.xml"), 0, 1, 0, is_root=False)
BATCH = Batch(Token(7), CrawlId("c"), "a.example", (TASK,), 1, 0.0, 0.0)


def test_what_a_large_sitemap_lists_is_stored_in_portions_and_the_sitemap_last() -> None:
    found = tuple(page(number) for number in range(2, 12_347))
    reports = Reports()
    reports.open(BATCH)
    reports.add(BATCH.token, Completed(TASK.id, ANSWER, found=found))

    groups = list(grouped(reports.take()))

    outcomes = [each for group in groups for report in group for each in report.outcomes]
    portions = [each.found for each in outcomes if isinstance(each, Discovered | Completed)]
    assert [len(portion) for portion in portions] == [MAX_NEW_PAGES] * 12 + [345]
    assert tuple(each for portion in portions for each in portion) == found
    assert [type(each) for each in outcomes] == [Discovered] * 12 + [Completed]
    assert [len(group) for group in groups] == [5, 5, 3]


def test_where_a_page_began_is_stored_with_it_as_that_is_another_page_when_it_moved() -> None:
    found = (page(TASK.id), *(page(number) for number in range(2, MAX_NEW_PAGES + 2)))
    reports = Reports()
    reports.open(BATCH)
    reports.add(BATCH.token, Completed(TASK.id, ANSWER, found=found))

    outcomes = [
        each for group in grouped(reports.take()) for report in group for each in report.outcomes
    ]

    first, last = (each.found for each in outcomes if isinstance(each, Discovered | Completed))
    assert TASK.id not in [each.id for each in first]
    assert TASK.id in [each.id for each in last]


def test_ordinary_reports_are_one_commit() -> None:
    reports = Reports()
    tasks = tuple(TASK._replace(id=PageId(number)) for number in range(50))
    reports.open(replace(BATCH, tasks=tasks))
    for task in tasks:
        reports.add(BATCH.token, Completed(task.id, ANSWER, found=(page(task.id + 100),)))

    [group] = grouped(reports.take())

    assert [len(report.outcomes) for report in group] == [50]
