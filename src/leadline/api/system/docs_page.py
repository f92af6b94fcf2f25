"""`/docs`: the OpenAPI document, shown by Swagger UI."""

import asyncio
from importlib import resources

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

_FILES = {
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "favicon-32x32.png": "image/png",
}
# The styles of Swagger UI contain pictures. Only scripts from our files may run.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src "
    "'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Leadline</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/begin.js"></script>
</body>
</html>
"""
_BEGIN = """SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIBundle.SwaggerUIStandalonePreset],
});
"""


def install(app: FastAPI) -> None:
    """Add the routes of the page, its files, and the OpenAPI document."""

    @app.get("/openapi.json", include_in_schema=False)
    async def document() -> Response:
        # Building the document takes 1 s, in which other requests would wait.
        return JSONResponse(await asyncio.to_thread(app.openapi))

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(_PAGE, headers={"Content-Security-Policy": _POLICY})

    @app.get("/docs/{name}", include_in_schema=False)
    async def docs_file(name: str) -> Response:
        if name == "begin.js":
            return Response(_BEGIN, media_type="text/javascript")
        if name not in _FILES:
            return RedirectResponse("/docs")
        data = (resources.files("fastapi_swagger.resources") / name).read_bytes()
        return Response(data, media_type=_FILES[name])
