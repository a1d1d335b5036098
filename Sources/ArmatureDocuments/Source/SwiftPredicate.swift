import ArmatureModel

/// A condition as a Swift expression. It is written as a closure if possible, and otherwise as data.
struct SwiftPredicate {
  /// The condition as an expression in which `$0` is the object. It is `nil` if the condition cannot be written this
  /// way.
  let words: String?
  /// The condition as data.
  let data: String
  /// Whether the source uses Foundation.
  let needsFoundation: Bool

  /// - Parameter reached: The properties of the schema that `$0` can access. If it is `nil`, any names and values are
  ///   allowed.
  init(_ predicate: FetchPredicate, reached: [String: PropertyDescription]? = nil) {
    words = Self.words(predicate, reached)
    var source = SwiftPredicateData()
    data = source.text(predicate)
    // Conditions that can be expressed as closures do not use Foundation.
    needsFoundation = words == nil && source.needsFoundation
  }

  /// A closure on one line that takes the object.
  var closure: String { words.map { "{ \($0) }" } ?? "{ _ in \(data) }" }

  private static let operators: [FetchPredicate.Comparison: String] = [
    .equal: "==", .notEqual: "!=", .less: "<", .lessOrEqual: "<=", .greater: ">",
    .greaterOrEqual: ">=",
  ]

  /// Returns an expression that compares a property with a simple value, or that combines several such comparisons.
  private static func words(
    _ predicate: FetchPredicate, _ reached: [String: PropertyDescription]?
  ) -> String? {
    switch predicate {
    case .and(let parts): return joined(parts, " && ", reached)
    case .or(let parts): return joined(parts, " || ", reached)
    case .comparison(.keyPath(let path), let comparison, let right, let options, .one):
      guard options.isEmpty, let word = operators[comparison], path.level == 0, !path.names.isEmpty,
        path.names.allSatisfy(SwiftNames.isPlain), let value = value(right)
      else { return nil }
      if value == "nil", !isEquality(comparison) { return nil }
      if let reached, !compiles(path, comparison, right, reached) { return nil }
      return "$0.\(path.names.joined(separator: ".")) \(word) \(value)"
    default: return nil
    }
  }

  private static func isEquality(_ comparison: FetchPredicate.Comparison) -> Bool {
    comparison == .equal || comparison == .notEqual
  }

  /// Returns whether a comparison with a schema's property compiles. The constant must have exactly the type of the
  /// property.
  private static func compiles(
    _ path: FetchPath, _ comparison: FetchPredicate.Comparison, _ right: FetchExpression,
    _ reached: [String: PropertyDescription]
  ) -> Bool {
    guard path.names.count == 1, case .constant(let value) = right,
      case .attribute(let attribute)? = reached[path.names[0]]
    else { return false }
    switch (attribute.type.storage, value) {
    case (_, .null): return attribute.isOptional
    case (.bool, .bool): return isEquality(comparison)
    case (.string, .string): return true
    case (let type, .int(let number)): return type.integerBounds?.contains(number) ?? false
    default: return false
    }
  }

  private static func joined(
    _ parts: [FetchPredicate], _ word: String, _ reached: [String: PropertyDescription]?
  ) -> String? {
    guard parts.count > 1 else { return nil }
    // A long chain takes the compiler longer than data.
    guard parts.count <= 4 else { return nil }
    let texts = parts.compactMap { part -> String? in
      guard case .comparison = part else { return nil }
      return words(part, reached)
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
