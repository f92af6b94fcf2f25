"""The sentences of the project, and the rules of plain English that they follow."""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
GENERATED = ROOT / "web/src/api/schema.d.ts"

_WHO = r"(?:^|[.:;,(] )[Ww]ho\b|\b(?:for|to|by|of|from|than|with|and|or|as|is) who\b"
RULES = {
    "who without a noun": re.compile(_WHO),
    "somebody, nobody": re.compile(r"\b(?:some|no|any)body\b", re.IGNORECASE),
    "tell for another verb": re.compile(r"\b(?:tell|tells|told)\b", re.IGNORECASE),
    "begins with a clause": re.compile(r"^(?:What|Who|Which|Those)\b(?!.*\?$)"),
    "no longer, for no more": re.compile(r"\b(?:any more|no more)\b(?! than)", re.IGNORECASE),
    "crawl API, scrape and job API": re.compile(r"\bfaces? [ABC]\b", re.IGNORECASE),
}
_FIRST_WORDS = re.compile(r"^(?:What|Who|Those|Such|The same|Which)\b")
_SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[A-Z`*(])")
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_JSX_TEXT = re.compile(r"(?<=[>}])[^<>{}=;]*[a-z][^<>{}=;]*(?=[<{])")


@dataclass(frozen=True, slots=True)
class Text:
    """A docstring, comment, string or paragraph, and where it is."""

    place: str
    line: int
    text: str
    is_heading: bool = False
    is_function: bool = False

    def offences(self) -> Iterator[tuple[str, str]]:
        """Yield the rules that the text breaks, each with the sentence that breaks it."""
        sentences = _SENTENCE_END.split(" ".join(self.text.split()))
        if self.is_function and _FIRST_WORDS.search(sentences[0]):
            yield "a function's docstring begins with a verb", sentences.pop(0)
        elif not self.is_heading and re.match(r"(?:Such|The same)\b", sentences[0]):
            yield "begins with a clause", sentences[0]
        for sentence in sentences:
            for name, rule in RULES.items():
                if rule.search(sentence) and not (self.is_heading and "begins" in name):
                    yield name, sentence


def python_texts(path: Path) -> Iterator[Text]:
    """Yield docstrings, comments and all strings with a space in them: help, messages, settings."""
    source, place = path.read_text(), str(path.relative_to(ROOT))
    tree = ast.parse(source)
    functions = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield Text(place, node.lineno, node.value, is_function=id(node) in functions)
    yield from _python_comments(source, place)


def _python_comments(source: str, place: str) -> Iterator[Text]:
    last, lines = 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if lines and token.start[0] != last + 1:
            yield Text(place, last - len(lines) + 1, " ".join(lines))
            lines = []
        lines.append(token.string.lstrip("# "))
        last = token.start[0]
    if lines:
        yield Text(place, last - len(lines) + 1, " ".join(lines))


def markdown_texts(path: Path) -> Iterator[Text]:
    """Yield paragraphs, items of lists, cells of tables and headings, without code."""
    place, paragraph, start, is_code = str(path.relative_to(ROOT)), "", 1, False
    for number, line in enumerate([*path.read_text().splitlines(), ""], 1):
        is_fence = line.lstrip().startswith("```")
        is_code ^= is_fence
        words = "" if is_code or is_fence else re.sub(r"`[^`]*`", "`", line).strip()
        is_apart = not words or bool(re.match(r"[-*>|#]|\d+\.", words))
        if is_apart and paragraph:
            yield Text(place, start, paragraph)
            paragraph = ""
        if words.startswith("#"):
            yield Text(place, number, words.lstrip("# "), is_heading=True)
        elif words.startswith("|"):
            yield from (Text(place, number, cell.strip()) for cell in words.split("|"))
        elif words:
            start = start if paragraph else number
            paragraph += " " + re.sub(r"^(?:[-*>]|\d+\.) +", "", words)


def script_texts(path: Path) -> Iterator[Text]:
    """Yield comments, strings with a space in them, and texts between tags."""
    source, place = path.read_text(), str(path.relative_to(ROOT))
    for pattern in (_COMMENT, _STRING, _JSX_TEXT):
        for found in pattern.finditer(source):
            text = re.sub(r"^\s*(?:/?\*+/?|//)|\*/$", "", found[0], flags=re.MULTILINE)
            text = re.sub(r"\$\{[^}]*\}", "`", text).strip("\"'` \n")
            if " " in text:
                yield Text(place, source.count("\n", 0, found.start()) + 1, text)


def openapi_texts(path: Path) -> Iterator[Text]:
    """Yield summaries and descriptions, each with the path to it in the document."""

    def walk(value: object, place: str) -> Iterator[Text]:
        if isinstance(value, list):
            for number, each in enumerate(value):
                yield from walk(each, f"{place}/{number}")
        elif isinstance(value, dict):
            for key, each in value.items():
                if key in {"summary", "description"} and isinstance(each, str):
                    yield from (Text(place, 1, part) for part in each.split("\n\n"))
                else:
                    yield from walk(each, f"{place}/{key}")

    yield from walk(json.loads(path.read_text()), str(path.relative_to(ROOT)))


def all_texts() -> Iterator[Text]:
    """Yield the texts of the package, the documentation, the API and the web page."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        yield from python_texts(path)
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        yield from markdown_texts(path)
    yield from openapi_texts(ROOT / "docs/reference/openapi.json")
    for path in sorted((ROOT / "web/src").rglob("*.ts*")):
        if path != GENERATED and ".test." not in path.name:
            yield from script_texts(path)
