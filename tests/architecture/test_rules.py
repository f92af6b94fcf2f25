"""Each rule is one row of one table, and all that name rules name those of the table."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from leadline.client.options import PageFilter, RetryFilter
from leadline.domain.crawl_options import OPTIONS
from leadline.domain.rules import RULES, Rule
from leadline.domain.skips import SkipReason
from leadline.services.page_records import Reason
from leadline.settings import Settings
from leadline.urls.scope import ScopeRule
from leadline.urls.traps import TrapRules

ROOT = Path(__file__).parents[2]
# Sitemaps are not pages, and are shown as a count.
OF_PAGES = set(Rule) - {Rule.MAX_SITEMAPS}


def keys(path: str, table: str) -> set[str]:
    """Return the keys of an object literal of the web page."""
    source = (ROOT / path).read_text()
    body = re.search(
        rf"{table}: Record<string, \w+> = \{{$(.*?)^\}};", source, re.MULTILINE | re.DOTALL
    )
    assert body
    return {(a or b) for a, b in re.findall(r"^  (?:'([^']+)'|(\w+)):", body[1], re.MULTILINE)}


def test_the_web_page_has_words_for_every_rule_and_no_other() -> None:
    assert keys("web/src/words/causes.ts", "RULES") == OF_PAGES


def test_the_web_page_offers_a_remedy_only_where_an_option_lifts_the_rule() -> None:
    remedies = keys("web/src/parts/options/remedies.ts", "REMEDIES")

    assert remedies
    assert {name for name in remedies if not RULES[name].lift.option} == set()


def test_every_scope_and_every_limit_of_an_address_is_a_rule() -> None:
    assert set(ScopeRule) - {ScopeRule.ALL} <= set(Rule)
    assert {field.name for field in fields(TrapRules)} <= set(Rule)


@pytest.mark.parametrize("rule", Rule)
def test_a_rule_is_lifted_by_what_exists(rule: Rule) -> None:
    typed = {option.kept for option in OPTIONS if option.typed}

    assert rule.lift.option in {"", *typed}
    assert rule.lift.setting in {"", *Settings.__struct_fields__}


CLIENT = [get_type_hints(filters)["reason"] for filters in (PageFilter, RetryFilter)]


@pytest.mark.parametrize("kind", [Reason, *CLIENT])
def test_the_api_and_the_client_name_every_reason(kind: object) -> None:
    assert get_args(kind) == tuple(SkipReason)


@pytest.mark.parametrize("rule", sorted(OF_PAGES))
def test_every_rule_is_in_the_glossary_beside_its_reason(rule: Rule) -> None:
    glossary = (ROOT / "docs/glossary.md").read_text()
    row = re.search(rf"^\| `{rule.reason}` \|(.*?)\|", glossary, re.MULTILINE)

    assert row
    assert f"`{rule}`" in row[1]
