#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How two values stand to each other.
///
/// ```swift
/// let order = AttributeValue.int(2).compare(.decimal(2.5))
/// print(order == .ascending, order?.reversed == .descending)  // true true
/// print(AttributeValue.string("2").compare(2) == nil)  // true
/// ```
public enum ValueOrder: Sendable {
  /// The first sorts before the second.
  case ascending
  /// Neither sorts before the other.
  case same
  /// The first sorts after the second.
  case descending
}

extension AttributeValue {
  /// The order of two values: absent first, numbers by size across their types, text by bytes.
  ///
  /// Numbers of all types have one order. A floating-point number counts as exactly what it is if it is
  /// whole and an `Int64` holds it, and otherwise as the number that it prints as: so 0.1 is the
  /// decimal number 0.1.
  ///
  /// - Returns: `nil` where no order exists: values of unlike kinds, NaN, composites, lists, references.
  public func compare(_ other: AttributeValue) -> ValueOrder? {
    switch (self, other) {
    case (.null, .null): return .same
    case (.null, _): return .ascending
    case (_, .null): return .descending
    case (.bool(let a), .bool(let b)):
      return a == b ? .same : (b ? .ascending : .descending)
    case (.int(let a), .int(let b)): return Self.order(a, b)
    case (.string(let a), .string(let b)): return Self.order(a, b)
    case (.date, .date), (.date, .zonedDate), (.zonedDate, .date), (.zonedDate, .zonedDate):
      guard let a = instant, let b = other.instant, !a.isNaN, !b.isNaN else { return nil }
      return Self.order(a, b)
    case (.calendarDate(let a), .calendarDate(let b)): return Self.order(a, b)
    case (.data(let a), .data(let b)):
      return a == b ? .same : (a.lexicographicallyPrecedes(b) ? .ascending : .descending)
    case (.uuid(let a), .uuid(let b)): return Self.order(a.uuidString, b.uuidString)
    case (.url(let a), .url(let b)): return Self.order(a.absoluteString, b.absoluteString)
    default: return compareNumbers(other)
    }
  }

  /// The instant of a date with or without a time zone, in seconds.
  package var instant: Double? {
    switch self {
    case .date(let date): date.timeIntervalSinceReferenceDate
    case .zonedDate(let zoned): zoned.date.timeIntervalSinceReferenceDate
    default: nil
    }
  }

  private func compareNumbers(_ other: AttributeValue) -> ValueOrder? {
    switch (self, other) {
    case (.double(let a), .double(let b)):
      return a.isNaN || b.isNaN ? nil : Self.order(a, b)
    case (.int(let a), .double(let b)): return Self.order(a, b)
    case (.double(let a), .int(let b)): return Self.order(b, a)?.reversed
    case (.decimal(let a), .decimal(let b)): return a.isNaN || b.isNaN ? nil : Self.order(a, b)
    case (.decimal(let a), .int(let b)): return a.isNaN ? nil : Self.order(a, Decimal(b))
    case (.int(let a), .decimal(let b)): return b.isNaN ? nil : Self.order(Decimal(a), b)
    case (.decimal(let a), .double(let b)): return Self.order(a, b)
    case (.double(let a), .decimal(let b)): return Self.order(b, a)?.reversed
    default: return nil
    }
  }

  /// Exact also beyond 2^53, where converting the integer would round.
  private static func order(_ a: Int64, _ b: Double) -> ValueOrder? {
    if b.isNaN { return nil }
    if b >= 0x1p63 { return .ascending }
    if b < -0x1p63 { return .descending }
    let whole = b.rounded(.down)
    let order = order(a, Int64(whole))
    return order == .same && b > whole ? .ascending : order
  }

  private static func order(_ a: Decimal, _ b: Double) -> ValueOrder? {
    if b.isNaN || a.isNaN { return nil }
    if b.isInfinite { return b > 0 ? .ascending : .descending }
    guard let mine = DecimalDigits(a), let theirs = DecimalDigits(b) else { return nil }
    return mine.order(to: theirs)
  }

  private static func order<T: Comparable>(_ a: T, _ b: T) -> ValueOrder {
    a == b ? .same : (a < b ? .ascending : .descending)
  }

  private static func order(_ a: String, _ b: String) -> ValueOrder {
    if a.utf8.elementsEqual(b.utf8) { return .same }
    return a.utf8.lexicographicallyPrecedes(b.utf8) ? .ascending : .descending
  }
}

extension AttributeValue {
  /// The order of two values that are there; one for any two values.
  ///
  /// Values of unlike kinds, which one computed key may have, stand kind by kind; what has no order,
  /// such as NaN, comes last within its kind.
  package func sortOrder(to other: AttributeValue) -> ValueOrder {
    if let order = compare(other) { return order }
    let (mine, theirs) = (sortRank, other.sortRank)
    return mine == theirs ? .same : mine < theirs ? .ascending : .descending
  }

  /// The kind, and whether the value has an order.
  private var sortRank: Int {
    let kind =
      switch self {
      case .null: 0
      case .bool: 1
      case .int, .double, .decimal: 2
      case .string: 3
      case .date, .zonedDate: 4
      case .calendarDate: 5
      case .data: 6
      case .uuid: 7
      case .url: 8
      case .list, .composite, .object, .objects: 9
      }
    return kind * 2 + (compare(self) == nil ? 1 : 0)
  }
}

extension ValueOrder {
  /// The order seen from the other side.
  public var reversed: ValueOrder {
    switch self {
    case .ascending: .descending
    case .same: .same
    case .descending: .ascending
    }
  }
}
