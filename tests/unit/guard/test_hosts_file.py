import os
from pathlib import Path

from leadline.fetch.guard.hosts_file import HostsFile, parse_hosts


def test_every_name_of_a_line_has_its_address() -> None:
    assert parse_hosts("10.0.0.1 one.test  Two.Test.\t# 10.0.0.2 three.test") == {
        "one.test": ("10.0.0.1",),
        "two.test": ("10.0.0.1",),
    }


def test_addresses_of_several_lines_add_up() -> None:
    text = "::1 one.test\n10.0.0.1 one.test\n10.0.0.1 one.test\n"

    assert parse_hosts(text) == {"one.test": ("::1", "10.0.0.1")}


def test_lines_that_make_no_sense_are_passed_over() -> None:
    assert parse_hosts("\n#\n10.0.0.1\nnonsense one.test\n127.1 two.test\n999.0.0.1 x\n") == {}


def test_a_missing_file_names_nothing(tmp_path: Path) -> None:
    assert HostsFile(tmp_path / "hosts").ips("one.test") == ()


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "hosts"
    path.write_text("10.0.0.1 one.test")
    hosts = HostsFile(path)
    before = hosts.ips("one.test")

    path.write_text("10.0.0.2 one.test")
    os.utime(path, ns=(0, 0))

    assert (before, hosts.ips("one.test")) == (("10.0.0.1",), ("10.0.0.2",))


def test_a_removed_file_names_nothing_any_more(tmp_path: Path) -> None:
    path = tmp_path / "hosts"
    path.write_text("10.0.0.1 one.test")
    hosts = HostsFile(path)
    hosts.ips("one.test")

    path.unlink()

    assert hosts.ips("one.test") == ()
