import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValidationReport {
  /// The failures by entity, object, key path and place in the data; else in the order they have.
  ///
  /// Numbers in brackets count as numbers: `lines[2]` comes before `lines[10]`.
  ///
  /// - Complexity: O(*n* log *n*).
  public func sorted() -> ValidationReport {
    sorted { Self.order($0, $1) }
  }

  /// The failures by file, line and column, those without a place last; else as ``sorted()``.
  ///
  /// - Complexity: O(*n* log *n*).
  public func sortedBySource() -> ValidationReport {
    sorted { left, right in
      switch (left.source, right.source) {
      case (let a?, let b?) where a != b: a < b ? .ascending : .descending
      case (_?, nil): .ascending
      case (nil, _?): .descending
      default: Self.order(left, right)
      }
    }
  }

  /// The index decides last, since the standard library does not promise a stable sort.
  private func sorted(
    _ order: (ValidationFailure, ValidationFailure) -> ValueOrder
  ) -> ValidationReport {
    let indices = failures.indices.sorted { a, b in
      switch order(failures[a], failures[b]) {
      case .ascending: true
      case .same: a < b
      case .descending: false
      }
    }
    return ValidationReport(indices.map { failures[$0] })
  }

  private static func order(_ left: ValidationFailure, _ right: ValidationFailure) -> ValueOrder {
    let byObject =
      order(left.entity, right.entity)
      ?? order(left.objectID?.key ?? .max, right.objectID?.key ?? .max)
      ?? order(
        left.objectID?.storeID.uuidString ?? "~", right.objectID?.storeID.uuidString ?? "~")
      ?? order(left.label ?? "", right.label ?? "")
    if let byObject { return byObject }
    for (a, b) in zip(left.keyPath, right.keyPath) {
      let (a, b) = (ValidationFailure.indexed(a), ValidationFailure.indexed(b))
      let byElement = order(a.name, b.name) ?? order(a.index ?? -1, b.index ?? -1)
      if let byElement { return byElement }
    }
    if let byLength = order(left.keyPath.count, right.keyPath.count) { return byLength }
    guard let a = left.source, let b = right.source else { return .same }
    return order(a, b) ?? .same
  }

  /// The order of two values; `nil` where they are equal.
  private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> ValueOrder? {
    a == b ? nil : (a < b ? .ascending : .descending)
  }
}
