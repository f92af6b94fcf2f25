import pytest

from leadline.domain.addresses import Address
from leadline.html.markdown import markdown_of

PAGE = Address("http://x.example/dir/page.html")


def markdown(html: str) -> str:
    return markdown_of(html, PAGE)


@pytest.mark.parametrize(
    "content",
    [
        "<main><p>own</main>",
        "<div role=main><p>own</div>",
        "<article><p>own</article>",
        "<div><p>own</div>",
        "<main hidden><p>own</main>",
        "<form><p>own</form>",
    ],
)
def test_only_the_content_of_the_page_is_kept(content: str) -> None:
    html = (
        f"<header>top</header><nav>menu</nav>{content}<aside>side</aside>"
        "<div role=contentinfo>imprint</div><form><input><button>search</button></form>"
        "<script>code</script><style>css</style><div hidden>hidden</div><footer>end</footer>"
    )

    assert markdown(html) == "own"


def test_several_articles_are_all_content() -> None:
    assert markdown("<article>one</article><article>two</article>") == "one\n\ntwo"


def test_the_header_of_an_article_holds_its_title() -> None:
    assert markdown("<article><header><h1>a</h1></header>b</article>") == "# a\n\nb"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h1>a</h1><h2>b</h2>", "# a\n\n## b"),
        ("<p>a<p>b", "a\n\nb"),
        ("<p>a <b>b</b> <i>c</i> <code>d</code>", "a **b** *c* `d`"),
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
        ("<ul><li>a<ul><li>b</ul></ul>", "- a\n  * b"),
        (
            "<table><tr><th>a<th>b<tr><td>1<td>2</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
        (
            "<pre><code class=language-python>if a:\n    b</code></pre>",
            "```python\nif a:\n    b\n```",
        ),
        ("<blockquote>a</blockquote>", "> a"),
        ("", ""),
        ("<frameset><frame></frameset>", ""),
    ],
)
def test_structure_is_written_in_markdown(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href=../a>x</a>", "[x](http://x.example/a)"),
        ("<a href='a b'>x</a>", "[x](http://x.example/dir/a%20b)"),
        ("<a href=http://user:secret@y.example/>x</a>", "[x](http://y.example/)"),
        ("<img src=i.png alt=i>", "![i](http://x.example/dir/i.png)"),
        ("<video src=v.mp4></video>", "[video](http://x.example/dir/v.mp4)"),
    ],
)
def test_links_and_images_are_absolute(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    "html",
    [
        "<a href=javascript:y>x</a>",
        "<a href=' JavaScript:y'>x</a>",
        "<a href=data:text/html,y>x</a>",
        "x<a href=javascript:y></a>",
        "<a\ufffd href=javascript:y>x</a\ufffd>",
        '<a z"href=javascript:y>x</a>',
        "<a\x0bhref=javascript:y>x</a>",
        "<a-b href=javascript:y>x</a-b>",
        "<p>x<img src=javascript:y alt=z></p>",
        "<p>x<video src=javascript:y></video><audio src=javascript:y></audio></p>",
        "<p>x<iframe src=javascript:y></iframe><embed src=javascript:y></p>",
        "<abbr title='[z](javascript:y)'>x</abbr>",
        "<p>x<svg><a xlink:href=javascript:y>z</a></svg>",
        "<math><a xlink:href=javascript:y>x</a></math>",
    ],
)
def test_links_to_what_is_no_page_are_gone(html: str) -> None:
    assert markdown(html) == "x"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>[x](javascript:y)", "\\[x](javascript:y)"),
        ("<p>![x](y)", "!\\[x](y)"),
        ("<p>&lt;script&gt;", "\\<script>"),
        ("<h1>&lt;b></h1>", "# \\<b>"),
        ("<a href=a>[y](javascript:z)</a>", "[\\[y\\](javascript:z)](http://x.example/dir/a)"),
        ("<code>&lt;b> [x]</code>", "`<b> [x]`"),
        ("<pre>&lt;b> [x]</pre>", "```\n<b> [x]\n```"),
        ("<pre>`&lt;b>`</pre>", "```\n`<b>`\n```"),
        ("<code>a`&lt;b></code>", "``a`<b>``"),
        ("<p>`<code>&lt;b></code>", "\\``<b>`"),
        ("<p>\\&lt;b>", "\\\\\\<b>"),
        ("<kbd>`&lt;b></kbd>", "\\`\\<b>"),
        ("<mark><div><pre>&lt;b></pre></div></mark>", "==\\<b>=="),
        ("<code><ul><li>&lt;b>", "- \\<b>"),
        ("<h1><img src=i alt='[x](javascript:y)'></h1>", "# \\[x](javascript:y)"),
        ("<p>x<xmp><script></xmp><noembed>&lt;b></noembed>", "x"),
        ("<blockquote cite=javascript:y>x</blockquote>", "> x"),
        ("<p>state-of-the-art: a+b", "state-of-the-art: a+b"),
    ],
)
def test_text_that_looks_like_markup_stays_text(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize("attribute", ["srcset", "data-src", "longdesc", "cite", "poster"])
def test_an_element_has_no_address_but_its_source(attribute: str) -> None:
    for element in ("img", "video", "blockquote"):
        assert "javascript" not in markdown(f"<{element} {attribute}=javascript:y>x</{element}>")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("%PDF-1.7", "%PDF-1.7"),
        ("PK\x03\x04", "PK"),
        ("<p>x" + "\x01\x02\x03\x04\x05\x06\x07\x08\x7f" * 9, "x" + "\x7f" * 9),
    ],
)
def test_text_that_looks_like_a_file_is_text(html: str, expected: str) -> None:
    assert markdown(html) == expected
