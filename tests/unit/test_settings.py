import pytest

from leadline.domain.errors import InvalidSetting
from leadline.settings import Settings, read_settings, with_options


def test_without_an_environment_all_is_default() -> None:
    assert read_settings({}) == Settings()


def test_a_setting_is_read_by_its_name() -> None:
    settings = read_settings(
        {
            "LEADLINE_TIMEOUT_MS": "250",
            "LEADLINE_RESPECT_ROBOTS_TXT": "false",
            "LEADLINE_DNS_SERVERS": "10.0.0.1, 10.0.0.2:5353,",
        }
    )

    assert settings.timeout_ms == 250
    assert settings.respect_robots_txt is False
    assert settings.dns_servers == ("10.0.0.1", "10.0.0.2:5353")


def test_a_second_name_works_and_the_first_wins() -> None:
    assert read_settings({"DEFAULT_TIMEOUT": "1"}).timeout_ms == 1
    assert read_settings({"DEFAULT_TIMEOUT": "1", "LEADLINE_TIMEOUT_MS": "2"}).timeout_ms == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LEADLINE_TIMEOUT_MS", "soon"),
        ("LEADLINE_TIMEOUT_MS", "0"),
        ("DEFAULT_TIMEOUT", "-5"),
        ("LEADLINE_RESPECT_ROBOTS_TXT", "perhaps"),
        ("LEADLINE_USER_AGENT", "two\nlines"),
    ],
)
def test_a_bad_value_is_refused_with_its_name(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=f"^{name}="):
        read_settings({name: value})


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("LEADLINE_TIMEOUT_MS", "soon", "this should be a whole number"),
        ("LEADLINE_TIMEOUT_MS", "0", "this should be 1 or more"),
        ("LEADLINE_TIMEOUT_MS", "86400001", "this should be 86400000 or less"),
        ("LEADLINE_DRAIN_S", "long", "this should be a number"),
        ("RESPECT_ROBOTS_TXT", "maybe", "this should be true or false"),
        ("LEADLINE_USER_AGENT", "a\nb", "this should be printable ASCII in one line"),
        ("LEADLINE_STALE_TIMEOUT_MINUTES", "0", "this should be more than 0.0"),
    ],
)
def test_what_a_value_should_be_is_said(name: str, value: str, reason: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        read_settings({name: value})

    assert str(refused.value) == f"{name}={value}: {reason}"


def test_what_must_not_be_empty_says_so() -> None:
    with pytest.raises(InvalidSetting, match=r"^LEADLINE_HOST must not be empty$"):
        read_settings({"LEADLINE_HOST": ""})
    with pytest.raises(InvalidSetting, match=r"^--user-agent must not be empty$"):
        with_options(Settings(), user_agent="")


def test_options_win_over_settings_and_none_is_not_given() -> None:
    settings = with_options(Settings(timeout_ms=5), timeout_ms=None, user_agent="A/1")

    assert (settings.timeout_ms, settings.user_agent) == (5, "A/1")


def test_a_bad_option_is_refused_with_its_name() -> None:
    with pytest.raises(InvalidSetting, match=r"^--user-agent="):
        with_options(Settings(), user_agent="\x00")
