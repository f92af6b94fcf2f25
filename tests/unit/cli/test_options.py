import pytest
import typer

from leadline.cli.commands.crawls import delete
from leadline.cli.options.common import address_of, duration_s, headers_of, selectors_of
from leadline.cli.views.terminal import safe, safe_json
from leadline.domain.errors import InvalidAddress, InvalidHeader
from leadline.domain.skips import Skipped
from leadline.urls.submitted import normalize_submitted


def test_an_address_is_normalized() -> None:
    assert normalize_submitted("HTTP://Example.com/a#b") == "http://example.com/a"


@pytest.mark.parametrize("url", ["example.com", "localhost:8080", "localhost:8080/x", "a.b/c"])
def test_a_missing_scheme_is_pointed_out(url: str) -> None:
    with pytest.raises(InvalidAddress, match=f"did you mean https://{url}"):
        normalize_submitted(url)


@pytest.mark.parametrize("url", ["example.com", "www.example.co.uk/a?b", "example.com/"])
def test_what_is_typed_without_a_scheme_is_https(url: str) -> None:
    assert address_of(url) == normalize_submitted(f"https://{url}")


@pytest.mark.parametrize("url", ["localhost:8080", "127.0.0.1:80", "10.0.0.1", "example.com:8080"])
def test_a_program_is_asked_for_the_scheme(url: str) -> None:
    with pytest.raises(InvalidAddress, match=f"did you mean https://{url} or http://{url}"):
        normalize_submitted(url)


@pytest.mark.parametrize("url", ["http://u:s3cret@a.example/", "https://s3cret@a.example/x"])
def test_what_a_url_would_not_send_is_pointed_out_and_not_repeated(url: str) -> None:
    with pytest.raises(InvalidAddress, match="--basic-auth") as refused:
        address_of(url)

    assert "s3cret" not in str(refused.value)
    assert address_of("http://a.example/x@y") == "http://a.example/x@y"


def test_another_scheme_is_a_refusal() -> None:
    assert isinstance(normalize_submitted("mailto:someone@example.com"), Skipped)


def test_headers_are_split_at_the_first_colon() -> None:
    assert headers_of(["A: b:c", "X-Empty:"]) == (("A", "b:c"), ("X-Empty", ""))


@pytest.mark.parametrize("header", ["A", ": b", "A b: c", "A: b\nC: d"])
def test_what_is_no_header_is_refused(header: str) -> None:
    with pytest.raises(InvalidHeader):
        headers_of([header])


def test_selectors_may_contain_equal_signs() -> None:
    assert selectors_of(["a=[b='c']"]) == {"a": "[b='c']"}


@pytest.mark.parametrize("option", ["a", "=p", "a= "])
def test_what_is_no_field_is_refused(option: str) -> None:
    with pytest.raises(typer.BadParameter):
        selectors_of([option])


def test_what_a_terminal_would_act_on_is_made_harmless() -> None:
    assert safe("a\x1b[31m\tb\n\u202ec\x9b") == "a\ufffd[31m\tb\n\ufffdc\ufffd"
    assert safe_json('"\u202e\x7f"') == '"\\u202e\\u007f"'


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("90s", 90), ("10m", 600), ("2h", 7200), ("1h30m", 5400), ("0.5s", 0.5)],
)
def test_durations_are_written_as_people_do(written: str, seconds: float) -> None:
    assert duration_s(written, "--max-time") == seconds


@pytest.mark.parametrize("written", ["", "90", "s", "-1s", "0s", "10 m", "1y", "9e9s", "1h 30m"])
def test_what_is_no_duration_is_said_to_be_none(written: str) -> None:
    with pytest.raises(typer.BadParameter, match="--max-time is a duration such as 90s"):
        duration_s(written, "--max-time")


def test_the_complaint_about_an_age_has_ages_as_examples() -> None:
    with pytest.raises(typer.BadParameter, match="--older-than is a duration such as 30d or 12h"):
        delete(crawl_ids=None, older_than="30")
