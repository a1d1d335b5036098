import ArmatureModel

/// The declaration that fits all values in a place of the examples.
enum ExampleKind {
  case value(AttributeType)
  case list(AttributeType)
  /// Objects with the same keys, all of which have a single value.
  case composite(ExampleObject)
  /// An object that belongs to the record, or a list of these.
  case part(ExampleObject, isMany: Bool)
  /// Any JSON, with the reason.
  case json(String)
}

extension ExampleKind {
  /// The maximum number of objects around an object that becomes an entity.
  private static let mostLevels = 10

  /// - Parameter path: The keys that lead to the values, from the record on.
  init(of shape: ExampleShape, at path: [String]) {
    if shape.kindCount == 0 {
      self = .json("only null there")
    } else if shape.kindCount > 1 {
      self = .json("values of different types")
    } else if let object = shape.object {
      if let reason = Self.reason(against: object, at: path) {
        self = .json(reason)
      } else {
        self = object.isWhole ? .composite(object) : .part(object, isMany: false)
      }
    } else if let lists = shape.lists {
      self = Self.kind(of: lists, at: path)
    } else if let type = shape.scalarType {
      self = .value(type)
    } else {
      self = .json("numbers with more digits than a Decimal has")
    }
  }

  private static func kind(of lists: ExampleLists, at path: [String]) -> ExampleKind {
    let elements = lists.elements
    if elements.count == 0 { return .json("only empty lists") }
    if elements.nullCount > 0 { return .json("lists with null") }
    if let type = elements.scalarType { return .list(type) }
    guard elements.kindCount == 1, let object = elements.object else {
      return .json("lists of different values")
    }
    return reason(against: object, at: path).map { .json($0) } ?? .part(object, isMany: true)
  }

  /// Returns the reason why objects cannot have an entity or composite type.
  private static func reason(against object: ExampleObject, at path: [String]) -> String? {
    if object.isWide || object.isMap { return "maps, whose keys are values" }
    if object.members.isEmpty { return "only empty objects" }
    if object.unusableKey != nil { return "keys that no property can have" }
    guard let key = path.last else { return nil }
    if path.dropLast().contains(where: { $0.hasSameBytes(as: key) }) {
      return "objects inside of their like"
    }
    return path.count > mostLevels ? "deeply nested objects" : nil
  }
}

extension ExampleObject {
  /// Whether all objects have the same keys, each with a single value.
  var isWhole: Bool {
    members.allSatisfy {
      $0.shape.count == count && $0.shape.nullCount == 0 && $0.shape.scalarType != nil
    }
  }

  /// A key that cannot belong to a property: it is empty, or another key only has other bytes for the same characters.
  var unusableKey: String? {
    var known: Set<String> = []
    return members.first { $0.key.isEmpty || !known.insert($0.key).inserted }?.key
  }

  /// Whether the keys look like values: each is rare, or few look like names. All have values of the same kind.
  var isMap: Bool {
    guard members.count > 2, let first = members.first?.shape, first.kindCount == 1,
      members.allSatisfy({ $0.shape.hasKind(of: first) })
    else { return false }
    if count > 1 {
      let total = members.reduce(0) { $0 + $1.shape.count }
      let most = members.map(\.shape.count).max() ?? 0
      if members.count > 4, most * 2 <= count, members.count * count > total * 2 { return true }
    }
    let oddKeys = members.count { member in
      member.key.first?.isNumber ?? true
        || member.key.contains {
          !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" && $0 != "$"
        }
    }
    return oddKeys * 2 > members.count || members.count > 50
  }
}

extension ExampleShape {
  /// Whether both have values of the same single kind.
  fileprivate func hasKind(of other: ExampleShape) -> Bool {
    kindCount == 1 && (boolCount > 0) == (other.boolCount > 0)
      && (numbers.count > 0) == (other.numbers.count > 0)
      && (texts.count > 0) == (other.texts.count > 0)
      && (lists == nil) == (other.lists == nil) && (object == nil) == (other.object == nil)
  }
}
