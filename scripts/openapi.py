"""Print what the server says of its routes to programs (OpenAPI), as it is kept in docs/."""

import json
import sys

from leadline.api.app import create_app
from leadline.settings import Settings


def main() -> None:
    document = create_app(Settings()).openapi()
    sys.stdout.write(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
