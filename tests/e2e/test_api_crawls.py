"""Crawls over HTTP: lists of them."""

from e2e.api import Api


def test_crawls_are_listed_from_page_to_page_as_the_command_lists_them(api: Api) -> None:
    for _ in range(3):
        api.crawled("/tree/chain/11", max_depth=0)

    [known] = api.said("crawls")
    assert [crawl["crawl_id"] for crawl in api.walked("", limit=2)] == [
        crawl["crawl_id"] for crawl in known
    ]


def test_crawls_are_found_by_status_and_by_part_of_their_address(api: Api) -> None:
    done = api.crawled("/tree/chain/12", max_depth=0)
    paused = api.begin("/tree/a0/", max_depth=2, delay_ms=500)
    api.got(f"/{paused}/pause", "POST")

    def ids(**asked: str) -> list[str]:
        return [crawl["crawl_id"] for crawl in api.walked("", limit=1, **asked)]

    assert done in ids(search="CHAIN/12")
    assert paused not in ids(search="chain/12")
    assert ids(status="paused") == [paused]
    assert ids(status="completed", search="tree/a0") == []
    api.got(f"/{paused}", "DELETE", status=204)


def test_a_cursor_that_no_list_gave_is_refused(api: Api) -> None:
    assert api.problem("?cursor=nonsense", 422) == "invalid-cursor"
    # As long as it may be, and no longer than a line of HTTP when it is written in one.
    assert api.problem(f"?cursor={'%7E' * 10_000}", 422) == "invalid-cursor"
    assert api.problem("?cursor=%F1%89%9E%B1", 422) == "invalid-request"
    assert api.problem("?status=odd", 422) == "invalid-request"
    assert "no field limt; did you mean limit?" in api.got("?limt=1", status=422)["detail"]
    assert "GET /api/v1/crawls" in api.got("/none", status=404)["detail"]
