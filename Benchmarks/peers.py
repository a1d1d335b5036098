"""Figures of Python libraries for the benchmarks: peers.py DOCUMENT

Reads the document that the benchmarks made, so that both sides work on the same bytes. Then each line
of the input names a peer; it does its work once, and the answer is one line of JSON:
{"ns": nanoseconds per record, "version": ...} or {"skipped": why}.
"""

import csv
import gc
import importlib.metadata
import io
import json
import platform
import sys
import time
from datetime import datetime, timezone
from typing import Annotated, Literal, Optional

ISBN = r"^97[89]-[0-9]{10}$"
EMAIL = r"^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$"


def book_models():
    """The model of the records: without the rule over two properties, and with it."""
    from pydantic import BaseModel, Field, model_validator

    earliest = datetime.fromtimestamp(-5_000_000_000, timezone.utc)
    latest = datetime.fromtimestamp(4_000_000_000, timezone.utc)

    class Book(BaseModel):
        title: Annotated[str, Field(min_length=1, max_length=200)]
        author: Annotated[str, Field(min_length=1, max_length=100)]
        isbn: Annotated[str, Field(pattern=ISBN)]
        language: Literal["en", "fr", "de", "es", "it", "ja"]
        email: Optional[Annotated[str, Field(pattern=EMAIL)]] = None
        pages: Annotated[int, Field(ge=1, le=10_000)]
        stock: Annotated[int, Field(ge=0)]
        price: Annotated[float, Field(ge=0, le=1000)]
        inPrint: bool
        published: Optional[Annotated[datetime, Field(ge=earliest, le=latest)]] = None

    class StrictBook(Book):
        @model_validator(mode="after")
        def in_stock_means_in_print(self):
            if self.stock > 0 and not self.inPrint:
                raise ValueError("a book in stock is in print")
            return self

    return Book, StrictBook


def with_dates(records):
    """The records as a program holds them: dates are values, not text."""
    return [{**r, "published": datetime.fromisoformat(r["published"])} for r in records]


def model_validate(document, model):
    records = with_dates(json.loads(document))
    validate = book_models()[model].model_validate
    return lambda: [validate(record) for record in records]


def validate_json(document):
    from pydantic import TypeAdapter

    adapter = TypeAdapter(list[book_models()[0]])
    return lambda: adapter.validate_json(document)


def msgspec_decode(document):
    """Structs with constraints; msgspec has none for dates, and the rule over two is left out."""
    import msgspec
    from msgspec import Meta

    class Book(msgspec.Struct):
        title: Annotated[str, Meta(min_length=1, max_length=200)]
        author: Annotated[str, Meta(min_length=1, max_length=100)]
        isbn: Annotated[str, Meta(pattern=ISBN)]
        language: Literal["en", "fr", "de", "es", "it", "ja"]
        pages: Annotated[int, Meta(ge=1, le=10_000)]
        stock: Annotated[int, Meta(ge=0)]
        price: Annotated[float, Meta(ge=0, le=1000)]
        inPrint: bool
        email: Optional[Annotated[str, Meta(pattern=EMAIL)]] = None
        published: Optional[datetime] = None

    decode = msgspec.json.Decoder(list[Book]).decode
    return lambda: decode(document)


def orjson_loads(document):
    import orjson

    return lambda: orjson.loads(document)


def orjson_dumps(document):
    import orjson

    records = json.loads(document)
    return lambda: orjson.dumps(records)


def table(document):
    """The records as the bytes of a table: their texts are those of the document."""
    records = json.loads(document, parse_float=str, parse_int=str)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(records[0])
    for record in records:
        writer.writerow(str(v).lower() if isinstance(v, bool) else v for v in record.values())
    return text.getvalue().encode()


def opened(data):
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="")


def csv_reader(document):
    """Rows of texts, which are all that the module makes."""
    data = table(document)
    return lambda: list(csv.reader(opened(data)))


def csv_validate(document):
    from pydantic import TypeAdapter

    data = table(document)
    adapter = TypeAdapter(list[book_models()[0]])
    return lambda: adapter.validate_python(list(csv.DictReader(opened(data))))


# The library that a peer is of, none for Python's own, and what makes its work.
PEERS = {
    "pydantic model_validate": ("pydantic", lambda document: model_validate(document, 0)),
    "pydantic model_validate, all rules": (
        "pydantic",
        lambda document: model_validate(document, 1),
    ),
    "pydantic validate_json": ("pydantic", validate_json),
    "msgspec.json.decode": ("msgspec", msgspec_decode),
    "orjson.loads": ("orjson", orjson_loads),
    "orjson.dumps": ("orjson", orjson_dumps),
    "csv.reader": (None, csv_reader),
    "csv.DictReader, pydantic": ("pydantic", csv_validate),
}


def measure(work, count):
    """The time per record, letting go of the result included."""
    start = time.process_time_ns()
    work()
    return (time.process_time_ns() - start) / count


def answer(peer, document, count, prepared):
    library, make = PEERS[peer]
    try:
        if peer not in prepared:
            prepared[peer] = make(document)
        version = f"{library} {importlib.metadata.version(library)}, " if library else ""
    except ModuleNotFoundError as error:
        return {"skipped": f"{error.name} is not installed"}
    return {
        "ns": measure(prepared[peer], count),
        "version": f"{version}Python {platform.python_version()}",
    }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        document = file.read()
    count = len(json.loads(document))
    # The collector would walk the results again and again, and find nothing.
    gc.disable()
    prepared = {}
    for line in sys.stdin:
        print(json.dumps(answer(line.rstrip("\n"), document, count, prepared)), flush=True)


if __name__ == "__main__":
    main()
