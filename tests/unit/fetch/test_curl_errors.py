import ctypes
from pathlib import Path

import pycurl
import pytest

from leadline.domain import errors
from leadline.fetch.curl_errors import _CODES, ERROR_OF_CODE

NOT_RESULTS = {-1, 0, 99999}


def codes_of_this_libcurl() -> set[int]:
    """Every result code that the libcurl in use has words for."""
    folder = Path(pycurl.__file__).parents[1] / "pycurl.libs"
    library = next(folder.glob("libcurl*"), None)
    if library is None:
        pytest.skip("this pycurl is not the wheel with its own libcurl")
    strerror = ctypes.CDLL(str(library)).curl_easy_strerror
    strerror.restype = ctypes.c_char_p
    return {code for code in range(1, 1_000) if strerror(code) not in {b"Unknown error", None}}


def test_no_code_of_libcurl_is_unmapped() -> None:
    assert codes_of_this_libcurl() - set(ERROR_OF_CODE) == set()


def test_no_code_of_pycurl_is_unmapped() -> None:
    named = {
        value
        for name, value in vars(pycurl).items()
        if name.startswith("E_") and not name.startswith("E_MULTI") and isinstance(value, int)
    }

    assert named - NOT_RESULTS - set(ERROR_OF_CODE) == set()


def test_no_code_is_mapped_twice() -> None:
    assert sum(len(codes) for codes in _CODES.values()) == len(ERROR_OF_CODE)


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (pycurl.E_COULDNT_RESOLVE_HOST, errors.DnsFailed),
        (pycurl.E_COULDNT_CONNECT, errors.ConnectRefused),
        (pycurl.E_OPERATION_TIMEDOUT, errors.TimedOut),
        (pycurl.E_PEER_FAILED_VERIFICATION, errors.TlsFailed),
        (pycurl.E_SSL_CONNECT_ERROR, errors.TlsHandshakeFailed),
        (pycurl.E_RECV_ERROR, errors.ConnectionLost),
        (pycurl.E_OUT_OF_MEMORY, errors.FetcherFailed),
    ],
)
def test_what_common_codes_mean(code: int, error: type[errors.FetchError]) -> None:
    assert ERROR_OF_CODE[code] is error


def test_errors_of_the_host_can_be_retried() -> None:
    for error in set(ERROR_OF_CODE.values()):
        assert error.is_retryable or not error.is_of_host


def test_every_error_is_in_the_drawing() -> None:
    names = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    }

    assert names <= set(
        (errors.__doc__ or "").replace("│", " ").replace("├──", " ").replace("└──", " ").split()
    )
