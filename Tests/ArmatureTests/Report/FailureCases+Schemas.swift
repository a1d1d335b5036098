import Armature

extension FailureCase {
  private static func schema(
    _ message: String, _ requirement: JSONSchema.Requirement, value: AttributeValue = .null
  ) -> FailureCase {
    FailureCase(message, "schema", 1550, .schema(requirement), at: ["extra", "a[1]"], value: value)
  }

  /// The requirements of schemas, each with its message.
  static let schemas: [FailureCase] = [
    schema("Book.extra.a[1] must be text, but is 7.", .types(["string"]), value: .int(7)),
    schema(
      "Book.extra.a[1] must be null or true or false or an object or an array or a number or a whole number, but is \"x\".",
      .types(["null", "boolean", "object", "array", "number", "integer"]), value: "x"),
    schema("Book.extra.a[1] must be text, but is null.", .types(["string"])),
    schema("Book.extra.a[1] must be text, but is an array.", .types(["string"]), value: .list([])),
    schema(
      "Book.extra.a[1] must be text, but is an object.", .types(["string"]), value: .json([:])),
    schema(
      "Book.extra.a[1] must be one of 1, \"b\", but is 3.", .membership([1, "b"]), value: .int(3)),
    schema(
      "Book.extra.a[1] must be at least 1, but is 0.", .minimum(1, isExclusive: false),
      value: .int(0)),
    schema(
      "Book.extra.a[1] must be greater than 1, but is 1.", .minimum(1, isExclusive: true),
      value: .int(1)),
    schema(
      "Book.extra.a[1] must be less than 1, but is 1.", .maximum(1, isExclusive: true),
      value: .int(1)),
    schema(
      "Book.extra.a[1] must be a multiple of 0.5, but is 0.3.", .multiple(of: 0.5),
      value: .double(0.3)),
    schema(
      "Book.extra.a[1] must have at least 2 characters, but has 1.",
      .length(minimum: 2, maximum: nil, actual: 1), value: "a"),
    schema(
      "Book.extra.a[1] must have at most 1 value, but has 2.",
      .elements(minimum: nil, maximum: 1, actual: 2), value: .list([])),
    schema(
      "Book.extra.a[1] must contain a match of the pattern \"b+\", but is \"a\".", .pattern("b+"),
      value: "a"),
    schema(
      "Book.extra.a[1] must be a date, such as 2026-11-22, but is \"a\".", .format(.date),
      value: "a"),
    schema(
      "Book.extra.a[1] must not have equal values, but those at [0], [2] are equal.",
      .uniqueElements(0, 2), value: .list([])),
    schema(
      "Book.extra.a[1] must have 2 values that match a schema, but has 1.",
      .matches(minimum: 2, maximum: 2, actual: 1), value: .list([])),
    schema(
      "Book.extra.a[1] must have 2 to 3 values that match a schema, but has 4.",
      .matches(minimum: 2, maximum: 3, actual: 4), value: .list([])),
    schema(
      "Book.extra.a[1] must have at least 2 values that match a schema, but has 1.",
      .matches(minimum: 2, maximum: nil, actual: 1), value: .list([])),
    schema(
      "Book.extra.a[1] must have at least 1 value that matches a schema, but has none.",
      .matches(minimum: 1, maximum: nil, actual: 0), value: .list([])),
    schema(
      "Book.extra.a[1] must have at most 2 values that match a schema, but has 3.",
      .matches(minimum: 0, maximum: 2, actual: 3), value: .list([])),
    schema(
      "Book.extra.a[1] must have 2 keys, but has 1.", .members(minimum: 2, maximum: 2, actual: 1),
      value: .json([:])),
    schema(
      "Book.extra.a[1] must have 2 to 3 keys, but has 1.",
      .members(minimum: 2, maximum: 3, actual: 1), value: .json([:])),
    schema(
      "Book.extra.a[1] must have at least 2 keys, but has 1.",
      .members(minimum: 2, maximum: nil, actual: 1), value: .json([:])),
    schema(
      "Book.extra.a[1] must have at most 2 keys, but has 3.",
      .members(minimum: nil, maximum: 2, actual: 3), value: .json([:])),
    schema("Book.extra.a[1] must have a value, but is missing.", .presence),
    schema(
      "Book.extra.a[1] must be absent, since its schema does not allow the key.",
      .absence(suggestion: nil), value: .int(1)),
    schema(
      "Book.extra.a[1] must be absent, since its schema does not allow the key. Did you mean \"b\"?",
      .absence(suggestion: "b"), value: .int(1)),
    schema(
      "Book.extra.a[1] must match one of 2 alternatives, but matches none: a[1] must be text, but is 7; a[1].b must have a value, but is missing.",
      .alternatives([
        [JSONSchemaFailure(path: [], .types(["string"]), value: 7)],
        [JSONSchemaFailure(path: ["b"], .presence, value: .null)],
      ]), value: .int(7)),
    schema(
      "Book.extra.a[1] must match one of 3 alternatives, but matches none.",
      .alternatives([[], [], []]), value: .int(7)),
    schema(
      "Book.extra.a[1] must match only one alternative, but matches those at [0], [2].",
      .oneAlternative([0, 2]), value: .int(7)),
    schema(
      "Book.extra.a[1] must not match a schema that excludes values, but is 7.", .exclusion,
      value: .int(7)),
    schema(
      "Book.extra.a[1] must be checked in a limited number of steps and levels, but its schema needs more.",
      .limit, value: .int(7)),
    FailureCase(
      "Book.extra must satisfy its schema, but does not.", "schema", 1550,
      .rule(.schema(["type": "string"])), at: ["extra"], value: .int(7)),
  ]
}
