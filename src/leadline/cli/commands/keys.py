"""`leadline keys create|list|revoke`: the API keys of a server."""

from typing import Annotated

import typer

from leadline import bootstrap
from leadline.cli.options.common import StoreOption
from leadline.cli.options.help_texts import Command, Commands
from leadline.cli.views.tables import Column, long, short_moment, table
from leadline.cli.views.terminal import complain, write
from leadline.cli.with_store import (
    JsonOption,
    print_json,
    settings_of,
    with_existing_store,
    with_reader,
    with_store,
)
from leadline.domain.errors import InvalidInput
from leadline.domain.system.keys import ApiKey
from leadline.services.keys import new_key
from leadline.store.contract import Store
from leadline.store.reader import Reader

_LONGEST_NAME = 100

_HELP = """Create, list and revoke API keys.

```
leadline keys create laptop
leadline keys list
```
"""
keys = typer.Typer(cls=Commands, rich_markup_mode="markdown", no_args_is_help=True, help=_HELP)


@keys.command(cls=Command)
def create(
    *,
    name: Annotated[
        str, typer.Argument(help="Name of the person or program that uses it.", metavar="NAME")
    ],
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Create an API key and print it, once: only its digest is stored.

    ```
    leadline keys create laptop
    leadline keys create ci --json
    ```
    """
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise InvalidInput(f"NAME has to have 1 to {_LONGEST_NAME} printable characters")
    secret, key = new_key(name.strip())

    async def add(kept: Store) -> None:
        await kept.add_key(key)

    with_store(store, add)
    if json:
        print_json({"id": key.id, "name": key.name, "key": secret})
    else:
        print(secret)
        complain("this API key is not shown again; send it as: Authorization: Bearer KEY")


@keys.command("list", cls=Command)
def list_keys(*, store: StoreOption = None, json: JsonOption = False) -> None:
    """List the API keys by id and name.

    ```
    leadline keys list
    leadline keys list --json
    ```
    """

    async def read(kept: Reader) -> list[ApiKey]:
        return await kept.keys()

    found = with_reader(store, read) if bootstrap.has_store(settings_of(store)) else []
    if json:
        rows = [{"id": key.id, "name": key.name, "created_at": key.created_at} for key in found]
        print_json(rows)
    elif found:
        columns = (Column("id"), Column("created"), long("name"))
        write(table(columns, [[key.id, short_moment(key.created_at), key.name] for key in found]))
    else:
        print(
            "no API keys: only this machine is served; create one with: leadline keys create NAME"
        )


@keys.command(cls=Command)
def revoke(
    *,
    key: Annotated[str, typer.Argument(help="Id of the API key, as listed.", metavar="ID")],
    store: StoreOption = None,
) -> None:
    """Revoke an API key. The server rejects it within a second.

    ```
    leadline keys revoke 0f3a9c21b7d4
    ```
    """

    async def forget(kept: Store) -> bool:
        return await kept.revoke_key(key)

    if not with_existing_store(store, forget):
        raise InvalidInput(f"there is no API key {key}; list them with: leadline keys list")
    print(f"revoked {key}")
