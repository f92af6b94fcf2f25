"""From the address of a bodies store to its adapter."""

from pathlib import Path

from leadline.domain.errors import InvalidSetting
from leadline.store.bodies.contract import Bodies
from leadline.store.bodies.folder import FolderObjects
from leadline.store.bodies.objects import Objects
from leadline.store.bodies.packed import PackedBodies

_CLOUDS = ("s3", "gs", "az")
_FILE = "file://"
_FORMS = "a folder, file:///PATH, s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or az://ACCOUNT/CONTAINER/PREFIX"


def open_bodies(url: str) -> Bodies:
    """Return the bodies store of an address; nothing is created or read yet.

    - A path, or `file:///PATH`: a folder.
    - `s3://BUCKET/PREFIX`, `gs://BUCKET/PREFIX`, `az://ACCOUNT/CONTAINER/PREFIX`: an object store.

    Raises InvalidSetting.
    """
    if _is_cloud(url):
        return PackedBodies(_cloud_objects(url))
    return PackedBodies(FolderObjects(_path(url)))


def _is_cloud(url: str) -> bool:
    scheme, found, _ = url.partition("://")
    return bool(found) and scheme in _CLOUDS


def _cloud_objects(url: str) -> Objects:
    try:
        from leadline.store.bodies.cloud import CloudObjects  # noqa: PLC0415 -- an extra
    except ModuleNotFoundError as exc:
        how = "pip install '.[objects]' in the folder of Leadline"
        raise InvalidSetting(f"{url} needs obstore: {how}") from exc
    try:
        return CloudObjects(url)
    except (*CloudObjects.failures, ValueError) as exc:
        raise InvalidSetting(f"LEADLINE_BODIES={url}: {str(exc).splitlines()[0]}") from exc


def _path(url: str) -> Path:
    is_url = url.startswith(_FILE)
    path = url.removeprefix(_FILE)
    is_path = path and "://" not in path and "\0" not in path
    if not is_path or (is_url and (not path.startswith("/") or "?" in path)):
        raise InvalidSetting(f"LEADLINE_BODIES={url}: this should be {_FORMS}")
    return Path(path)
