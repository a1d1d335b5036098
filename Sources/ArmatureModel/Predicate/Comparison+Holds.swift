#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FetchPredicate.Comparison {
  /// Returns whether two values satisfy the comparison, as ``FetchPredicate`` defines it.
  ///
  /// - Complexity: O(*n*) for text of *n* bytes, and at worst O(*n* · *m*) for ``contains``. Each call compiles the
  ///   pattern of a `LIKE` or `MATCHES`. To test many values, compile the pattern once.
  package func holds(
    _ left: AttributeValue, _ right: AttributeValue, _ options: FetchPredicate.Options = []
  ) -> Bool {
    switch self {
    case .equal: return left.isSame(as: right, options)
    case .notEqual: return !left.isSame(as: right, options)
    case .less: return left.order(to: right, options) == .ascending
    case .greater: return left.order(to: right, options) == .descending
    case .lessOrEqual:
      let order = left.order(to: right, options)
      return order == .ascending || order == .same
    case .greaterOrEqual:
      let order = left.order(to: right, options)
      return order == .descending || order == .same
    case .between: return false
    case .search:
      guard case .string(let query) = right else { return false }
      let texts: [AttributeValue] = if case .list(let texts) = left { texts } else { [left] }
      return SearchQuery(query, tokenizer: FullTextTokenizer(options)).holds(for: texts)
    case .in: return Self.contains.holds(right, left, options)
    case .beginsWith, .endsWith, .contains, .like, .matches:
      if self == .contains, case .list(let values) = left {
        return values.contains { $0.isSame(as: right, options) }
      }
      // Text tests reject all other values.
      guard case .string(let text) = left, case .string(let part) = right else { return false }
      return holds(text, part, options)
    }
  }

  private func holds(_ text: String, _ part: String, _ options: FetchPredicate.Options) -> Bool {
    switch self {
    case .beginsWith: return text.folded(options).utf8.starts(with: part.folded(options).utf8)
    case .endsWith:
      let part = part.folded(options)
      return text.folded(options).utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
    case .contains: return text.folded(options).containsBytes(of: part.folded(options))
    default:
      guard let pattern = try? TextPattern(part, self, options) else { return false }
      return pattern.matches(TextPattern.prepare(text, self, options))
    }
  }
}

extension AttributeValue {
  /// The Boolean value for 0 or 1, if the value is compared with a Boolean value.
  package var truth: Bool? {
    switch self {
    case .bool(let holds): holds
    case .int(0): false
    case .int(1): true
    default: nil
    }
  }

  /// Returns whether a predicate considers two values equal. If they have an order, it decides. Otherwise their content
  /// is compared.
  package func isSame(
    as other: AttributeValue, _ options: FetchPredicate.Options = []
  ) -> Bool {
    relation(to: other, options) == .same || self == other
  }

  /// A value for hashing: values that a predicate considers equal have equal keys.
  package var comparisonKey: AttributeValue {
    switch self {
    case .double(let number): Int64(exactly: number).map(AttributeValue.int) ?? self
    case .decimal(let number):
      if case .int(let whole)? = converted(to: .int64) {
        .int(whole)
      } else if let double = Double(number.description), Decimal(sameAs: double) == number {
        .double(double)
      } else {
        self
      }
    case .zonedDate(let value): .date(value.date)
    default: self
    }
  }

  /// Returns the order of two present values. Sort orders also place missing values, but predicates do
  /// not.
  fileprivate func order(
    to other: AttributeValue, _ options: FetchPredicate.Options
  ) -> ValueOrder? {
    isNull || other.isNull ? nil : relation(to: other, options)
  }

  private func relation(
    to other: AttributeValue, _ options: FetchPredicate.Options
  ) -> ValueOrder? {
    switch (self, other) {
    case (.string(let text), .string(let other)) where !options.isEmpty:
      AttributeValue.string(text.folded(options)).compare(.string(other.folded(options)))
    case (.bool, .int): other.truth.flatMap { compare(.bool($0)) }
    case (.int, .bool): truth.flatMap { AttributeValue.bool($0).compare(other) }
    default: compare(other)
    }
  }
}

extension String {
  fileprivate func containsBytes(of part: String) -> Bool {
    var text = self
    var part = part
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        guard part.count <= text.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
          if text[start...].starts(with: part) { return true }
        }
        return false
      }
    }
  }
}
