/// A schema, compiled into checks. Schemas are referred to by their places in a list.
final class SchemaProgram: Sendable {
  /// The checks of one schema.
  struct Node: Sendable {
    /// The address of the resource that contains the schema.
    var base = ""
    var checks: [Check] = []
  }

  /// A keyword, or several that belong together.
  enum Check: Sendable {
    case types(JSONTypes)
    case membership([JSONValue])
    case minimum(JSONNumber, isExclusive: Bool)
    case maximum(JSONNumber, isExclusive: Bool)
    case multiple(JSONNumber)
    case length(Int?, Int?)
    case pattern(SchemaKeyPattern)
    case format(TextFormat)
    case elementCount(Int?, Int?)
    case uniqueElements
    case elements(first: [Int], others: Int?)
    case containing(Int, minimum: Int, maximum: Int?, marks: Bool)
    case memberCount(Int?, Int?)
    case required([String])
    case requiredTogether(String, [String])
    case members(SchemaMembers)
    case names(Int)
    case all([Int])
    case any([Int])
    case one([Int])
    case not(Int)
    case condition(Int, then: Int?, else: Int?)
    case dependent(String, Int)
    case reference(Int)
    case dynamicReference(anchor: String, Int)
    case unevaluatedElements(Int)
    case unevaluatedMembers(Int)
    /// The schema `false`.
    case nothing
  }

  let nodes: [Node]
  /// The schemas with dynamic anchors, by the address of their resource and the anchor.
  let dynamicTargets: [String: Int]
  /// Whether a keyword needs to know which parts other keywords have checked.
  let tracksMarks: Bool

  init(nodes: [Node], dynamicTargets: [String: Int]) {
    self.nodes = nodes
    self.dynamicTargets = dynamicTargets
    tracksMarks = nodes.contains { $0.checks.contains(where: \.isAboutUnevaluated) }
  }
}

extension SchemaProgram.Check {
  /// Whether the keyword is about the parts that no other keyword has checked.
  var isAboutUnevaluated: Bool {
    switch self {
    case .unevaluatedElements, .unevaluatedMembers: true
    default: false
    }
  }

  /// The schemas that apply to the same value.
  var schemasInPlace: [Int] {
    switch self {
    case .all(let schemas), .any(let schemas), .one(let schemas): schemas
    case .not(let schema), .reference(let schema), .dynamicReference(_, let schema),
      .dependent(_, let schema):
      [schema]
    case .condition(let schema, let then, let otherwise):
      [schema] + [then, otherwise].compactMap { $0 }
    default: []
    }
  }
}

/// The schemas of members, by key.
struct SchemaMembers: Sendable {
  var properties: [String: Int] = [:]
  var patterns: [(pattern: SchemaKeyPattern, schema: Int)] = []
  var others: Int?
}

/// A regular expression that may match anywhere in a text.
struct SchemaKeyPattern: Sendable {
  /// The expression as it stands in the schema.
  let source: String
  let pattern: TextPattern
}

/// The parts of a value that keywords have checked.
struct SchemaMarks {
  /// The number of elements checked at the start.
  var elementCount = 0
  var elements: Set<Int> = []
  var members: Set<String> = []

  mutating func add(_ other: SchemaMarks) {
    elementCount = max(elementCount, other.elementCount)
    elements.formUnion(other.elements)
    members.formUnion(other.members)
  }
}
