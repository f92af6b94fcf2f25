"""Draw the README's picture: a scrape of the demo site as the terminal shows it."""

import asyncio
import io
import re
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from leadline.cli.views.scrape import show
from leadline.demo.server import serve
from leadline.demo.site import answer
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.skips import Skipped
from leadline.settings import Settings
from leadline.worker.scraping import PageData, scrape_here

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "scrape.svg"
PORT = 8100
PAGE = f"http://127.0.0.1:{PORT}/harbours/harrow-town"


async def scraped() -> PageData:
    options = CrawlOptions(selectors=(("heading", "h1"), ("depth", "td:last-child")))
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            allow_network=(f"127.0.0.1:{PORT}",), store=f"sqlite:///{folder}/picture.db"
        )
        async with serve(answer, "127.0.0.1", PORT):
            result = await scrape_here(Address(PAGE), options, settings)
    assert not isinstance(result, Skipped)
    return result


def main() -> None:
    console = Console(record=True, width=92, file=io.StringIO(), force_terminal=True)
    command = f"leadline scrape {PAGE} --allow-network 127.0.0.1:{PORT}"
    command += " --select heading=h1 --select depth=td:last-child"
    console.print(f"[bold green]$[/]  {command}\n", highlight=False)
    show(asyncio.run(scraped()), console)
    picture = console.export_svg(title="leadline scrape", theme=MONOKAI)
    # Without the font, which a viewer of the picture would download.
    PICTURE.write_text(re.sub(r"@font-face \{[^}]*\}\s*", "", picture))


if __name__ == "__main__":
    main()
