import pytest

from leadline.html.reader import read


def text(html: str) -> str:
    return read(html.encode()).text.decode()


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>x</script>",
        "<style>x</style>",
        "<template>x</template>",
        "<noscript>x</noscript>",
        "<iframe>x</iframe>",
        "<div hidden>x</div>",
        "<div hidden=''>x</div>",
        "<div style='display:none'>x</div>",
        "<div style='color: red; DISPLAY: None'>x</div>",
        "<div hidden>x<div hidden>x</div><script>x</script></div>",
        "<!-- x -->",
    ],
)
def test_what_a_reader_does_not_see_is_not_text(hidden: str) -> None:
    assert text(f"<p>before</p>{hidden}<p>after</p>") == "before\nafter"


@pytest.mark.parametrize("attribute", ["hidden", "style='display:none'"])
def test_a_body_hidden_until_its_scripts_have_run_is_read(attribute: str) -> None:
    assert text(f"<body {attribute}><p>seen</p><p hidden>not</p>") == "seen"


@pytest.mark.parametrize(
    "inline",
    ["a", "b", "cite", "code", "del", "em", "font", "i", "kbd", "label", "q", "s", "span", "time"],
)
def test_inline_elements_do_not_split_words(inline: str) -> None:
    assert text(f"<p>un<{inline}>believ</{inline}>able <{inline}>x</{inline}></p>") == (
        "unbelievable x"
    )


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("un<wbr>believable", "unbelievable"),
        ("<p>Page <!-- -->2<!-- --> of <!-- -->3</p>", "Page 2 of 3"),
        ("<p>un<!-- x -->believable", "unbelievable"),
        ("<p>un<!x>believ</ x>able", "unbelievable"),
        ("<b><i>un</i>believ</b>able", "unbelievable"),
        ("<p>un<b></b>believable", "unbelievable"),
        ("<p>un<script>x</script>believable", "unbelievable"),
        ("<p>\n one\t two \n\n three </p>", "one two three"),
        ("one&nbsp;two", "one two"),
        ("a &lt; b &amp; c", "a < b & c"),
        ("x\0y", "xy"),
        ("plain", "plain"),
        ("", ""),
        ("<p> </p>", ""),
        ("<frameset><frame src=x></frameset>", ""),
    ],
)
def test_what_is_one_line_stays_one_line(html: str, line: str) -> None:
    assert text(html) == line


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<p>a</p><p>b</p>", ["a", "b"]),
        ("<div>a<div>b</div>c</div>", ["a", "b", "c"]),
        ("<h1>a</h1>b", ["a", "b"]),
        ("a<br>b", ["a", "b"]),
        ("<ul><li>a<li>b<ol><li>c</ol></ul>", ["a", "b", "c"]),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", ["a", "b", "1", "2"]),
        ("<dl><dt>a<dd>b</dl>", ["a", "b"]),
        ("<pre>a\n  b</pre>c", ["a b", "c"]),
        ("<select><option>a<option>b</select>", ["a", "b"]),
        ("<button>a</button><button>b</button>", ["a", "b"]),
        ("<textarea>a</textarea>b", ["a", "b"]),
        ("a<hr>b", ["a", "b"]),
        ("<p><b>a</b><p><i>b</i>", ["a", "b"]),
    ],
)
def test_blocks_are_lines_of_their_own(html: str, lines: list[str]) -> None:
    assert text(html).split("\n") == lines


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href=1>one</a><a href=2>two</a>", "one\ntwo"),
        ("<a href=1><b>one</b></a><a href=2><b>two</b></a><a>three</a>", "one\ntwo\nthree"),
        ("<a href=1>one</a> <a href=2>two</a>", "one two"),
        ("<a href=1>one</a>, <a href=2>two</a>", "one, two"),
        ("<a href=1>one</a><!-- --><script>x</script><a href=2>two</a>", "one\ntwo"),
        ("<a href=1>one</a><i hidden>x</i><a href=2>two</a>", "one\ntwo"),
        ("<!-- --><a href=1>one</a>", "one"),
    ],
)
def test_two_links_side_by_side_are_not_one_word(html: str, expected: str) -> None:
    assert text(html) == expected


def test_the_head_is_not_text() -> None:
    assert text("<title>t</title><meta name=description content=d><p>body") == "body"


def test_the_chosen_option_is_not_copied() -> None:
    html = "<select><button><selectedcontent></selectedcontent></button><option selected>a</select>"

    assert text(html) == "a"
