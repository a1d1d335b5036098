import Armature
import ArmatureModel
import Foundation

/// Random values and conditions. Objects, scans, indexes, stores and rules must all agree with a digit-by-digit
/// comparison.
enum ComparisonFuzz {
  private static let names = ["whole", "small", "real", "single", "money", "flag", "text"]

  private static let model = Result {
    try ManagedObjectModel("Values") {
      Entity("Value") {
        Attribute("whole", Int?.self)
        Attribute("small", Int16?.self)
        Attribute("real", Double?.self)
        Attribute("single", Float?.self)
        Attribute("money", Decimal?.self)
        Attribute("flag", Bool?.self)
        Attribute("text", String?.self)
        Relationship("shelf", to: "Shelf", inverse: "items")
        for name in names where name != "money" && name != "flag" { Index(name) }
      }
      Entity("Shelf") { Relationship("items", to: "Value", .ordered, inverse: "shelf") }
    }
  }

  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let name = choices.pick(names)
    let values = (0...choices.below(5)).map { _ in value(of: name, &choices) }
    trace.note("\(name) is \(values)")
    let board = try Board(model.get(), name, values)
    switch choices.below(6) {
    case 0: return try board.sortProblem()
    case 1: return try board.sumProblem()
    case 2 where name != "flag" && name != "text":
      return try rangeProblem(name, values, &choices, trace)
    case 2,
      3 where name == "text":
      return try textProblem(board, values, &choices, trace)
    default: return try conditionProblem(board, values, &choices, trace)
    }
  }

  // MARK: Values

  private static func value(of name: String, _ choices: inout Choices) -> AttributeValue {
    if choices.oneIn(6) { return .null }
    switch name {
    case "whole": return .int(integer(&choices))
    case "small": return .int(Int64(Int16(truncatingIfNeeded: choices.word())))
    case "real": return .double(double(&choices))
    case "single": return .double(Double(Float(double(&choices))))
    case "money": return .decimal(decimal(&choices))
    case "flag": return .bool(choices.bool())
    default: return .string(text(&choices))
    }
  }

  private static func number(_ choices: inout Choices) -> AttributeValue {
    switch choices.below(3) {
    case 0: .int(integer(&choices))
    case 1: .double(double(&choices))
    default: .decimal(decimal(&choices))
    }
  }

  private static func integer(_ choices: inout Choices) -> Int64 {
    switch choices.below(4) {
    case 0: return Int64(choices.below(7)) - 3
    case 1: return (Int64(1) << Int64(choices.below(63))) + Int64(choices.below(5)) - 2
    case 2: return choices.pick([.max, .min, .max - 1, .min + 1])
    default: return Int64(bitPattern: choices.word()) >> Int64(choices.below(64))
    }
  }

  private static func double(_ choices: inout Choices) -> Double {
    switch choices.below(6) {
    case 0: return Double(choices.below(21) - 10) / 10
    case 1: return Double(integer(&choices))
    case 2: return Double("\(decimal(&choices))") ?? 0
    case 3: return Double(sign: .plus, exponent: choices.below(2_000) - 1_000, significand: 1)
    case 4:
      return choices.pick([
        .nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, 1e-200, 1e308,
      ])
    default: return Double(bitPattern: choices.word())
    }
  }

  private static func decimal(_ choices: inout Choices) -> Decimal {
    if choices.oneIn(5) { return Decimal(integer(&choices)) }
    // Limits the digits: conditions reject a decimal that looks like an inexact literal.
    let most = choices.pick([2, 14, 37])
    if choices.oneIn(30) { return .nan }
    var digits = ""
    for _ in 0...(most < 30 ? choices.below(most) : 25 + choices.below(12)) {
      digits += "\(choices.below(10))"
    }
    let exponent = choices.below(choices.pick([4, 40, 250])) - choices.pick([2, 20, 128])
    return Decimal(string: (choices.bool() ? "-" : "") + digits + "e\(exponent)") ?? 0
  }

  private static func text(_ choices: inout Choices) -> String {
    let pieces = [
      "a", "A", "é", "e\u{301}", "E", "İ", "I", "i", "ı", "σ", "ς", "Σ", "ß", "ẞ", "ſ", "s",
      "\u{212A}",
      "k", "Å", "\u{212B}", "å", "ǆ", "ǅ", "ά", "\u{1F71}", "ᾳ", "ᾼ", "*", "?", "\\", "%", ".", "🙂",
      "",
    ]
    var text = ""
    for _ in 0..<choices.below(4) {
      if choices.oneIn(3), let scalar = Unicode.Scalar(UInt32(choices.below(0x2200))) {
        text.unicodeScalars.append(scalar)
      } else {
        text += choices.pick(pieces)
      }
    }
    return text
  }

  // MARK: What must hold

  private static func constant(for name: String, _ choices: inout Choices) -> AttributeValue {
    switch name {
    case "text": .string(text(&choices))
    case "flag": choices.pick([.bool(true), .bool(false), .int(0), .int(1)])
    default: number(&choices)
    }
  }

  private static func conditionProblem(
    _ board: Board, _ values: [AttributeValue], _ choices: inout Choices, _ trace: Trace
  ) throws -> String? {
    let path = FetchExpression.keyPath([board.name])
    // Constants equal or close to the stored values find the most defects.
    var constants: [AttributeValue] = []
    for _ in 0..<3 {
      constants.append(
        choices.oneIn(3) ? choices.pick(values) : constant(for: board.name, &choices))
    }
    var condition: FetchPredicate
    let expected: [Bool]
    switch choices.below(4) {
    case 0:
      let members = Array(constants.prefix(choices.below(4))) + (choices.oneIn(3) ? [.null] : [])
      condition = .comparison(path, .in, .list(members.map { .constant($0) }))
      expected = values.map { value in members.contains { value.plainlyHolds(.equal, $0) } }
    case 1:
      // An ordering comparison with a missing value is an issue.
      let bounds = constants.prefix(2).map { $0.isNull ? constant(for: board.name, &choices) : $0 }
      condition = .comparison(path, .between, .list(bounds.map { .constant($0) }))
      expected = values.map {
        $0.plainlyHolds(.greaterOrEqual, bounds[0]) && $0.plainlyHolds(.lessOrEqual, bounds[1])
      }
    default:
      let comparison =
        constants[0].isNull ? .equal : choices.pick(FetchPredicate.Comparison.ofOrder)
      condition = .comparison(path, comparison, .constant(constants[0]))
      expected = values.map { $0.plainlyHolds(comparison, constants[0]) }
    }
    let isNegated = choices.oneIn(4)
    if isNegated { condition = !condition }
    trace.note("condition \(condition)")
    return try board.problem(condition, expected.map { $0 != isNegated })
      ?? board.listProblem(constants[0], values.contains { $0.plainlyHolds(.equal, constants[0]) })
  }

  /// Checks that all text comparisons agree on whether two texts are equal.
  private static func textProblem(
    _ board: Board, _ values: [AttributeValue], _ choices: inout Choices, _ trace: Trace
  ) throws -> String? {
    let options: FetchPredicate.Options = choices.pick([
      [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ])
    let part = text(&choices)
    trace.note("part \(part.debugDescription), options \(options.rawValue)")
    let path = FetchExpression.keyPath(["text"])
    func condition(_ test: FetchPredicate.Comparison, _ pattern: String) -> FetchPredicate {
      .comparison(path, test, .constant(.string(pattern)), options: options)
    }
    let equal = condition(.equal, part)
    let isSame = try board.objects.map { try equal.holds(for: $0) }
    var quoted = String.UnicodeScalarView()
    for scalar in part.unicodeScalars {
      if "*?\\%".unicodeScalars.contains(scalar) { quoted.append("\\") }
      quoted.append(scalar)
    }
    let escaped = part.unicodeScalars.map { scalar in
      scalar.isASCII && !scalar.properties.isAlphabetic
        ? "\\x{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    for same in [
      equal, condition(.like, String(quoted)), condition(.matches, escaped.joined()),
      .not(condition(.notEqual, part)),
      .and([condition(.beginsWith, part), condition(.lessOrEqual, part)]),
    ] {
      if let problem = try board.problem(same, isSame) { return "\(same), \(problem)" }
    }
    for test in [FetchPredicate.Comparison.endsWith, .contains, .greaterOrEqual] {
      let whole = FetchPredicate.or([.not(equal), condition(test, part)])
      if let problem = try board.problem(whole, isSame.map { _ in true }) {
        return "\(whole), \(problem)"
      }
    }
    return nil
  }

  private static func rangeProblem(
    _ name: String, _ values: [AttributeValue], _ choices: inout Choices, _ trace: Trace
  ) throws -> String? {
    let types: [String: AttributeType] = [
      "whole": .int64, "small": .int16, "real": .double, "single": .float, "money": .decimal,
    ]
    let (low, high) = (number(&choices), number(&choices))
    let rule = ValidationRule(
      .range(
        minimum: choices.oneIn(3) ? nil : low, maximum: choices.oneIn(3) ? nil : high,
        excludesMaximum: choices.bool()))
    trace.note("rule \(rule.requirement)")
    guard case .range(let minimum, let maximum, let excludesMaximum) = rule.requirement,
      let type = types[name]
    else { return nil }
    let attribute = AttributeDescription("v", type, isOptional: true, rules: [rule])
    // A rule that no value satisfies is an issue of the model.
    guard
      let model = try? ManagedObjectModel(
        "M", entities: [EntityDescription("E", properties: [.attribute(attribute)])])
    else { return nil }
    let context = ManagedObjectContext(model: model)
    for value in values where !value.isNull {
      let object = try context.insert("E")
      try object.setValue(value, forKey: "v")
      let isWithin =
        value.plainOrder(to: value) != nil
        && minimum.map { value.plainlyHolds(.greaterOrEqual, $0) } ?? true
        && maximum.map { value.plainlyHolds(excludesMaximum ? .less : .lessOrEqual, $0) } ?? true
      if object.validate().isEmpty != isWithin {
        return "\(value) must \(isWithin ? "keep" : "break") the rule, but does not"
      }
    }
    return nil
  }
}

/// Objects with some values, in a context without a store, and in another one with a store.
private struct Board {
  let name: String
  let values: [AttributeValue]
  let context: ManagedObjectContext
  let objects: [ManagedObject]
  private let stored: ManagedObjectContext
  private let ids: [ManagedObjectID]

  init(_ model: ManagedObjectModel, _ name: String, _ values: [AttributeValue]) throws {
    self.name = name
    self.values = values
    context = ManagedObjectContext(model: model)
    objects = try Self.insert(values, name, context)
    let container = try PersistentContainer(model: model)
    let other = container.makeContext()
    ids = try Self.insert(values, name, other).map(\.objectID)
    try other.save()
    stored = container.makeContext()
  }

  private static func insert(
    _ values: [AttributeValue], _ name: String, _ context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    let shelf = try context.insert("Shelf")
    let objects = try values.map { value in
      let object = try context.insert("Value")
      if !value.isNull { try object.setValue(value, forKey: name) }
      return object
    }
    try shelf.setValue(objects, forKey: "items")
    return objects
  }

  func problem(_ condition: FetchPredicate, _ expected: [Bool]) throws -> String? {
    let held = try objects.map { try condition.holds(for: $0) }
    if held != expected { return "it must hold for \(expected), but does for \(held)" }
    let wanted = zip(objects, expected).filter(\.1).map(\.0)
    if try context.fetch("Value", where: condition) != wanted { return "others are fetched" }
    let wantedIDs = zip(ids, expected).filter(\.1).map(\.0)
    if try stored.fetchIDs(FetchRequest("Value", where: condition)) != wantedIDs {
      return "others are fetched from a store"
    }
    return nil
  }

  /// Checks that IN a path, CONTAINS and equality with ANY agree.
  func listProblem(_ value: AttributeValue, _ expected: Bool) throws -> String? {
    let (path, constant) = (
      FetchExpression.keyPath(["items", name]), FetchExpression.constant(value)
    )
    for condition in [
      .comparison(constant, .in, path), .comparison(path, .contains, constant),
      .comparison(path, .equal, constant, quantifier: .any),
    ] as [FetchPredicate] {
      if try context.count("Shelf", where: condition) != (expected ? 1 : 0)
        || stored.count("Shelf", where: condition) != (expected ? 1 : 0)
      {
        return "\(condition) must be \(expected), but is not"
      }
    }
    return nil
  }

  func sortProblem() throws -> String? {
    let sorted = values.enumerated().sorted { left, right in
      let (mine, theirs) = (left.element, right.element)
      if mine.isNull || theirs.isNull {
        return mine.isNull && (!theirs.isNull || left.offset < right.offset)
      }
      let isOrdered = (
        mine.plainOrder(to: mine) != nil, theirs.plainOrder(to: theirs) != nil
      )
      if isOrdered != (true, true) {
        return isOrdered.0 == isOrdered.1 ? left.offset < right.offset : isOrdered.0
      }
      let order = mine.plainOrder(to: theirs)
      return order == .ascending || order == .same && left.offset < right.offset
    }.map(\.offset)
    if try context.fetch("Value", orderedBy: [.ascending(name)]) != sorted.map({ objects[$0] }) {
      return "they must be sorted as \(sorted), but are not"
    }
    let request = FetchRequest("Value", orderedBy: [.ascending(name)])
    return try stored.fetchIDs(request) == sorted.map { ids[$0] }
      ? nil : "they must be sorted in a store as \(sorted), but are not"
  }

  /// Checks that a sum does not depend on the order of objects.
  func sumProblem() throws -> String? {
    if name == "flag" || name == "text" { return nil }
    let request = FetchRowRequest("Value", [.sum(name, as: "sum"), .average(name, as: "mean")])
    let row = try context.fetch(request)
    for turned in [Array(values.reversed()), Array(values.dropFirst()) + values.prefix(1)] {
      let other = ManagedObjectContext(model: context.model)
      _ = try Self.insert(turned, name, other)
      let found = try other.fetch(request)
      if found != row { return "they are \(row), and in another order \(found)" }
    }
    let numbers = values.compactMap { value in
      if case .int(let number) = value { Int128(number) } else { nil }
    }
    if name == "whole" {
      let sum = Int64(exactly: numbers.reduce(0, +)).map(AttributeValue.int) ?? .null
      if row.first?["sum"] != sum { return "their sum must be \(sum), but they are \(row)" }
    }
    return nil
  }
}
