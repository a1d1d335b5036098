import ArmatureModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A printed condition parses as the same tree, for all values and names.
@Suite struct PredicateTextLawTests {
  /// 20 · 500 = 10,000 trees, half of them with hostile names and values.
  @Test(arguments: 0..<20)
  func `a printed condition reads back as the same tree`(_ block: Int) throws {
    var kinds: Set<String> = []
    for run in 0..<500 {
      let seed = UInt64(block * 500 + run)
      var maker = RandomPredicate(seed: seed)
      var predicate = maker.predicate(depth: 4).normal
      if run % 2 == 1 {
        var disguise = Disguise(random: SplitMix64(seed: seed))
        predicate = predicate.map { expression, _ in disguise.changed(expression) }
      }
      let text = predicate.description
      let read = try FetchPredicate(text)
      guard read == predicate else {
        Issue.record("seed \(seed): \(text) reads back as \(read)")
        return
      }
      kinds.formUnion(text.split(separator: " ").map(String.init))
    }
    #expect(kinds.contains { $0.hasPrefix("SUBQUERY(") })
    #expect(kinds.contains { $0.hasPrefix("TERNARY(") })
    #expect(kinds.contains { $0.hasPrefix("BETWEEN") })
    #expect(!kinds.isDisjoint(with: ["UNION", "INTERSECT", "MINUS"]))
    #expect(!kinds.isDisjoint(with: ["ANY", "ALL", "NONE"]))
    #expect(kinds.isSuperset(of: ["NOT", "AND", "OR"]))
  }
}

/// Replaces names and values in a tree by ones that are hard to print.
private struct Disguise {
  var random: SplitMix64

  private static let names = [
    "in", "SELF", "a b", "", "é", "@count", "#x", "5", "a.b", "$x", "名前", "size", "\"", "\\",
    "a\u{0}",
    "count", "_", "%K", "e\u{301}", "👩‍👧", "cast",
  ]
  private static let texts = [
    "", "'", "\"", "\\", "a\\\"b", "\n\r\t", "\u{202E}", "\u{E0001}", "\u{301}", "%@", "{1}",
    "NULL",
  ]
  private static let id = ManagedObjectID(
    entityName: "Bök", key: 7, storeID: .none, isTemporary: true)
  private static let numberlessID = ManagedObjectID(
    entityName: "Book", key: 0, storeID: .none, isTemporary: true)
  private static let values: [AttributeValue] = [
    .list([]), .list([.int(1), .string("a")]), .list([.null]), .list([.list([])]), .composite([:]),
    .composite(["a b": .composite(["": .list([.date(Date(5))])]), "b": .null]),
    .object(id), .object(numberlessID), .objects([]), .objects([id]), .bool(true),
    .data(Data()), .data(Data([0, 255, 7])), .uuid(.none),
    URL(string: "https://example.org/a?b=c%20d").map(AttributeValue.url) ?? .null,
    CalendarDate("2026-11-22").map(AttributeValue.calendarDate) ?? .null,
    .zonedDate(ZonedDate(date: Date(-.infinity), timeZoneIdentifier: "Europe/\"Berlin\"")),
    .date(Date(.nan)), .date(Date(0.1)), .double(.nan), .double(-.infinity),
    .double(.leastNormalMagnitude), .double(0.1 + 0.2), .double(1e22), .double(-1e-7),
    .decimal(.nan), .decimal(Decimal(string: "0.12345678901234567890123456789012345678") ?? 0),
    .decimal(-7), .decimal(Decimal(string: "1e100") ?? 0), .int(.min),
  ]

  mutating func changed(_ expression: FetchExpression) -> FetchExpression? {
    switch expression {
    case .constant where random.oneIn(2):
      return .constant(
        random.oneIn(3) ? .string(random.pick(Self.texts)) : random.pick(Self.values))
    case .keyPath(let path) where random.oneIn(4):
      let names = (0..<random.below(3)).map { _ in random.pick(Self.names) }
      return .keyPath(FetchPath(names, level: path.level))
    case .keyPath where random.oneIn(5): return .variable(random.pick(Self.names))
    case .keyPath where random.oneIn(5):
      return .properties([random.pick(Self.names)], of: .variable(random.pick(Self.names)))
    case .keyPath where random.oneIn(5):
      return .properties(["a", random.pick(Self.names)], of: .aggregate(.distinct, of: expression))
    case .keyPath where random.oneIn(5):
      return .function(
        random.pick(FetchExpression.Function.allCases.filter { $0 != .now }),
        [.constant(random.pick(Self.values))])
    case .keyPath where random.oneIn(5): return .element(.index(random.below(3)), of: expression)
    case .keyPath where random.oneIn(5): return .list([expression, .function(.now, [])])
    default: return nil
    }
  }
}

extension FetchPredicate {
  /// The condition without lists of one or no element, which the text syntax cannot express.
  fileprivate var normal: FetchPredicate {
    switch self {
    case .constant: self
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      .comparison(
        left.normal, comparison, right.normal, options: options, quantifier: quantifier)
    case .and(let parts):
      switch parts.count {
      case 0: .constant(true)
      case 1: parts[0].normal
      default: .and(parts.map(\.normal))
      }
    case .or(let parts):
      switch parts.count {
      case 0: .constant(false)
      case 1: parts[0].normal
      default: .or(parts.map(\.normal))
      }
    case .not(let part): .not(part.normal)
    }
  }
}

extension FetchExpression {
  fileprivate var normal: FetchExpression {
    map { expression, _ in
      switch expression {
      case .subquery(let objects, let condition):
        .subquery(objects.normal, where: condition.normal)
      case .conditional(let condition, let first, let other):
        .conditional(condition.normal, first.normal, otherwise: other.normal)
      default: nil
      }
    }
  }
}
