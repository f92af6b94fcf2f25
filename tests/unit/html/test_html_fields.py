import pytest

from leadline.domain.errors import InvalidSelector
from leadline.domain.web.documents import Field
from leadline.html.fields import check_selectors, fields_of
from leadline.html.tree import parse


def fields(html: str, selector: str) -> tuple[Field, ...]:
    return fields_of(parse(html), {"it": selector})["it"]


def test_one_match_is_one_field() -> None:
    html = "<p id=a class='b c'>x <b>y</b>\n z</p>"

    assert fields(html, "p") == (Field("x y z", "x <b>y</b>\n z", {"id": "a", "class": "b c"}),)


def test_several_matches_are_in_document_order() -> None:
    assert [field.text for field in fields("<i>1</i><b>2</b><i>3</i>", "b, i")] == ["1", "2", "3"]


def test_no_match_is_an_empty_field() -> None:
    assert fields("<p>x", "article") == ()


def test_every_selector_has_its_field() -> None:
    found = fields_of(parse("<p>x<b>y"), {"one": "p", "two": "b", "three": "i"})

    assert {name: len(matches) for name, matches in found.items()} == {
        "one": 1,
        "two": 1,
        "three": 0,
    }


def test_an_attribute_without_a_value_is_empty() -> None:
    [field] = fields("<input disabled value=''>", "input")

    assert field.attributes == {"disabled": "", "value": ""}
    assert field.html == ""


def test_inner_html_is_what_the_parser_made_of_it() -> None:
    [field] = fields("<div><p>a<p>b &amp; c<br></div>", "div")

    assert field.html == "<p>a</p><p>b &amp; c<br></p>"


@pytest.mark.parametrize(
    ("selector", "texts"),
    [
        ("ul > li:nth-child(2)", ["b"]),
        ("li:not(.x)", ["b", "c"]),
        ("[data-n='1']", ["b"]),
        ("li:has(i)", ["c"]),
        ("#top li.x", ["a"]),
        ("LI:last-child", ["c"]),
    ],
)
def test_selectors_of_css_are_understood(selector: str, texts: list[str]) -> None:
    html = "<ul id=top><li class=x>a<li data-n=1>b<li><i>c</i></ul>"

    assert [field.text for field in fields(html, selector)] == texts


@pytest.mark.parametrize("selector", ["", "p >", "p[", "::", "p:nope", "a,,b", "\ud800", "{}"])
def test_an_invalid_selector_is_named(selector: str) -> None:
    with pytest.raises(InvalidSelector, match="'price'"):
        check_selectors({"title": "h1", "price": selector})


def test_valid_selectors_pass_the_check() -> None:
    check_selectors({"title": "h1", "price": ".price > b"})
