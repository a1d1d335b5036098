"""Figures of Python libraries for the benchmarks: peers.py DOCUMENT PEER...

Reads the document that the benchmarks made, so that both sides work on the same bytes, and prints
one JSON line per peer: {"peer": ..., "ns": nanoseconds per record} or {"peer": ..., "skipped": why}.
"""

import gc
import json
import statistics
import sys
import time
from datetime import datetime, timezone
from typing import Annotated, Literal, Optional

REPETITIONS = 3
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


def orjson_loads(document):
    import orjson

    return lambda: orjson.loads(document)


def orjson_dumps(document):
    import orjson

    records = json.loads(document)
    return lambda: orjson.dumps(records)


PEERS = {
    "pydantic model_validate": lambda document: model_validate(document, 0),
    "pydantic model_validate, all rules": lambda document: model_validate(document, 1),
    "pydantic validate_json": validate_json,
    "orjson.loads": orjson_loads,
    "orjson.dumps": orjson_dumps,
}


def measure(work, count):
    """The median time per record, letting go of the result included; the first run is warm-up."""
    times = []
    for _ in range(REPETITIONS + 1):
        start = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - start)
    return statistics.median(times[1:]) / count


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        document = file.read()
    count = len(json.loads(document))
    # The collector would walk the results again and again, and find nothing.
    gc.disable()
    for peer in sys.argv[2:] or PEERS:
        try:
            line = {"peer": peer, "ns": measure(PEERS[peer](document), count)}
        except ModuleNotFoundError as error:
            line = {"peer": peer, "skipped": f"{error.name} is not installed"}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
