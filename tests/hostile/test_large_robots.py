"""robots.txt files that are as large as may be, on as many subdomains as one likes."""

from pathlib import Path

from figures import Figure
from hostile.crawling import crawl
from leadline.demo.messages import Reply, SiteRequest
from leadline.demo.server import serve
from leadline.urls.robots import MAX_ROBOTS_BYTES

HOSTS = 40
RULES = "".join(f"allow:{'*a' * 3}{number:x}$\n" for number in range(60_000))
ROBOTS = f"user-agent: *\n{RULES}".encode()[:MAX_ROBOTS_BYTES]
HTML = (("Content-Type", "text/html"),)
MAX_PEAK_MIB = 300
MAX_CPU_S = 30


async def test_large_robots_files_on_many_hosts_fill_no_memory_and_stop_no_page(
    tmp_path: Path, figure: Figure
) -> None:
    def answer(request: SiteRequest) -> Reply:
        if request.path == "/robots.txt":
            return Reply(body=ROBOTS)
        links = (f"http://s{n}.evil.localhost:{request.port}/" for n in range(1, HOSTS))
        return Reply(headers=HTML, body="".join(f'<a href="{to}">x</a>' for to in links).encode())

    async with serve(answer, "127.0.0.1", 0) as server:
        crawled = await crawl(
            f"http://s0.evil.localhost:{server.port}/", "--delay-ms", "0", folder=tmp_path
        )

    figure(
        "robots.txt of 500 KB on many subdomains",
        f"{HOSTS} hosts: peak {crawled.peak_mib:.0f} MiB, CPU {crawled.cpu_s:.1f} s",
    )
    assert crawled.result["fetched"] == HOSTS
    assert crawled.peak_mib < MAX_PEAK_MIB
    assert crawled.cpu_s < MAX_CPU_S
