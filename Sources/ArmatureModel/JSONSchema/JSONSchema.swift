/// A schema for JSON values: the requirements of a JSON Schema, without references to other files.
///
/// ```swift
/// let schema = try JSONSchema([
///   "type": "object", "required": ["name"],
///   "properties": ["name": ["type": "string"], "price": ["minimum": 0]],
/// ])
/// print(schema.isValid(["name": "Cup", "price": 3]))  // true
/// print(schema.failures(in: ["price": -1]).map(\.path))  // [["name"], ["price"]]
/// ```
/// The drafts 4, 6, 7, 2019-09 and 2020-12 are supported, as `$schema` says; otherwise it is the last one. All keywords
/// that can reject a value are checked, and so is `format` for the forms of ``TextFormat``. Numbers are compared exactly.
/// A pattern must be supported by ``TextPattern``, which excludes lookaround and references to groups.
///
/// To check the values of an attribute, use ``Attribute/schema(_:severity:message:)``.
public struct JSONSchema: Sendable {
  /// The schema as it was given.
  public let value: JSONValue

  let program: SchemaProgram

  /// Creates a schema.
  ///
  /// - Throws: ``JSONSchemaError`` with all problems if a keyword has an invalid value, a reference leads nowhere, or a
  ///   pattern is not supported.
  /// - Complexity: O(*n*) in the size of the schema.
  public init(_ value: JSONValue) throws(JSONSchemaError) {
    var compiler = SchemaCompiler(SchemaNode(value))
    program = compiler.program()
    self.value = value
    if !compiler.problems.isEmpty { throw JSONSchemaError(problems: compiler.problems) }
  }

  /// Returns a pattern that matches a text if a part of it matches the regular expression of a `pattern`. Returns `nil`
  /// if the expression is not supported.
  package static func pattern(_ source: String) -> TextPattern? {
    let search = PatternDialect.translated(source).flatMap(SearchPattern.translated)
    return search.flatMap { try? TextPattern($0) }
  }

  /// Returns whether the schema accepts a value.
  ///
  /// - Complexity: O(*n*) in the size of the value, for each schema that applies to one of its parts.
  public func isValid(_ value: JSONValue) -> Bool {
    var evaluator = SchemaEvaluator(program, value, collects: false)
    return evaluator.accepts(value)
  }

  /// Returns all parts of a value that the schema rejects, in the order of its keywords.
  public func failures(in value: JSONValue) -> [JSONSchemaFailure] {
    var evaluator = SchemaEvaluator(program, value, collects: true)
    _ = evaluator.accepts(value)
    return evaluator.failures
  }
}

extension JSONSchema: Hashable {
  /// Returns whether two schemas are equal as JSON values.
  public static func == (left: JSONSchema, right: JSONSchema) -> Bool { left.value == right.value }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// The reasons why a value is not a schema.
///
/// ```swift
/// do throws(JSONSchemaError) {
///   _ = try JSONSchema(["properties": ["size": ["minimum": "1"]]])
/// } catch {
///   print(error)  // /properties/size/minimum must be a number, but is "1".
/// }
/// ```
public struct JSONSchemaError: Error, Hashable, CustomStringConvertible {
  /// A keyword that has an invalid value.
  public struct Problem: Hashable, Sendable {
    /// The place of the keyword in the schema, as a JSON Pointer.
    public let place: String
    /// The requirement and the value found, as the end of a sentence.
    public let reason: String
  }

  /// All problems, in the order of the schema.
  public let problems: [Problem]

  /// A sentence for each problem.
  public var description: String {
    problems.map { "\($0.place.isEmpty ? "The schema" : $0.place) \($0.reason)" }
      .joined(separator: "\n")
  }
}
