extension FetchPredicate.Comparison {
  /// Whether two values stand in the relation, as ``FetchPredicate`` defines it.
  package func holds(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    switch self {
    case .equal: return left.isSame(as: right)
    case .notEqual: return !left.isSame(as: right)
    case .less: return left.presentOrder(to: right) == .ascending
    case .greater: return left.presentOrder(to: right) == .descending
    case .lessOrEqual:
      let order = left.presentOrder(to: right)
      return order == .ascending || order == .same
    case .greaterOrEqual:
      let order = left.presentOrder(to: right)
      return order == .descending || order == .same
    }
  }
}

extension AttributeValue {
  /// Whether a predicate holds two values equal: by order where there is one, else by content.
  package func isSame(as other: AttributeValue) -> Bool {
    compare(other) == .same || self == other
  }

  /// The order of two values that are both there; sorting puts absent values first, too.
  fileprivate func presentOrder(to other: AttributeValue) -> ValueOrder? {
    isNull || other.isNull ? nil : compare(other)
  }
}

extension FetchPredicate.TextTest {
  /// Whether two values pass the test; what is not text never does.
  ///
  /// - Returns: `nil` for ``matches``, whose pattern is compiled once and not for each value.
  package func holds(
    _ left: AttributeValue, _ right: AttributeValue, ignoringCase: Bool
  ) -> Bool? {
    if self == .matches { return nil }
    guard case .string(let text) = left, case .string(let part) = right else { return false }
    return holds(text, part, ignoringCase: ignoringCase)
  }

  /// Whether two texts pass the test, by UTF-8 bytes; every text starts with the empty one,
  /// contains it and ends with it.
  ///
  /// - Parameter ignoringCase: Whether each character is replaced by its simple lowercase first.
  /// - Returns: `nil` for ``matches``, whose pattern is compiled once and not for each value.
  /// - Complexity: O(*n*) for the ends, O(*n* · *m*) at worst for ``contains``.
  package func holds(_ text: String, _ part: String, ignoringCase: Bool) -> Bool? {
    if ignoringCase {
      return holds(text.simpleLowercase, part.simpleLowercase, ignoringCase: false)
    }
    switch self {
    case .beginsWith: return text.utf8.starts(with: part.utf8)
    case .endsWith: return text.utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
    case .contains: return text.containsBytes(of: part)
    case .matches: return nil
    }
  }
}

extension String {
  /// Each character replaced by the one character that Unicode gives as its lowercase.
  ///
  /// Simple mappings depend on no language and no context, unlike `lowercased()`, which turns a
  /// final Σ into ς and İ into two characters.
  package var simpleLowercase: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      // İ alone has a longer mapping; its first character is the simple one.
      result.append(scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar)
    }
    return String(result)
  }

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
