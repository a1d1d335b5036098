#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue {
  /// Returns whether a store saves the same bits for two values. Unlike with `==`, zeros with different signs differ.
  package func isKeptLike(_ other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.double(let a), .double(let b)): Self.isKeptLike(a, b)
    case (.date(let a), .date(let b)): Self.isKeptLike(a, b)
    case (.zonedDate(let a), .zonedDate(let b)): self == other && Self.isKeptLike(a.date, b.date)
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isKeptLike($1) }
    case (.composite(let a), .composite(let b)):
      self == other && a.allSatisfy { name, value in b[name].map(value.isKeptLike) ?? false }
    default: self == other
    }
  }

  private static func isKeptLike(_ left: Double, _ right: Double) -> Bool {
    left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
  }

  private static func isKeptLike(_ left: Date, _ right: Date) -> Bool {
    isKeptLike(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
  }
}
