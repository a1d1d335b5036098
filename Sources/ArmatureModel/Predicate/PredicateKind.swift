/// What an expression yields, as far as it decides what the value can be compared with.
struct PredicateKind: Hashable, Sendable {
  var family: Family
  /// The kind in a sentence, with its article: `a whole number`.
  var phrase: String
  /// The type of the attribute, where the expression is one.
  var type: AttributeType?
  /// The entity of the objects, where the expression is the name of their entity.
  var namedEntity: String?

  /// Values of one family can be compared with each other.
  enum Family: Hashable, Sendable {
    case number, text, truth, date, day, data, uuid, url, list, composite
    /// An object of the entity of a name; `nil` where that is not known.
    case object(String?)
    case objects
    /// The constant `nil`.
    case absent
    /// The value of a variable, or of something that has been reported already.
    case unknown
  }

  init(_ family: Family, _ phrase: String, type: AttributeType? = nil) {
    self.family = family
    self.phrase = phrase
    self.type = type
  }

  static let unknown = PredicateKind(.unknown, "a variable")
  static let number = PredicateKind(.number, "a number")

  static func object(_ entity: String?) -> PredicateKind {
    PredicateKind(.object(entity), "an object" + (entity.map { " of \($0)" } ?? ""))
  }

  /// The name of the entity of objects of an entity, or of one that inherits from it.
  static func entityName(_ entity: String) -> PredicateKind {
    var kind = PredicateKind(.text, "the name of an entity")
    kind.namedEntity = entity
    return kind
  }

  init(_ type: AttributeType) {
    let family: Family =
      switch type.storage {
      case .int16, .int32, .int64, .decimal, .double, .float: .number
      case .string: .text
      case .bool: .truth
      case .date, .zonedDate: .date
      case .calendarDate: .day
      case .list: .list
      case .data: .data
      case .uuid: .uuid
      case .url: .url
      case .composite: .composite
      // The storage of a type is never one of these.
      case .enumeration, .transformable: .unknown
      }
    self.init(family, type.phrase, type: type)
  }

  init(_ value: AttributeValue) {
    switch value {
    case .null: self.init(.absent, "no value")
    case .bool: self.init(.bool)
    case .int: self.init(.int64)
    case .double: self.init(.double)
    case .decimal: self.init(.decimal)
    case .string: self.init(.string)
    case .date: self.init(.date)
    case .data: self.init(.data, "data")
    case .uuid: self.init(.uuid)
    case .url: self.init(.url)
    case .zonedDate: self.init(.zonedDate)
    case .calendarDate: self.init(.calendarDate)
    case .list: self.init(.list, "a list of values")
    case .composite: self.init(.composite, "an object with named elements")
    case .object(let id): self = .object(id.entityName)
    case .objects: self.init(.objects, "several objects")
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
