"""Figures of Python libraries for the benchmarks: peers.py BOOKS ORDERS

Reads the documents that the benchmarks made, so that both sides work on the same bytes. Then each line
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


CITY = r"^([A-Z].*|Ō.*)$"
COUNTRIES = Literal["DE", "FR", "JP", "BR"]


def order_model():
    """Nested records: a customer with an address, lines, a map of numbers, and one of two payments."""
    from decimal import Decimal
    from typing import Union

    from pydantic import BaseModel, ConfigDict, Field

    class Part(BaseModel):
        model_config = ConfigDict(extra="forbid")

    class Address(Part):
        street: Annotated[str, Field(min_length=1, max_length=80)]
        city: Annotated[str, Field(pattern=CITY)]
        country: COUNTRIES

    class Customer(Part):
        name: Annotated[str, Field(min_length=1, max_length=100)]
        email: Annotated[str, Field(pattern=EMAIL)]
        address: Address

    class Line(Part):
        product: Annotated[str, Field(min_length=1, max_length=100)]
        quantity: Annotated[int, Field(ge=1, le=1000)]
        price: Annotated[Decimal, Field(ge=0)]
        tags: list[str]

    class Card(Part):
        type: Literal["card"]
        digits: Annotated[str, Field(min_length=4, max_length=4)]

    class Transfer(Part):
        type: Literal["transfer"]
        account: Annotated[str, Field(min_length=10, max_length=34)]

    class Order(Part):
        number: int
        placed: datetime
        customer: Customer
        payment: Annotated[Union[Card, Transfer], Field(discriminator="type")]
        lines: Annotated[list[Line], Field(min_length=1)]
        counts: dict[str, int]

    return Order


def orders_pydantic(document):
    from pydantic import TypeAdapter

    adapter = TypeAdapter(list[order_model()])
    return lambda: adapter.validate_json(document)


def orders_msgspec(document):
    from decimal import Decimal
    from typing import Union

    import msgspec
    from msgspec import Meta, Struct

    class Address(Struct, forbid_unknown_fields=True):
        street: Annotated[str, Meta(min_length=1, max_length=80)]
        city: Annotated[str, Meta(pattern=CITY)]
        country: COUNTRIES

    class Customer(Struct, forbid_unknown_fields=True):
        name: Annotated[str, Meta(min_length=1, max_length=100)]
        email: Annotated[str, Meta(pattern=EMAIL)]
        address: Address

    # msgspec has no bounds of decimal numbers.
    class Line(Struct, forbid_unknown_fields=True):
        product: Annotated[str, Meta(min_length=1, max_length=100)]
        quantity: Annotated[int, Meta(ge=1, le=1000)]
        price: Decimal
        tags: list[str]

    class Card(Struct, tag="card", forbid_unknown_fields=True):
        digits: Annotated[str, Meta(min_length=4, max_length=4)]

    class Transfer(Struct, tag="transfer", forbid_unknown_fields=True):
        account: Annotated[str, Meta(min_length=10, max_length=34)]

    class Order(Struct, forbid_unknown_fields=True):
        number: int
        placed: datetime
        customer: Customer
        payment: Union[Card, Transfer]
        lines: Annotated[list[Line], Meta(min_length=1)]
        counts: dict[str, int]

    decode = msgspec.json.Decoder(list[Order]).decode
    return lambda: decode(document)


def orders_jsonschema(document):
    """The schema that pydantic writes, for the first 200 records: all would take minutes."""
    import jsonschema

    schema = order_model().model_json_schema()
    validator = jsonschema.Draft202012Validator(schema)
    records = json.loads(document)[:200]

    def work():
        for record in records:
            validator.validate(record)

    return work, len(records)


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


# The library that a peer is of, none for Python's own, and what makes its work, from the books or the orders.
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
ORDERS = {
    "pydantic validate_json, nested": ("pydantic", orders_pydantic),
    "msgspec.json.decode, nested": ("msgspec", orders_msgspec),
    "jsonschema validate, nested": ("jsonschema", orders_jsonschema),
    "orjson.dumps, nested": ("orjson", orjson_dumps),
}


def measure(work, count):
    """The time per record, letting go of the result included."""
    start = time.process_time_ns()
    work()
    return (time.process_time_ns() - start) / count


def answer(peer, books, orders, prepared):
    library, make = PEERS.get(peer) or ORDERS[peer]
    try:
        if peer not in prepared:
            document = books if peer in PEERS else orders
            made = make(document)
            prepared[peer] = made if isinstance(made, tuple) else (made, len(json.loads(document)))
        version = f"{library} {importlib.metadata.version(library)}, " if library else ""
    except ModuleNotFoundError as error:
        return {"skipped": f"{error.name} is not installed"}
    return {
        "ns": measure(*prepared[peer]),
        "version": f"{version}Python {platform.python_version()}",
    }


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    documents = []
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            documents.append(file.read())
    # The collector would walk the results again and again, and find nothing.
    gc.disable()
    prepared = {}
    for line in sys.stdin:
        print(json.dumps(answer(line.rstrip("\n"), *documents, prepared)), flush=True)


if __name__ == "__main__":
    main()
