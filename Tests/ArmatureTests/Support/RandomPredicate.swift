import ArmatureModel
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random conditions on objects of one entity, sensible and other ones.
struct RandomPredicate {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns the model with the entity `Thing` of the conditions, with indexes of all kinds.
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Things") {
      Entity("Thing") {
        NumberAttributes()
        Attribute("moment", Date?.self)
        Attribute("text", String?.self)
        Attribute("zoned", ZonedDate?.self)
        Relationship("other", to: "Thing", inverse: "others")
        Relationship("others", to: "Thing", .ordered, inverse: "other", onDelete: .noAction)
        Index("whole")
        Index("small", "real", "text")
        Index("text")
        Index("flag", "single")
      }
      Entity("Special", parent: "Thing") {}
    }
  }

  static let attributes = [
    "whole", "small", "real", "single", "money", "flag", "moment", "text", "zoned",
  ]

  private static let reals: [Double] = [
    0, -0.0, 1, -1, 0.5, 3, .nan, .infinity, -.infinity, 0x1p53, 9_007_199_254_740_994, 1e300,
    .leastNonzeroMagnitude,
  ]
  private static let integers: [Int64] = [
    0, 1, -1, 3, 300, 1 << 53, 1 << 53 | 1, .max, .min, -(1 << 53) - 1,
  ]
  private static let texts = ["", "a", "A", "é", "e\u{301}", "abc", "b", "👨‍👩‍👧", "a\u{0}", "3"]

  /// Returns a value of any kind, often one that collides with others.
  mutating func value() -> AttributeValue {
    switch random.below(11) {
    case 0: .null
    case 1, 2: .int(random.pick(Self.integers))
    case 3, 4: .double(random.pick(Self.reals))
    case 5: .decimal(Decimal(random.below(7) - 3) / 2)
    case 6: .bool(random.oneIn(2))
    case 7: .date(Date(Double(random.below(5) - 2) / 2))
    case 8: .zonedDate(ZonedDate(date: Date(Double(random.below(3))), timeZoneIdentifier: "GMT"))
    default: .string(random.pick(Self.texts))
    }
  }

  /// Returns a valid value of an attribute of `Thing`.
  mutating func value(of attribute: String) -> AttributeValue {
    if random.oneIn(5) { return .null }
    switch attribute {
    case "whole": return .int(random.pick(Self.integers))
    case "small": return .int(random.pick([0, 1, -1, 3, 300]))
    case "real": return .double(random.pick(Self.reals))
    case "single": return .double(random.pick([0, -0.0, 1, 0.5, 3, .nan, .infinity]))
    case "money": return .decimal(Decimal(random.below(7) - 3) / 2)
    case "flag": return .bool(random.oneIn(2))
    case "moment": return .date(Date(Double(random.below(5) - 2) / 2))
    case "zoned":
      return .zonedDate(
        ZonedDate(date: Date(Double(random.below(3))), timeZoneIdentifier: "GMT"))
    default: return .string(random.pick(Self.texts))
    }
  }

  private mutating func path(level: Int) -> FetchPath {
    let steps = (0..<(random.oneIn(4) ? 1 + random.below(2) : 0)).map { _ in
      random.pick(["other", "others"])
    }
    let last = random.oneIn(10) ? random.pick(["other", "others"]) : random.pick(Self.attributes)
    return FetchPath(steps + [last], level: random.oneIn(3) ? random.below(level + 1) : 0)
  }

  mutating func expression(depth: Int, level: Int) -> FetchExpression {
    switch random.below(depth > 0 ? 14 : 8) {
    case 0, 1, 2, 3: return .keyPath(path(level: level))
    case 4, 5, 6: return .constant(value())
    case 7: return .function(random.pick(Self.functions), [.keyPath(path(level: level))])
    case 8, 9:
      return .aggregate(
        random.pick([.count, .sum, .average, .minimum, .maximum]),
        of: collection(depth: depth - 1, level: level))
    case 10:
      return .conditional(
        predicate(depth: depth - 1, level: level), expression(depth: depth - 1, level: level),
        otherwise: expression(depth: depth - 1, level: level))
    case 11:
      let member = FetchExpression.element(
        random.pick([.first, .last, .index(0), .index(1), .index(7)]),
        of: members(depth: depth - 1, level: level))
      return random.oneIn(4) ? member : .properties([random.pick(Self.attributes)], of: member)
    default:
      return .arithmetic(
        expression(depth: depth - 1, level: level),
        random.pick(Self.operations),
        expression(depth: depth - 1, level: level))
    }
  }

  private static let comparisons: [FetchPredicate.Comparison] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  /// Returns a condition; `level` is the number of enclosing quantifiers.
  mutating func predicate(depth: Int, level: Int = 0) -> FetchPredicate {
    if random.oneIn(6) { return rowComparison() }
    switch random.below(depth > 0 ? 14 : 7) {
    case 0, 1, 2, 3:
      // Comparisons decided on the row: a property with a constant.
      let name = random.pick(Self.attributes)
      return .comparison(
        .keyPath([name]), random.pick(Self.comparisons),
        .constant(random.oneIn(2) ? value(of: name) : value()))
    case 4:
      return .comparison(
        expression(depth: 1, level: level), random.pick(Self.comparisons),
        expression(depth: 1, level: level))
    case 5:
      return .comparison(
        .keyPath(path(level: level)),
        random.pick([.beginsWith, .endsWith, .contains, .like, .matches]),
        random.oneIn(6) ? .constant(value()) : .constant(.string(random.pick(Self.patterns))),
        options: options())
    case 6:
      if random.oneIn(4) { return .constant(random.oneIn(2)) }
      return .comparison(
        .keyPath(path(level: level)), .in,
        random.oneIn(3)
          ? collection(depth: depth - 1, level: level)
          : .list((0..<random.below(4)).map { _ in .constant(value()) }), options: options())
    case 7, 8, 9:
      return .and((0..<random.below(4)).map { _ in predicate(depth: depth - 1, level: level) })
    case 10, 11, 12:
      return .or((0..<random.below(4)).map { _ in predicate(depth: depth - 1, level: level) })
    default:
      switch random.below(4) {
      case 0: return .not(predicate(depth: depth - 1, level: level))
      case 1:
        return .comparison(
          expression(depth: 1, level: level), .between,
          .list([.constant(value()), .constant(value())]), options: options())
      case 2:
        return .comparison(
          .aggregate(.count, of: collection(depth: depth - 1, level: level)),
          random.pick([.greater, .equal]), 0)
      default:
        return .comparison(
          collection(depth: depth - 1, level: level), random.pick(Self.comparisons),
          expression(depth: 0, level: level), options: options(),
          quantifier: random.pick([.any, .all, .none]))
      }
    }
  }

  /// Returns a comparison decided on the row of the object itself, or at the end of a to-one relationship.
  private mutating func rowComparison() -> FetchPredicate {
    let name = random.pick(Self.attributes)
    let path = FetchPath((random.oneIn(3) ? ["other"] : []) + [name])
    switch random.below(5) {
    case 0:
      return .comparison(
        .keyPath(path), .in, .list((0..<random.below(5)).map { _ in .constant(value(of: name)) }))
    case 1:
      let bounds = [FetchExpression.constant(value(of: name)), .constant(value(of: name))]
      return .comparison(.keyPath(path), .between, .list(bounds))
    case 2:
      let comparisons: [FetchPredicate.Comparison] = [
        .beginsWith, .endsWith, .contains, .like, .matches,
      ]
      return .comparison(
        .keyPath(FetchPath(path.names.dropLast() + ["text"])),
        random.pick(Self.comparisons + comparisons), .constant(.string(random.pick(Self.patterns))),
        options: random.oneIn(2) ? [] : options())
    case 3:
      return .comparison(
        .keyPath(FetchPath(path.names.dropLast() + ["other"])), random.pick([.equal, .notEqual]),
        .constant(.null))
    default:
      return .comparison(
        .keyPath(path), random.pick(Self.comparisons), .constant(value(of: name)))
    }
  }

  /// Returns an expression that yields several values or objects.
  private mutating func collection(depth: Int, level: Int) -> FetchExpression {
    switch random.below(depth > 0 ? 6 : 3) {
    case 0, 1: return .keyPath(path(level: level))
    case 2: return .aggregate(.distinct, of: .keyPath(path(level: level)))
    case 3:
      return .combination(
        collection(depth: depth - 1, level: level),
        random.pick([.union, .intersection, .difference]),
        collection(depth: depth - 1, level: level))
    default:
      let objects = members(depth: depth, level: level)
      if random.oneIn(2) { return objects }
      let name = random.pick(Self.attributes)
      // Parsed text has only one form for a path.
      if case .keyPath(let path) = objects { return .keyPath(FetchPath(path.names + [name])) }
      return .properties([name], of: objects)
    }
  }

  /// Returns an expression that yields objects.
  private mutating func members(depth: Int, level: Int) -> FetchExpression {
    if depth > 0, random.oneIn(4) {
      return .combination(
        members(depth: depth - 1, level: level), random.pick([.union, .intersection, .difference]),
        members(depth: depth - 1, level: level))
    }
    let objects = FetchExpression.keyPath([random.pick(["other", "others", "others"])])
    if depth <= 0 || random.oneIn(3) { return objects }
    return .subquery(objects, where: predicate(depth: depth - 1, level: level + 1))
  }

  private mutating func options() -> FetchPredicate.Options {
    random.pick([
      [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ])
  }

  private static let patterns = texts + ["*", "?", "a*", "?bc", "\\*", "[aA]", ".*"]
  private static let functions: [FetchExpression.Function] = [
    .lowercase, .uppercase, .canonical, .length, .abs, .floor, .ceiling, .truncate, .squareRoot,
    .onesComplement, .number, .date, .text,
  ]
  private static let operations: [FetchExpression.Arithmetic] = [
    .add, .subtract, .multiply, .divide, .power, .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor,
    .leftShift, .rightShift,
  ]
}
