"""Validates a file of books with pydantic, as a script would: validate_books.py FILE"""

import sys

from peers import book_models
from pydantic import TypeAdapter

with open(sys.argv[1], "rb") as file:
    books = TypeAdapter(list[book_models()[0]]).validate_json(file.read())
print(f"Book: {len(books)}")
