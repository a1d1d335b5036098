/// The kind of an expression's value, as far as it matters for comparisons.
struct PredicateKind: Hashable, Sendable {
  var family: ValueFamily
  /// The kind as a phrase with an article: `a whole number`.
  var phrase: String
  /// The attribute type, if the expression is an attribute.
  var type: AttributeType?
  /// The entity of the objects, if the expression stands for the name of their entity.
  var namedEntity: String?

  init(_ family: ValueFamily, _ phrase: String, type: AttributeType? = nil) {
    self.family = family
    self.phrase = phrase
    self.type = type
  }

  static let unknown = PredicateKind(.unknown, "a variable")
  static let number = PredicateKind(.number, "a number")

  static func object(_ entity: String?) -> PredicateKind {
    PredicateKind(.object(entity), "an object" + (entity.map { " of \($0)" } ?? ""))
  }

  /// Returns the kind of entity names, for objects of an entity or its sub-entities.
  static func entityName(_ entity: String) -> PredicateKind {
    var kind = PredicateKind(.text, "the name of an entity")
    kind.namedEntity = entity
    return kind
  }

  init(_ type: AttributeType) {
    self.init(TypeFacts(type).family, type.phrase, type: type)
  }

  init(_ value: AttributeValue) {
    switch value {
    case .null: self.init(.absent, "no value")
    case .data: self.init(.data, "data")
    case .list: self.init(.list, "a list of values")
    case .composite: self.init(.composite, "an object with named elements")
    case .object(let id): self = .object(id.entityName)
    case .objects: self.init(.objects, "several objects")
    default: self = value.naturalType.map(PredicateKind.init) ?? .unknown
    }
    type = nil
  }

  var isUncertain: Bool { family == .unknown || family == .absent }
  var isNumber: Bool { family == .number || isUncertain }
  var isText: Bool { family == .text || isUncertain }

  var isOrdered: Bool {
    switch family {
    case .object, .objects, .composite, .list: false
    default: true
    }
  }
}
