import pytest

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidPattern
from leadline.urls.patterns import Pattern, check_budget
from leadline.urls.scope import Scope, ScopeRule

ROOT = Address("https://www.example.co.uk/docs/start.html")


def is_in(rule: ScopeRule, address: str, root: Address = ROOT) -> bool:
    return Scope(rule, root).refusal(Address(address)) is None


@pytest.mark.parametrize(
    ("address", "rules"),
    [
        ("https://www.example.co.uk/docs/other", "domain host subpath all"),
        ("https://www.example.co.uk/docs/", "domain host subpath all"),
        ("https://www.example.co.uk/docsets/", "domain host all"),
        ("http://www.example.co.uk/", "domain host all"),
        ("http://shop.example.co.uk:8080/", "domain all"),
        ("https://other.co.uk/", "all"),
    ],
)
def test_scope_rules(address: str, rules: str) -> None:
    assert [rule for rule in ScopeRule if is_in(rule, address)] == rules.split()


@pytest.mark.parametrize(
    ("root", "other"),
    [
        ("http://one.github.io/", "http://two.github.io/"),
        ("http://127.0.0.1/", "http://127.0.0.2/"),
        ("http://localhost/", "http://elsewhere/"),
    ],
)
def test_these_are_different_sites(root: str, other: str) -> None:
    assert not is_in(ScopeRule.DOMAIN, other, Address(root))
    assert is_in(ScopeRule.DOMAIN, root, Address(root))


def test_excluded_addresses_are_out_even_when_included() -> None:
    scope = Scope(
        ScopeRule.ALL,
        ROOT,
        include=(Pattern.parse("/docs/*"),),
        exclude=(Pattern.parse("re:\\.pdf$"),),
    )

    def rule(address: str) -> str | None:
        refusal = scope.refusal(Address(address))
        return refusal.rule if refusal else None

    assert rule("https://x.example/docs/a") is None
    assert rule("https://x.example/docs/a.pdf") == "exclude"
    assert rule("https://x.example/blog/a") == "include"


def test_the_root_is_always_in_scope() -> None:
    scope = Scope(ScopeRule.HOST, ROOT, include=(Pattern.parse("/blog/*"),))

    assert scope.refusal(ROOT) is None


@pytest.mark.parametrize(
    ("pattern", "address", "matches"),
    [
        ("/blog/*", "https://x.example/blog/a?b=1", True),
        ("/blog/*", "https://x.example/a/blog/", False),
        ("*/blog/*", "https://x.example/a/blog/", True),
        ("/search?q=*", "https://x.example/search?q=a", True),
        ("/search?q=*", "https://x.example/searchxq=a", False),
        ("https://*.example/", "https://x.example/", True),
        ("re:/p/\\d+$", "https://x.example/p/17", True),
        ("re:/p/\\d+$", "https://x.example/p/17/", False),
    ],
)
def test_patterns(pattern: str, address: str, *, matches: bool) -> None:
    assert Pattern.parse(pattern).matches(address) is matches


@pytest.mark.parametrize("text", ["", "blog", "re:(", "re:(?=x)", "re:\\1", "/" * 1_001, "/\udcff"])
def test_bad_patterns_are_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InvalidPattern, match="pattern"):
        Pattern.parse(text)


def test_a_pattern_that_is_too_large_to_match_fast_is_named() -> None:
    with pytest.raises(InvalidPattern, match=r"pattern 're:.*\{4\}z' is too large"):
        check_budget(["/blog/*", "re:(.{1,200}a){4}z"])


def test_patterns_that_are_too_large_together_are_refused_and_the_largest_is_named() -> None:
    large = [f"re:[ab]*a[ab]{{800}}{number}" for number in range(20)]

    with pytest.raises(InvalidPattern, match=r"too large together.*ab\]\{800\}"):
        check_budget(large)


def test_as_many_usual_patterns_as_a_crawl_may_have_are_within_the_budget() -> None:
    check_budget(())
    check_budget([f"/section-{number}/*/archive/*.html" for number in range(200)])
    check_budget(["re:[^/]{1,64}/[^/]{1,64}$", "re:\\pL+/\\d+", "re:é+"])


def test_a_pattern_made_to_backtrack_runs_in_linear_time() -> None:
    pattern = Pattern.parse("re:(a+)+(a+)+(a+)+$")

    assert not pattern.matches("https://x.example/" + "a" * 100_000 + "!")


@pytest.mark.parametrize(
    ("address", "rules"),
    [
        ("https://www.example.co.uk/elsewhere", "domain host subpath all"),
        ("https://shop.example.co.uk:8443/", "domain"),
        ("https://www.example.co.uk:8443/", "domain"),
        ("http://www.example.co.uk/docs/", ""),
        ("https://example.com/", ""),
    ],
)
def test_secrets_are_for_origins_that_the_rule_admits_and_never_in_the_clear(
    address: str, rules: str
) -> None:
    trusted = [rule for rule in ScopeRule if Scope(rule, ROOT).admits_origin(Address(address))]

    assert trusted == rules.split()


def test_what_was_given_for_http_may_be_sent_by_https() -> None:
    scope = Scope(ScopeRule.HOST, Address("http://x.example/"))

    assert scope.admits_origin(Address("https://x.example/"))


def test_patterns_say_nothing_about_trust() -> None:
    scope = Scope(ScopeRule.HOST, ROOT, exclude=(Pattern.parse("/robots.txt"),))

    assert scope.admits_origin(Address("https://www.example.co.uk/robots.txt"))


@pytest.mark.parametrize(
    ("address", "rules"),
    [
        ("https://www.example.co.uk/docs/other", ""),
        ("https://www.example.co.uk/docs", ""),
        ("http://www.example.co.uk/d%6fcs?a=1", ""),
        ("https://www.example.co.uk/docsets/", "subpath"),
        ("https://www.example.co.uk/", "subpath"),
        ("http://shop.example.co.uk:8080/", "host subpath"),
        ("https://other.co.uk/docs/", "domain host subpath"),
    ],
)
def test_outside_is_what_no_address_of_the_same_page_is_in(address: str, rules: str) -> None:
    outside = [rule for rule in ScopeRule if Scope(rule, ROOT).is_outside(Address(address))]

    assert outside == rules.split()


def test_patterns_do_not_put_a_page_outside_but_exclude_what_is() -> None:
    nowhere = Pattern.parse("https://*.example/*")
    scope = Scope(ScopeRule.HOST, ROOT, include=(nowhere,), exclude=(Pattern.parse("*/a"),))
    elsewhere = Address("https://x.example/a")

    assert not scope.is_outside(Address("https://www.example.co.uk/docs/a"))
    assert scope.is_outside(elsewhere)
    excluded = scope.exclusion(elsewhere)
    assert excluded is not None
    assert excluded.rule == "exclude"
    assert scope.exclusion(Address("https://x.example/b")) is None


def test_where_the_case_of_paths_does_not_matter_it_does_not_for_scope() -> None:
    exact = Scope(ScopeRule.SUBPATH, Address("http://x.example/Docs/"))
    folded = Scope(ScopeRule.SUBPATH, exact.root, folds_path_case=True)
    page = Address("http://x.example/docs/a")

    assert [scope.refusal(page) is None for scope in (exact, folded)] == [False, True]
    assert [scope.is_outside(page) for scope in (exact, folded)] == [True, False]
