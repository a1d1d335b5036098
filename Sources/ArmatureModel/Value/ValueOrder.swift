#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The order of two values.
///
/// ```swift
/// let order = AttributeValue.int(2).compare(.decimal(2.5))
/// print(order == .ascending, order?.reversed == .descending)  // true true
/// print(AttributeValue.string("2").compare(2) == nil)  // true
/// ```
public enum ValueOrder: Sendable {
  /// The first value comes before the second.
  case ascending
  /// Neither value comes before the other.
  case same
  /// The first value comes after the second.
  case descending
}

extension AttributeValue {
  /// Returns the order of two values, or `nil` if they cannot be compared.
  ///
  /// Missing values come first, and strings are compared by their bytes. Numbers of all types are compared by size:
  /// - A floating-point number that is whole and fits in an `Int64` has its exact value.
  /// - Any other floating-point number has the value of its description. For example, 0.1 equals the decimal number
  ///   0.1.
  ///
  /// - Returns: The order. It is `nil` for values of different kinds, NaN, composites, lists, JSON values and references.
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

  /// Whether the value is a number or a date that is not a number. It is then not comparable with any value.
  package var isNotANumber: Bool {
    switch self {
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    default: instant?.isNaN ?? false
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

  /// Compares exactly, even beyond 2^53, where converting the integer would round it.
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
  /// Returns the sort order of two present values. Any two such values can be sorted.
  ///
  /// A computed key can have values of different kinds, which are sorted by kind. Unordered values, such as NaN, come
  /// last in their kind.
  package func sortOrder(to other: AttributeValue) -> ValueOrder {
    if let order = compare(other) { return order }
    let (mine, theirs) = (sortRank, other.sortRank)
    return mine == theirs ? .same : mine < theirs ? .ascending : .descending
  }

  /// The rank of the kind, and whether the value is unordered.
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
      case .list, .composite, .json, .object, .objects: 9
      }
    return kind * 2 + (compare(self) == nil ? 1 : 0)
  }
}

extension ValueOrder {
  /// The opposite order.
  public var reversed: ValueOrder {
    switch self {
    case .ascending: .descending
    case .same: .same
    case .descending: .ascending
    }
  }
}
