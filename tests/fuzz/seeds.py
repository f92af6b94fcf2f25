"""What the fuzzer starts from: a few inputs for each target."""

_HTML = b"""<!doctype html><html lang=en><head><meta charset=utf-8><base href=/b/><title>T</title>
<meta name=description content=d><link rel=canonical href=/c>
<script type=application/ld+json>{"a": [1, 2.5e3, "\\u0041"]}</script></head>
<body><nav><a href="../x?y=1&amp;z=2#f" rel=nofollow>a <b>b</b></a><area href=q alt=r></nav>
<main><h1>H</h1><p hidden>no<p>yes <!-- c --> &lt;i&gt; [x](y)<table><tr><td>1</table>
<pre><code class=language-c>x</code></pre><svg><a xlink:href=s>t</a></svg>
<template><p>u</template><img src=i alt=j></main></body></html>"""
_ROBOTS = b"""User-agent: *
Disallow: /a*b$
Allow: /%7Ex
Crawl-delay: 2.5
User-agent: leadline
User-agent: other
Disallow:
Sitemap: https://x.example/s.xml
"""
_HREFS = (
    *(b"../a/b?c=d#e", b"//y.example:80/../x", b"HTTP://u:p@X.Example/%41%2f%zz?b&a=1&utm_x=2"),
    *(b"?q", b"", b"a:b", b"http://[::ffff:1.2.3.4]/", b"http://0x7f.1/", b"\\\\y\\z", b"a\tb\nc"),
)
_LINKS = (
    b"a\0x\0\0../b\0y\0nofollow UGC\0\0\0\0http://y.example/\0z\0\0a\0x\0ugc\0" * 3,
    b"\0" * 60 + b"a" * 70 + b"\0" + b"\xc3\xa9" * 140 + b"\0sponsored\xc2\xa0ugc \0",
    b"\xff\0\xe2\x80\0\xe2\0/?\0\0nofollow",
)
_HEADS = (
    *(b"<meta charset=utf-8>", b"<META http-equiv='Content-Type' content='x; charset=koi8-r'>"),
    *(b"<?xml version='1.0' encoding='euc-jp'?>", b"<!-- --><p a='<meta charset=big5>'>\x81\xff"),
    *(b"\xff\xfea\0", b"\xef\xbb\xbfx", "é日🎉".encode(), b"\x1b$B%F\x1b(B"),
)
# Bytes that the grammar makes pages of: decisions, not text.
_STEPS = ((0, 1), (3, 7), (9, 31), (40, 3), (100, 11), (200, 5))
_PLANS = tuple(bytes((start + step * n) % 256 for n in range(64)) for start, step in _STEPS)

_SITEMAPS = (
    b"<?xml version='1.0'?><urlset xmlns='x'><url><loc> http://x.example/?a&amp;b</loc></url></urlset>",
    b"<s:urlset><!-- <url> --><s:url><s:loc><![CDATA[http://y.example/]]></s:loc></s:url></s:urlset>",
    b"<sitemapindex><sitemap><loc>http://x.example/s.xml</loc></sitemap></sitemapindex>",
    b"<rss><channel><item><link>http://x.example/</link></item></channel></rss>",
    b"<feed><entry><link href='http://x.example/'/></entry></feed>",
    b"<!DOCTYPE urlset [<!ENTITY a 'b'>]><urlset><url><loc>http://&a;/</loc></url></urlset>",
    b"http://x.example/a\r\n\nnonsense\rhttp://x.example/b",
)

SEEDS: dict[str, tuple[bytes, ...]] = {
    "extract": (b"\0\1\1\1\0" + _HTML, b"\1\1\1\0\0" + _HTML, *_PLANS),
    "addresses": tuple(bytes([number]) + b"\0" + href for number, href in enumerate(_HREFS)),
    "robots": (b"\0\0\0" + _ROBOTS, b"\4\0\2" + _ROBOTS, b"\4\1\3Disallow: /*a*b*c\n"),
    "cost": _PLANS,
    "plain": _PLANS,
    "prescan": tuple(b"\0" + head for head in _HEADS),
    "leads": tuple(bytes([number]) * 3 + links for number, links in enumerate(_LINKS)),
    "sitemap": tuple(b"\0" + sitemap for sitemap in _SITEMAPS),
}
