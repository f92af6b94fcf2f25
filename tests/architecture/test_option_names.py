"""Every option of a crawl is offered by each face that the table of options names."""

import dataclasses
from typing import Any

import pytest
import typer.main

from leadline.api.crawls import schemas as crawl_api
from leadline.api.crawls.options import changes_of, options_of
from leadline.api.jobs import schemas as job_api
from leadline.api.jobs.options import options_of as job_options_of
from leadline.cli.main import commands
from leadline.cli.options.crawl_options import CrawlArguments
from leadline.client import options as client
from leadline.domain.crawl_options import OPTIONS, CrawlOptions, Face, Option
from leadline.services.crawling.options import given_in, options_with, shown_in
from leadline.settings import Settings

# Only commands and settings decide about these.
SHOWN_ONLY = {"checks_external", "folds_path_case"}
# Other names of an option, a part of one, or the choice of a way to fetch.
BESIDES = {"url", "startUrl", "requested_depth", "cookies", "basic_auth", "render"}
SETTINGS = Settings()


def names(face: Face, without: set[str] | None = None) -> set[str]:
    """Return the names of options in a face, without those of some kept names."""
    return {each.name_in(face) for each in OPTIONS if each.kept not in (without or ())} - {""}


def fields(model: Any) -> set[str]:
    """Return the names of a model as they are sent."""
    return {field.alias or name for name, field in model.model_fields.items()} - BESIDES


def test_the_crawl_api_takes_and_shows_all_of_its_options() -> None:
    assert fields(crawl_api.CrawlRequest) == names(Face.CRAWL_API, SHOWN_ONLY)
    assert fields(crawl_api.Options) == names(Face.CRAWL_API)


def test_the_crawl_api_changes_what_can_be_changed() -> None:
    changeable = {each.api for each in OPTIONS if each.is_changeable}

    assert fields(crawl_api.ChangeRequest) == changeable


def test_the_job_api_takes_and_shows_all_of_its_options() -> None:
    assert fields(job_api.JobRequest) == names(Face.JOB_API)
    assert fields(job_api.JobOptions) == names(Face.JOB_API, {"headers"})


def test_the_client_has_the_options_of_the_crawl_api() -> None:
    taken = set(client.CrawlOptions.__annotations__)

    assert taken - BESIDES == fields(crawl_api.CrawlRequest)
    assert set(client.ChangeOptions.__annotations__) == fields(crawl_api.ChangeRequest)


def test_the_terminal_has_all_of_its_options() -> None:
    check = typer.main.get_command(commands()).commands["check"]  # type: ignore[attr-defined]
    typed = {name.removeprefix("--") for param in check.params for name in param.opts}

    assert names(Face.TERMINAL) <= typed


def another(option: Option) -> Any:
    """Return a value of an option that is not its default."""
    default = getattr(CrawlOptions(), option.kept)
    match default:
        case bool():
            return not default
        case int() | float():
            return default + 1
        case str():
            return {"scope": "host"}.get(option.kept, "Another/1")
        case None:
            return 7
        case _:
            return ["html"] if option.kept == "keeps" else ["/a/*"]


# Options that an interface writes in another way are tested with that interface.
PLAIN = [each for each in OPTIONS if each.kept not in {"headers", "keeps", "networks"}]


@pytest.mark.parametrize(
    "option", [each for each in PLAIN if each.api and each.kept not in SHOWN_ONLY], ids=str
)
def test_what_the_crawl_api_is_given_is_kept_and_shown(option: Option) -> None:
    value = another(option)
    request = crawl_api.CrawlRequest(**{"url": "https://a.example/", option.api: value})

    kept = options_of(request, SETTINGS)

    expected = tuple(value) if isinstance(value, list) else value
    assert getattr(kept, option.kept) == expected
    assert shown_in(Face.CRAWL_API, kept)[option.api] == expected


@pytest.mark.parametrize("option", [each for each in PLAIN if each.job], ids=str)
def test_what_the_job_api_is_given_is_kept_and_shown(option: Option) -> None:
    value = another(option)
    body = {"startUrl": "https://a.example/", option.job: value}

    kept = job_options_of(job_api.JobRequest.model_validate(body), SETTINGS)

    expected = tuple(value) if isinstance(value, list) else value
    assert getattr(kept, option.kept) == expected
    assert shown_in(Face.JOB_API, kept)[option.job] == expected


@pytest.mark.parametrize("option", [each for each in OPTIONS if each.is_changeable], ids=str)
def test_what_is_changed_is_changed_alone_and_null_is_the_default(option: Option) -> None:
    value = another(option)
    changed = changes_of(crawl_api.ChangeRequest(**{option.api: value}), SETTINGS)
    unset = changes_of(crawl_api.ChangeRequest(**{option.api: None}), SETTINGS)

    expected = tuple(value) if isinstance(value, list) else value
    assert changed == {option.kept: expected}
    assert unset == {option.kept: getattr(options_with({}, SETTINGS), option.kept)}


@pytest.mark.parametrize("face", Face)
def test_no_two_options_have_one_name(face: Face) -> None:
    named = [each for each in OPTIONS if each.name_in(face)]

    assert len(named) == len(names(face))
    assert given_in(face, {each.name_in(face): 1 for each in named}) == {
        each.kept: 1 for each in named
    }


def test_the_options_of_the_terminal_are_those_of_the_table() -> None:
    typed = {each.name.replace("_", "-") for each in dataclasses.fields(CrawlArguments)}
    of_commands = {"cookie", "basic-auth", "workers", "store"}

    assert typed - of_commands == names(Face.TERMINAL, {"checks_external"})
