import pytest

from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.errors import InvalidHeader
from leadline.domain.web.headers import basic_auth_of, cookies_of, header_of, together


def test_a_header_is_trimmed() -> None:
    assert header_of(" X-Key ", " a b ") == ("X-Key", "a b")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X", "s3cret\r\nHost: evil"),
        ("X", "s3cret\nY: z"),
        ("X", "s3cret\0"),
        ("X", "s3crét"),
        ("X s3cret", "v"),
        ("X\r\nHost", "s3cret"),
        ("", "s3cret"),
        ("Host", "s3cret"),
        ("content-length", "s3cret"),
        ("Transfer-Encoding", "s3cret"),
        ("CONNECTION", "s3cret"),
        ("User-Agent", "s3cret"),
    ],
)
def test_what_may_not_be_sent_is_refused_and_not_repeated(name: str, value: str) -> None:
    with pytest.raises(InvalidHeader) as refused:
        header_of(name, value)

    assert "s3cr" not in str(refused.value)


def test_cookies_are_one_header() -> None:
    assert cookies_of([("a", "1"), ("b", "x=y")]) == ("Cookie", "a=1; b=x=y")


@pytest.mark.parametrize(
    ("name", "value"), [("a", "s3cret; b=2"), ("a b", "s3cret"), ("a", "s3cret\r\nX: y"), ("", "s")]
)
def test_what_is_no_cookie_is_refused_and_not_repeated(name: str, value: str) -> None:
    with pytest.raises(InvalidHeader) as refused:
        cookies_of([(name, value)])

    assert "s3cret" not in str(refused.value)


def test_a_password_is_sent_in_utf_8_and_may_have_colons() -> None:
    assert basic_auth_of("test", "123£") == ("Authorization", "Basic dGVzdDoxMjPCow==")
    assert basic_auth_of("a", "b:c") == ("Authorization", "Basic YTpiOmM=")


@pytest.mark.parametrize(
    ("user", "password"), [("a:b", "s3cret"), ("a", "s3\ncret"), ("a", "\udcff")]
)
def test_a_password_that_cannot_be_sent_is_refused(user: str, password: str) -> None:
    with pytest.raises(InvalidHeader) as refused:
        basic_auth_of(user, password)

    assert refused.value.__cause__ is None
    assert password not in str(refused.value)


def test_two_ways_to_say_who_we_are_contradict_each_other() -> None:
    with pytest.raises(InvalidHeader, match="Authorization is given twice"):
        together([header_of("authorization", "Bearer x"), basic_auth_of("a", "b")])


def test_options_do_not_show_what_is_in_headers() -> None:
    assert "s3cret" not in repr(CrawlOptions(headers=(("X-Key", "s3cret"),)))


@pytest.mark.parametrize("long", [("X" * 900_000, "1"), ("X", "1" * 900_000)])
def test_a_header_that_no_server_takes_is_refused_without_its_value(long: tuple[str, str]) -> None:
    with pytest.raises(InvalidHeader) as refused:
        together([header_of(*long)])

    assert len(str(refused.value)) < 100


def test_many_cookies_are_one_header() -> None:
    cookies = cookies_of((f"name{number}", "x" * 100) for number in range(200))

    with pytest.raises(InvalidHeader, match="all cookies"):
        together([cookies])
