import ArmatureModel

/// A random model of documents: parts in parts, lists and maps of parts, and choices that a key or the content tells.
struct DocumentModel {
  private(set) var entities: [EntityDescription] = []
  /// The attribute for unknown keys.
  static let other = "other"
  /// The key of parts in maps.
  static let key = "k"
  static let map: JSONValue = ["type": "object", "additionalProperties": ["type": "integer"]]

  /// The root is `E0`. Each of the others belongs to one before it, and possibly to one of its own kind.
  init(_ choices: inout Choices) {
    let count = 1 + choices.below(4)
    for number in 0..<count { add(number, &choices) }
    for number in entities.indices where entities[number].parent == nil {
      let name = entities[number].name
      guard let place = Int(name.dropFirst()), place > 0 else { continue }
      own(name, by: "E\(choices.below(place))", &choices)
      if choices.oneIn(3) { own(name, by: name, &choices) }
      if choices.oneIn(3) { own(name, by: "E\(choices.below(place))", &choices) }
    }
  }

  private mutating func add(_ number: Int, _ choices: inout Choices) {
    var entity = EntityDescription("E\(number)")
    if number > 0 {
      entity.ownProperties.append(.attribute(AttributeDescription(Self.key, .string)))
    }
    for index in 0..<1 + choices.below(4) {
      entity.ownProperties.append(.attribute(attribute("a\(index)", &choices)))
    }
    entity.ownProperties.append(
      .attribute(AttributeDescription(Self.other, .json, isOptional: true)))
    let isChoice = number > 0 && choices.oneIn(3)
    entity.isAbstract = isChoice
    let isTold = choices.oneIn(2)
    if isChoice, isTold { entity.discriminator = "type" }
    entities.append(entity)
    guard isChoice else { return }
    for index in 0..<2 + choices.below(2) {
      var kind = EntityDescription("E\(number)S\(index)", parent: entity.name)
      kind.ownProperties = [.attribute(AttributeDescription("s\(index)", .int64))]
      if isTold, choices.oneIn(2) {
        kind.discriminatorValue =
          [.string("kind \(index)"), .number(JSONNumber(index)), index == 0 ? true : nil][
            choices.below(index == 0 ? 3 : 2)]
      }
      entities.append(kind)
    }
  }

  private func attribute(_ name: String, _ choices: inout Choices) -> AttributeDescription {
    let types: [AttributeType] = [
      .int64, .string, .bool, .double, .decimal, .date, .uuid, .json, .json, .list(.int64),
      .list(.string), .calendarDate,
    ]
    let kind = choices.below(types.count)
    var attribute = AttributeDescription(name, types[kind], isOptional: choices.oneIn(2))
    if kind == 8 { attribute.rules = [ValidationRule(.schema(Self.map))] }
    return attribute
  }

  private mutating func own(_ part: String, by owner: String, _ choices: inout Choices) {
    guard let place = entities.firstIndex(where: { $0.name == owner }) else { return }
    let name = "r\(entities[place].ownProperties.count)"
    let arity: RelationshipDescription.Arity = choices.oneIn(3) ? .toOne : .ordered
    var relationship = RelationshipDescription(name, to: part, arity, onDelete: .cascade)
    relationship.isOwned = true
    if arity == .ordered, choices.oneIn(2) { relationship.mapKey = Self.key }
    entities[place].ownProperties.append(.relationship(relationship))
  }
}

/// A random document of a model.
struct DocumentText {
  let model: ManagedObjectModel
  /// The number of records that may still be added.
  private var rest = 40

  init(_ model: ManagedObjectModel) { self.model = model }

  /// Returns a record of an entity.
  ///
  /// - Parameter isKeyed: Whether the record is in a map, so that it lacks its key.
  mutating func record(
    of name: String, isKeyed: Bool = false, _ choices: inout Choices
  ) -> JSONValue {
    rest -= 1
    let kinds = model.entities.filter { $0.name == name || $0.parent == name }
    guard let entity = kinds.filter({ !$0.isAbstract }).randomElement(using: &choices) else {
      return [:]
    }
    var record = JSONObject()
    if let key = entity.discriminator ?? model[name]?.discriminator {
      record[key] = entity.discriminatorValue ?? .string(entity.name)
    }
    for property in entity.properties where property.name != DocumentModel.other {
      switch property {
      case .attribute(let attribute):
        if isKeyed && attribute.name == DocumentModel.key { continue }
        if attribute.isOptional, choices.oneIn(3) {
          if attribute.type != .json, choices.oneIn(3) { record[attribute.name] = .null }
          continue
        }
        record[attribute.name] = Self.value(of: attribute, &choices)
      case .relationship(let relationship) where relationship.isOwned:
        record[relationship.name] = ends(of: relationship, &choices)
      case .relationship, .fetched: continue
      }
    }
    for _ in 0..<choices.below(3) {
      record[choices.pick(["x", "y y", "é", DocumentModel.other])] = Self.json(2, &choices)
    }
    return .object(record)
  }

  private mutating func ends(
    of relationship: RelationshipDescription, _ choices: inout Choices
  ) -> JSONValue? {
    if rest <= 0 || choices.oneIn(3) { return choices.oneIn(3) ? .null : nil }
    guard relationship.isToMany else {
      return record(of: relationship.destination, &choices)
    }
    let isKeyed = relationship.mapKey != nil
    var (values, members) = ([JSONValue](), JSONObject())
    for _ in 0..<choices.below(4) {
      let value = record(of: relationship.destination, isKeyed: isKeyed, &choices)
      values.append(value)
      members[choices.pick(Self.texts)] = value
    }
    return isKeyed ? .object(members) : .array(values)
  }

  static let texts = [
    "a", "", "b c", "ä", "e\u{301}", "\"\\/", "\n\u{0}", "👨‍👩‍👧", "@id", "@entity", "null", "1",
    "type",
  ]

  private static func value(
    of attribute: AttributeDescription, _ choices: inout Choices
  ) -> JSONValue {
    switch attribute.type {
    case .int64: number(choices.pick(["0", "-7", "9223372036854775807", "12"]))
    case .bool: .bool(choices.oneIn(2))
    case .double: number(choices.pick(["0", "-0.0", "0.1", "1e300", "5e-324", "12.50", "1E2"]))
    case .decimal:
      number(choices.pick(["0", "12.50", "-1e-20", "12345678901234567890123456789012345678"]))
    case .date:
      .string(
        choices.pick([
          "2026-05-01T08:30:00Z", "2026-05-01T08:30:00.250+02:00", "1969-12-31T23:59:59-05:00",
        ]))
    case .uuid:
      .string(
        choices.pick([
          "C8B2D3A0-1F2E-4B5C-8D7E-0123456789AB", "c8b2d3a0-1f2e-4b5c-8d7e-0123456789ab",
        ]))
    case .calendarDate: .string(choices.pick(["2026-02-28", "0001-01-01"]))
    case .list(.int64): .array((0..<choices.below(3)).map { number("\($0)") })
    case .list: .array((0..<choices.below(3)).map { _ in .string(choices.pick(texts)) })
    case .json where !attribute.rules.isEmpty:
      .object(
        JSONObject(
          (0..<choices.below(3)).map { (choices.pick(texts), number("\($0)")) }))
    case .json: json(2, &choices)
    default: .string(choices.pick(texts))
    }
  }

  private static func number(_ text: String) -> JSONValue {
    JSONNumber(text).map(JSONValue.number) ?? .null
  }

  /// Returns any value of at most so many levels.
  static func json(_ depth: Int, _ choices: inout Choices) -> JSONValue {
    switch choices.below(depth > 0 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(choices.oneIn(2))
    case 2: return number(choices.pick(["0", "1.50", "1e400", "-12345678901234567890.5"]))
    case 3, 4: return .string(choices.pick(texts))
    case 5: return .array((0..<choices.below(3)).map { _ in json(depth - 1, &choices) })
    default:
      return .object(
        JSONObject(
          (0..<choices.below(3)).map { _ in (choices.pick(texts), json(depth - 1, &choices)) }))
    }
  }
}
