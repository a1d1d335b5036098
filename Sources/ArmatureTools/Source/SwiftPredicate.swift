import ArmatureModel

/// A condition as an expression of Swift: in the words of a closure where it has them, else as the data it is.
struct SwiftPredicate {
  /// The body of a closure, whose parameter is the object.
  let closure: String
  private(set) var needsFoundation = false

  init(_ predicate: FetchPredicate) {
    if let words = Self.words(predicate) {
      closure = "{ \(words) }"
    } else {
      var data = SwiftPredicateData()
      closure = "{ _ in \(data.text(predicate)) }"
      needsFoundation = data.needsFoundation
    }
  }

  private static let operators: [FetchPredicate.Comparison: String] = [
    .equal: "==", .notEqual: "!=", .less: "<", .lessOrEqual: "<=", .greater: ">",
    .greaterOrEqual: ">=",
  ]

  /// A comparison of a property with a simple value, or several of them.
  private static func words(_ predicate: FetchPredicate) -> String? {
    switch predicate {
    case .and(let parts): return joined(parts, " && ")
    case .or(let parts): return joined(parts, " || ")
    case .comparison(.keyPath(let path), let comparison, let right, let options, .one):
      guard options.isEmpty, let word = operators[comparison], path.level == 0, !path.names.isEmpty,
        path.names.allSatisfy(SwiftNames.isPlain), let value = value(right)
      else { return nil }
      if value == "nil", comparison != .equal && comparison != .notEqual { return nil }
      return "$0.\(path.names.joined(separator: ".")) \(word) \(value)"
    default: return nil
    }
  }

  private static func joined(_ parts: [FetchPredicate], _ word: String) -> String? {
    guard parts.count > 1 else { return nil }
    // A long chain would cost the compiler more than its data.
    guard parts.count <= 4 else { return nil }
    let texts = parts.compactMap { part -> String? in
      guard case .comparison = part else { return nil }
      return words(part)
    }
    return texts.count == parts.count ? texts.joined(separator: word) : nil
  }

  private static func value(_ expression: FetchExpression) -> String? {
    switch expression {
    case .constant(.null): "nil"
    case .constant(.int(let value)): SwiftLiteral.text(value)
    case .constant(.bool(let value)): "\(value)"
    case .constant(.string(let value)): value.swiftLiteral
    case .variable(let name): variable(name)
    case .properties(let names, .variable(let name)) where names.allSatisfy(SwiftNames.isPlain):
      "\(variable(name)).\(names.joined(separator: "."))"
    default: nil
    }
  }

  private static func variable(_ name: String) -> String {
    name == "FETCH_SOURCE" ? "QueryVariable.fetchSource" : "QueryVariable(\(name.swiftLiteral))"
  }
}
