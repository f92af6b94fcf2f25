"""The result codes of libcurl as our errors. Every code is listed: a new one fails a test."""

from leadline.domain.errors import (
    BadResponse,
    ConnectFailed,
    ConnectionLost,
    ConnectRefused,
    DnsFailed,
    FetcherFailed,
    FetchError,
    TimedOut,
    TlsFailed,
    TlsHandshakeFailed,
    TooLarge,
    TooManyRedirects,
)

_CODES: dict[type[FetchError], tuple[int, ...]] = {
    DnsFailed: (5, 6),
    ConnectFailed: (45, 89),
    ConnectRefused: (7,),
    TimedOut: (28,),
    # Empty reply, send and receive errors, HTTP/2 and HTTP/3 stream errors, a truncated body.
    ConnectionLost: (16, 18, 52, 55, 56, 65, 81, 92, 95, 96),
    TlsHandshakeFailed: (35, 80),
    # Certificate, issuer, revocation list, pinned key and status: the identity of the server.
    TlsFailed: (51, 58, 59, 60, 64, 82, 83, 90, 91, 98, 101),
    # HTTP/0.9, an unreadable status line or header, a coding that was not asked for.
    BadResponse: (1, 8, 22, 33, 61, 75, 76),
    TooLarge: (63, 100),
    TooManyRedirects: (47,),
    FetcherFailed: (
        *(2, 3, 4, 23, 24, 26, 27, 34, 40, 41, 42, 43, 44, 46, 48, 50, 53, 54, 57, 66, 93, 94),
        *(97, 99, 10, 12, 20, 29, 32, 49),
        # The file of trusted certificates cannot be read.
        77,
        # Of protocols that are switched off: FTP, LDAP, TFTP, SSH, RTSP, file.
        *(9, 11, 13, 14, 15, 17, 19, 21, 25, 30, 31, 36, 37, 38, 39, 62, 67, 68, 69, 70, 71, 72),
        *(73, 74, 78, 79, 84, 85, 86, 87, 88),
    ),
}

ERROR_OF_CODE: dict[int, type[FetchError]] = {
    code: error for error, codes in _CODES.items() for code in codes
}
