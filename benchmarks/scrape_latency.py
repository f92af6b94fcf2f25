"""What a scrape over HTTP takes beyond a bare fetch of the same page.

The real server, idle, with robots.txt cached and a whole gap between two requests to the host, so
that nothing has to wait for its turn. The bare fetch is libcurl's, on an open connection, and
reads nothing; both are timed by who asks, and take turns.

usage: scrape_latency.py [ROUNDS]
"""

import http.client
import json
import statistics
import sys
import time
from collections.abc import Callable

import pycurl

from doc_site import doc_site, paths
from serving import asked, served

# More than the default gap of 100 ms.
_PAUSE_S = 0.15
_GOAL_MS = {50: 30.0, 95: 80.0}


def typical(count: int) -> list[str]:
    """Pages from all over the site: the first ones are its large indexes."""
    found = paths(10_000)
    return found[:: len(found) // count][:count]


def bare(curl: pycurl.Curl, address: str) -> None:
    """Fetch a page, and nothing else."""
    curl.setopt(pycurl.URL, address)
    curl.perform()


def scrape(connection: http.client.HTTPConnection, address: str) -> None:
    """Have a page scraped."""
    body = json.dumps({"url": address})
    connection.request("POST", "/api/scrape", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    page = json.load(answer)
    if answer.status != http.HTTPStatus.OK or page["statusCode"] != http.HTTPStatus.OK:
        sys.exit(f"{address}: {page}")


def timed(work: Callable[[], None]) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def percentile(times: list[float], percent: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


def main() -> None:
    """Take turns, and say what each took."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    curl = pycurl.Curl()
    curl.setopt(pycurl.WRITEFUNCTION, len)
    with doc_site() as origin, served("--workers", "2") as (address, _):
        connection = http.client.HTTPConnection(address.removeprefix("http://"))
        addresses = [f"{origin}{path}" for path in typical(rounds)]
        asked(f"{address}/api/scrape", {"url": addresses[0]})
        fetches, scrapes = [], []
        for page in addresses:
            fetches.append(timed(lambda page=page: bare(curl, page)))  # type: ignore[misc]
            time.sleep(_PAUSE_S)
            scrapes.append(timed(lambda page=page: scrape(connection, page)))  # type: ignore[misc]
            time.sleep(_PAUSE_S)
    more = [whole - part for whole, part in zip(scrapes, fetches, strict=True)]
    print(f"{'ms':<24}{'p50':>8}{'p95':>8}{'max':>8}")
    for name, times in (("bare fetch", fetches), ("scrape", scrapes), ("more", more)):
        cells = (percentile(times, 50), percentile(times, 95), max(times))
        print(f"{name:<24}" + "".join(f"{cell:>8.1f}" for cell in cells))
    goals = ", ".join(f"p{percent} at most {ms:.0f}" for percent, ms in _GOAL_MS.items())
    print(f"(goal of what it takes more: {goals})")


if __name__ == "__main__":
    main()
