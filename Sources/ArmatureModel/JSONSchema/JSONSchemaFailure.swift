/// A part of a JSON value that a schema rejects.
///
/// ```swift
/// let schema = try JSONSchema(["properties": ["tags": ["items": ["type": "string"]]]])
/// for failure in schema.failures(in: ["tags": ["new", 7]]) {
///   print(failure.path, failure.requirement, failure.value)  // ["tags[1]"] types(["string"]) 7
/// }
/// ```
public struct JSONSchemaFailure: Hashable, Sendable, Codable {
  /// The keys that lead to the part. An index of an array follows in brackets, counted from 0, as in
  /// `["lines[2]", "price"]`.
  public var path: [String]
  /// The requirement that the part does not meet.
  public var requirement: JSONSchema.Requirement
  /// The part. It is `null` if a member is missing.
  public var value: JSONValue

  /// Creates a failure.
  public init(path: [String], _ requirement: JSONSchema.Requirement, value: JSONValue) {
    self.path = path
    self.requirement = requirement
    self.value = value
  }
}

extension JSONSchema {
  /// A requirement of a schema, with the numbers found.
  public indirect enum Requirement: Hashable, Sendable, Codable {
    /// The value has one of the types: `null`, `boolean`, `object`, `array`, `string`, `number` or `integer`.
    case types([String])
    /// The value is one of the given values.
    case membership([JSONValue])
    /// The number is at least a bound, or greater than it.
    case minimum(JSONValue, isExclusive: Bool)
    /// The number is at most a bound, or less than it.
    case maximum(JSONValue, isExclusive: Bool)
    /// The number is a whole multiple of a step.
    case multiple(of: JSONValue)
    /// The number of Unicode scalars in the text is within bounds.
    case length(minimum: Int?, maximum: Int?, actual: Int)
    /// A part of the text matches a regular expression.
    case pattern(String)
    /// The text has a standard form.
    case format(TextFormat)
    /// The number of elements is within bounds.
    case elements(minimum: Int?, maximum: Int?, actual: Int)
    /// No two elements are equal, but those at two indices are.
    case uniqueElements(Int, Int)
    /// The number of elements that match another schema is within bounds.
    case matches(minimum: Int, maximum: Int?, actual: Int)
    /// The number of members is within bounds.
    case members(minimum: Int?, maximum: Int?, actual: Int)
    /// The member is there.
    case presence
    /// The member or element is not there. The suggestion is a similar key.
    case absence(suggestion: String?)
    /// At least one of several schemas accepts the value. The failures belong to the schemas, the fewest first.
    case alternatives([[JSONSchemaFailure]])
    /// Only one of several schemas accepts the value. The numbers are the places of those that accept it, from 0.
    case oneAlternative([Int])
    /// The value does not match a schema that excludes values.
    case exclusion
    /// The value can be checked in a limited number of steps and levels.
    case limit
  }
}
