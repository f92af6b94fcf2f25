"""`leadline keys create|list|revoke`: who may use the server."""

from typing import Annotated

import typer

from leadline import bootstrap
from leadline.cli.kept import JsonOption, changing, print_json, reading, settings_of, writing
from leadline.cli.options import StoreOption
from leadline.cli.shown import Column, long, short_moment, table
from leadline.cli.terminal import complain, write
from leadline.cli.wording import Command, Commands
from leadline.domain.errors import InvalidInput
from leadline.domain.keys import ApiKey
from leadline.services.keys import new_key
from leadline.store.contract import Store
from leadline.store.reader import Reader

_LONGEST_NAME = 100

_HELP = """Who may use the server.

```
leadline keys create laptop
leadline keys list
```
"""
keys = typer.Typer(cls=Commands, rich_markup_mode="markdown", no_args_is_help=True, help=_HELP)


@keys.command(cls=Command)
def create(
    *,
    name: Annotated[str, typer.Argument(help="Whose it is, or what for.", metavar="NAME")],
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Make a key and print it, once: only a digest of it is kept.

    ```
    leadline keys create laptop
    leadline keys create ci --json
    ```
    """
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise InvalidInput(f"a name has 1 to {_LONGEST_NAME} printable characters")
    secret, key = new_key(name.strip())

    async def add(kept: Store) -> None:
        await kept.add_key(key)

    writing(store, add)
    if json:
        print_json({"id": key.id, "name": key.name, "key": secret})
    else:
        print(secret)
        complain(f"this is the only time it is shown; send it as: Authorization: Bearer {secret}")


@keys.command("list", cls=Command)
def list_keys(*, store: StoreOption = None, json: JsonOption = False) -> None:
    """List the keys by id and name.

    ```
    leadline keys list
    leadline keys list --json
    ```
    """

    async def read(kept: Reader) -> list[ApiKey]:
        return await kept.keys()

    found = reading(store, read) if bootstrap.has_store(settings_of(store)) else []
    if json:
        told = [{"id": key.id, "name": key.name, "created_at": key.created_at} for key in found]
        print_json(told)
    elif found:
        columns = (Column("id"), Column("made"), long("name"))
        write(table(columns, [[key.id, short_moment(key.created_at), key.name] for key in found]))
    else:
        print("no keys: the server answers whoever reaches it; make one: leadline keys create NAME")


@keys.command(cls=Command)
def revoke(
    *,
    key: Annotated[str, typer.Argument(help="The id, as listed.", metavar="ID")],
    store: StoreOption = None,
) -> None:
    """Forget a key: within a second it lets nobody in.

    ```
    leadline keys revoke 0f3a9c21b7d4
    ```
    """

    async def forget(kept: Store) -> bool:
        return await kept.revoke_key(key)

    if not changing(store, forget):
        raise InvalidInput(f"there is no key {key}; leadline keys list tells which there are")
    print(f"revoked {key}")
