#!/usr/bin/env python3
"""Checks the verdicts of the documents in this folder with the jsonschema package and writes the places of the failures.

Also formats the files. Reports each wrong schema or verdict and then exits with 1, leaving that file as it is. Requires
`pip install "jsonschema[format]"`.
"""

import json
import pathlib
import sys

from jsonschema.exceptions import SchemaError
from jsonschema.validators import validator_for

WIDTH = 120


def pointer(path):
  """The JSON pointer of a path of keys and indexes."""
  return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def text(value, indent=0, used=0):
  """The value as JSON: on one line where it fits after the used columns, otherwise one line per element."""
  line = json.dumps(value, ensure_ascii=False)
  if not isinstance(value, (dict, list)) or not value or used + len(line) < WIDTH:
    return line
  inner = " " * (indent + 2)
  if isinstance(value, dict):
    keys = [inner + json.dumps(key, ensure_ascii=False) + ": " for key in value]
    lines = [key + text(value[name], indent + 2, len(key)) for key, name in zip(keys, value)]
    return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"
  return "[\n" + ",\n".join(inner + text(item, indent + 2, indent + 2) for item in value) + "\n" + " " * indent + "]"


def problems(file):
  """Checks and rewrites a file; returns what is wrong in it."""
  content = json.loads(file.read_text(encoding="utf-8"))
  kind = validator_for(content["schema"])
  try:
    kind.check_schema(content["schema"])
  except SchemaError as error:
    return [f"The schema is wrong: {error.message}"]
  validator = kind(content["schema"], format_checker=kind.FORMAT_CHECKER)
  found = []
  for case in content["valid"]:
    for error in validator.iter_errors(case["document"]):
      found.append(f"Should be valid: {case['about']}: {pointer(error.absolute_path)}: {error.message}")
  for case in content["invalid"]:
    case["at"] = sorted({pointer(error.absolute_path) for error in validator.iter_errors(case["document"])})
    if not case["at"]:
      found.append(f"Should be invalid: {case['about']}")
  if not found:
    file.write_text(text(content) + "\n", encoding="utf-8")
  return found


status = 0
for file in sorted(pathlib.Path(__file__).parent.glob("*.json")):
  for problem in problems(file):
    print(f"{file.name}: {problem}")
    status = 1
sys.exit(status)
