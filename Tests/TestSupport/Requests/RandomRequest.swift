package import ArmatureModel
import Foundation

package import Armature

/// Random requests on a model with every kind of attribute and relationship; most of them are sensible, so that SQL can
/// answer them.
package struct RandomRequest {
  package enum Kind: CaseIterable {
    case number, decimal, text, date, flag, bytes, uuid, url, day
  }

  package var random: SplitMix64
  /// The objects that conditions may refer to.
  package var ids: [ManagedObjectID] = []

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns the attributes of an entity by kind.
  package static func attributes(_ kind: Kind, of entity: String) -> [String] {
    if entity == "Group" {
      switch kind {
      case .number: return ["rank"]
      case .text: return ["name"]
      default: return []
      }
    }
    let isSpecial = entity != "Thing"
    return switch kind {
    case .number:
      ["whole", "small", "real", "single", "whole", "spot.level"] + (isSpecial ? ["extra"] : [])
        + (entity == "Rare" ? ["depth"] : [])
    case .decimal: ["money", "money", "spot.inner.share"]
    case .text: ["text", "text", "note", "spot.sign"] + (isSpecial ? ["label"] : [])
    case .date: ["moment", "zoned"]
    case .flag: ["flag"]
    case .bytes: ["bytes"]
    case .uuid: ["uid"]
    case .url: ["link"]
    case .day: ["day"]
    }
  }

  private static func toOne(_ entity: String) -> [(String, String)] {
    switch entity {
    case "Group": []
    case "Thing": [("other", "Thing"), ("partner", "Thing"), ("partnerOf", "Thing")]
    default:
      [("other", "Thing"), ("partner", "Thing"), ("partnerOf", "Thing"), ("chief", "Special")]
    }
  }

  private static func toMany(_ entity: String) -> [(String, String)] {
    if entity == "Group" { return [("things", "Thing")] }
    return [
      ("others", "Thing"), ("peers", "Thing"), ("peersOf", "Thing"), ("friends", "Thing"),
      ("groups", "Group"),
    ] + (entity == "Thing" ? [] : [("minions", "Special")])
  }

  // MARK: Paths

  /// Returns a path over to-one relationships to an attribute of a kind.
  private mutating func path(_ kind: Kind, _ entity: String, level: Int = 0) -> FetchPath? {
    var (names, current) = ([String](), entity)
    while random.oneIn(3), names.count < 3, !Self.toOne(current).isEmpty {
      let step = random.pick(Self.toOne(current))
      names.append(step.0)
      current = step.1
    }
    let ends = Self.attributes(kind, of: current)
    if ends.isEmpty { return nil }
    // The elements of a composite follow its name.
    return FetchPath(names + random.pick(ends).split(separator: ".").map(String.init), level: level)
  }

  /// Returns a path over one or more to-many relationships to objects.
  private mutating func members(_ entity: String) -> (FetchPath, String) {
    var (names, current) = ([String](), entity)
    while random.oneIn(4), !Self.toOne(current).isEmpty {
      let step = random.pick(Self.toOne(current))
      names.append(step.0)
      current = step.1
    }
    repeat {
      let step = random.pick(Self.toMany(current))
      names.append(step.0)
      current = step.1
    } while random.oneIn(4)
    return (FetchPath(names), current)
  }

  // MARK: Expressions

  /// The entities of the condition's objects, the innermost last.
  private typealias Scopes = [String]

  package mutating func attribute(_ kind: Kind, _ scopes: [String]) -> FetchExpression {
    let level = random.oneIn(3) ? random.below(scopes.count) : 0
    let entity = scopes[scopes.count - 1 - level]
    return path(kind, entity, level: level).map { .keyPath($0) } ?? .constant(value(kind))
  }

  package mutating func expression(_ kind: Kind, _ scopes: [String], _ depth: Int)
    -> FetchExpression
  {
    if depth <= 0 || random.oneIn(2) {
      return random.oneIn(4) ? .constant(value(kind)) : attribute(kind, scopes)
    }
    switch (kind, random.below(5)) {
    case (.number, 0), (.decimal, 0):
      let (path, entity) = members(scopes[scopes.count - 1])
      let aggregate = random.pick([
        FetchExpression.Aggregate.count, .sum, .average, .minimum, .maximum,
      ])
      let objects = several(path, entity, scopes, depth)
      let end = self.path(kind, entity)
      if aggregate == .count || end == nil { return .aggregate(.count, of: objects) }
      return .aggregate(aggregate, of: append(end?.names ?? [], to: objects))
    case (.number, 1), (.decimal, 1), (.number, 2), (.decimal, 2):
      let operations: [FetchExpression.Arithmetic] =
        [
          .add, .subtract, .multiply, .divide, .add, .multiply, .power, .modulus, .bitwiseAnd,
          .bitwiseXor, .leftShift, .rightShift,
        ]
      return .arithmetic(
        expression(random.oneIn(4) ? .decimal : kind, scopes, depth - 1), random.pick(operations),
        expression(kind, scopes, depth - 1))
    case (.number, 3):
      return random.oneIn(3)
        ? .function(.length, [expression(.text, scopes, depth - 1)])
        : .function(
          random.pick([.abs, .floor, .ceiling, .truncate, .squareRoot, .onesComplement, .number]),
          [expression(kind, scopes, depth - 1)])
    case (.decimal, 3):
      return .function(
        random.pick([.abs, .floor, .ceiling, .truncate, .number]),
        [expression(kind, scopes, depth - 1)])
    case (.text, 0):
      return .function(
        random.pick([.lowercase, .uppercase, .canonical]), [expression(kind, scopes, depth - 1)])
    case (.text, 1):
      return .function(
        .text,
        [expression(random.pick([.number, .decimal, .flag, .uuid, .url]), scopes, depth - 1)])
    case (.text, 2):
      return .arithmetic(
        expression(.text, scopes, depth - 1), .add, expression(.text, scopes, depth - 1))
    case (.date, 0), (.date, 1):
      return .arithmetic(
        expression(.date, scopes, depth - 1), random.pick([.add, .subtract]),
        expression(random.pick([.number, .decimal, .date]), scopes, depth - 1))
    case (.date, 2): return .function(.date, [expression(.number, scopes, depth - 1)])
    default:
      return .conditional(
        predicate(scopes, depth - 1), expression(kind, scopes, depth - 1),
        otherwise: expression(random.oneIn(5) ? .number : kind, scopes, depth - 1))
    }
  }

  private func append(_ names: [String], to objects: FetchExpression) -> FetchExpression {
    if case .keyPath(let path) = objects { return .keyPath(FetchPath(path.names + names)) }
    return .properties(names, of: objects)
  }

  /// Returns all or some objects of a to-many relationship.
  private mutating func several(
    _ path: FetchPath, _ entity: String, _ scopes: Scopes, _ depth: Int
  ) -> FetchExpression {
    let objects = FetchExpression.keyPath(path)
    if random.oneIn(12) {
      let (other, otherEntity) = members(scopes[scopes.count - 1])
      if otherEntity == entity {
        return .combination(
          objects, random.pick([.union, .intersection, .difference]), .keyPath(other))
      }
    }
    if depth <= 0 || random.oneIn(2) { return objects }
    return .subquery(objects, where: predicate(scopes + [entity], depth - 1))
  }

  // MARK: Conditions

  private static let comparisons: [FetchPredicate.Comparison] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  package mutating func predicate(_ scopes: [String], _ depth: Int) -> FetchPredicate {
    let kind = random.pick(Kind.allCases + [.number, .number, .text, .text, .decimal, .date])
    if random.oneIn(16) { return whole(scopes) }
    if random.oneIn(4), let plain = plain(kind, scopes) { return plain }
    switch random.below(depth > 0 ? 15 : 9) {
    case 0, 1, 2:
      let isMixed = random.oneIn(8)
      return .comparison(
        expression(kind, scopes, depth), random.pick(Self.comparisons),
        random.oneIn(10)
          ? .constant(.null)
          : expression(isMixed ? random.pick(Kind.allCases) : kind, scopes, depth),
        options: options())
    case 3:
      return .comparison(
        expression(.text, scopes, depth),
        random.pick([.beginsWith, .endsWith, .contains, .like, .matches]),
        random.oneIn(5)
          ? attribute(.text, scopes) : .constant(.string(random.pick(Self.patterns))),
        options: options().subtracting(.numeric))
    case 4:
      return .comparison(
        expression(kind, scopes, depth), .between,
        .list([.constant(value(kind)), expression(kind, scopes, 0)]), options: options())
    case 5:
      let values = (0..<random.below(6)).map { _ -> FetchExpression in
        random.oneIn(8)
          ? .constant(.null) : .constant(value(random.oneIn(6) ? random.pick(Kind.allCases) : kind))
      }
      return .comparison(expression(kind, scopes, depth), .in, .list(values), options: options())
    case 6: return object(scopes)
    case 7: return quantified(kind, scopes, depth)
    case 8:
      let (path, entity) = members(scopes[scopes.count - 1])
      return .comparison(
        .aggregate(.count, of: several(path, entity, scopes, depth)),
        random.pick(Self.comparisons), .constant(.int(Int64(random.below(3)))))
    case 9, 10: return .and((0..<random.below(4)).map { _ in predicate(scopes, depth - 1) })
    case 11, 12: return .or((0..<random.below(4)).map { _ in predicate(scopes, depth - 1) })
    case 13: return .not(predicate(scopes, depth - 1))
    default: return random.oneIn(4) ? .constant(random.bool()) : quantified(kind, scopes, depth)
    }
  }

  private mutating func quantified(_ kind: Kind, _ scopes: Scopes, _ depth: Int) -> FetchPredicate {
    let (path, entity) = members(scopes[scopes.count - 1])
    guard let end = self.path(kind, entity) else { return .constant(true) }
    let values = append(end.names, to: several(path, entity, scopes, depth))
    if random.oneIn(6) {
      return .comparison(values, .contains, .constant(value(kind)), options: options())
    }
    if random.oneIn(6) {
      return .comparison(expression(kind, scopes, depth - 1), .in, values, options: options())
    }
    return .comparison(
      values, random.pick(Self.comparisons), expression(kind, scopes, depth - 1),
      options: options(), quantifier: random.pick([.any, .all, .none]))
  }

  /// Returns a comparison of an attribute with a possible value.
  private mutating func plain(_ kind: Kind, _ scopes: Scopes) -> FetchPredicate? {
    guard let path = path(kind, scopes[scopes.count - 1]), let name = path.names.last else {
      return nil
    }
    let isOfSpot = path.names.dropLast().contains("spot")
    let constant = isOfSpot ? value(kind) : value(of: name)
    return .comparison(
      .keyPath(path), random.pick(Self.comparisons + [.equal, .notEqual]), .constant(constant))
  }

  /// Returns a condition on a whole list or composite.
  private mutating func whole(_ scopes: Scopes) -> FetchPredicate {
    guard scopes[scopes.count - 1] != "Group" else { return .constant(true) }
    let steps = random.oneIn(3) ? [random.pick(["other", "partner"])] : []
    let words = FetchExpression.keyPath(FetchPath(steps + ["words"]))
    let word = FetchExpression.constant(value(.text))
    let isSame = random.pick([FetchPredicate.Comparison.equal, .notEqual])
    switch random.below(7) {
    case 0: return .comparison(words, .contains, word, options: options())
    case 1: return .comparison(word, .in, words, options: options())
    case 2:
      return .comparison(
        words, random.pick(Self.comparisons), word, options: options(),
        quantifier: random.pick([.any, .all, .none]))
    case 3:
      return .comparison(
        .aggregate(.count, of: words), random.pick(Self.comparisons),
        .constant(.int(Int64(random.below(3)))))
    case 4:
      let spot = FetchExpression.keyPath(FetchPath(steps + ["spot"]))
      return .comparison(
        spot, isSame, .constant(random.oneIn(3) ? .null : value(of: "spot")))
    default:
      return .comparison(words, isSame, .constant(random.oneIn(3) ? .null : value(of: "words")))
    }
  }

  /// Returns a condition on objects themselves.
  private mutating func object(_ scopes: Scopes) -> FetchPredicate {
    func one() -> FetchExpression {
      ids.isEmpty || random.oneIn(6) ? .constant(.null) : .constant(.object(random.pick(ids)))
    }
    let entity = scopes[scopes.count - 1]
    let toOne = Self.toOne(entity).map(\.0)
    switch random.below(5) {
    case 0: return .comparison(.keyPath(FetchPath([])), random.pick([.equal, .notEqual]), one())
    case 1: return .comparison(.keyPath(FetchPath([])), .in, .list((0..<3).map { _ in one() }))
    case 2 where !toOne.isEmpty:
      return .comparison(
        .keyPath(FetchPath([random.pick(toOne)])), random.pick([.equal, .notEqual]), one())
    case 3 where !toOne.isEmpty:
      return .comparison(
        .keyPath(FetchPath([random.pick(toOne)])), random.pick([.equal, .notEqual]),
        .keyPath(FetchPath([])))
    default:
      let (path, _) = members(entity)
      return random.bool()
        ? .comparison(.keyPath(path), .contains, one())
        : .comparison(
          .keyPath(path), random.pick([.equal, .notEqual]), one(),
          quantifier: random.pick([.any, .all, .none]))
    }
  }

  private mutating func options() -> FetchPredicate.Options {
    random.oneIn(2) ? [] : FetchPredicate.Options(rawValue: UInt8(random.below(8)))
  }

  // MARK: Requests

  package mutating func request() -> FetchRequest {
    let entity = random.pick(["Thing", "Thing", "Thing", "Special", "Rare", "Group"])
    let orders = (0..<(random.bool() ? random.below(4) : 0)).map { _ -> FetchOrder in
      let kind = random.pick([Kind.number, .decimal, .text, .date, .flag, .day])
      let value = random.oneIn(3) ? expression(kind, [entity], 2) : attribute(kind, [entity])
      return FetchOrder(
        value, isAscending: random.bool(), options: kind == .text ? options() : [])
    }
    var request = FetchRequest(
      entity, where: random.oneIn(5) ? .constant(true) : predicate([entity], 3), orderedBy: orders,
      limit: random.oneIn(3) ? random.below(8) : nil,
      offset: random.oneIn(3) ? random.below(8) : 0)
    request.includesSubentities = !random.oneIn(6)
    return request
  }
}
