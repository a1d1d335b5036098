import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Comparisons of two values.
extension SQLWriter {
  /// Returns the comparison of a value with the value on the right.
  func compare(
    _ left: SQLTerm, _ comparison: FetchPredicate.Comparison, _ right: FetchExpression,
    _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    switch comparison {
    case .in: return try isIn(left, right, options)
    case .between:
      guard case .list(let bounds) = right, bounds.count == 2 else {
        throw SQLInexact("the bounds are not two values")
      }
      let lower = try relation(left, .greaterOrEqual, term(bounds[0]), options)
      let upper = try relation(left, .lessOrEqual, term(bounds[1]), options)
      return "(\(lower)) AND (\(upper))"
    default: return try relation(left, comparison, term(right), options)
    }
  }

  private func relation(
    _ left: SQLTerm, _ comparison: FetchPredicate.Comparison, _ right: SQLTerm,
    _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    switch comparison {
    case .equal: return try isSame(left, right, options)
    case .notEqual: return try isOther(left, right, options)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return try order(left, comparison, right, options)
    case .beginsWith, .endsWith, .contains, .like, .matches:
      return try textTest(left, comparison, right, options)
    case .in, .between: throw SQLInexact("it is about several values")
    case .search: return try holds(left, comparison, right, options)
    }
  }

  func holds(
    _ left: SQLTerm, _ comparison: FetchPredicate.Comparison, _ right: SQLTerm,
    _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    guard let functions = dialect.functions else {
      throw SQLInexact("the database compares it in another way")
    }
    if left.isOpaque || right.isOpaque {
      throw SQLInexact("lists and JSON values are compared as a whole")
    }
    for case .externalData? in [left.kind, right.kind] {
      throw SQLInexact("it compares data that may be in files")
    }
    return functions.holds(left, comparison, right, options)
  }

  // MARK: Equality

  /// Returns the condition that two values are the same, or both missing.
  func isSame(
    _ left: SQLTerm, _ right: SQLTerm, _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    if left.kind == nil || right.kind == nil {
      if left.kind == nil, right.kind == nil { return "TRUE" }
      return "\(left.kind == nil ? right.text : left.text) IS NULL"
    }
    guard let (left, right) = try alike(left, right, options) else {
      return try holds(left, .equal, right, options)
    }
    // Both forms use an index; this form is easier to read.
    if left.isPresent || right.isPresent { return "\(left.text) = \(right.text)" }
    return dialect.isSame(left.text, right.text)
  }

  private func isOther(
    _ left: SQLTerm, _ right: SQLTerm, _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    "(\(try isSame(left, right, options))) IS NOT TRUE"
  }

  /// Returns two terms that the database compares exactly like memory does; `nil` if this is impossible.
  private func alike(
    _ left: SQLTerm, _ right: SQLTerm, _ options: FetchPredicate.Options
  ) throws -> (SQLTerm, SQLTerm)? {
    guard let a = left.kind, let b = right.kind else { return nil }
    switch (a, b) {
    case (.text, .text): return options.isEmpty ? (left, right) : nil
    case (.integer, .real), (.real, .integer):
      return dialect.comparesMixedNumbers || left.isSmall || right.isSmall ? (left, right) : nil
    case (.key, .key): return (left, right)
    case (.decimal, .integer): return right.asDecimal.map { (left, $0) }
    case (.integer, .decimal): return left.asDecimal.map { ($0, right) }
    case (.truth, .integer): return try right.truth.map { (left, try constant(.bool($0))) }
    case (.integer, .truth): return try left.truth.map { (try constant(.bool($0)), right) }
    case _ where a.isOpaque || b.isOpaque: return nil
    case (.externalData, _), (_, .externalData): return nil
    default: return a == b ? (left, right) : nil
    }
  }

  // MARK: Order

  private func order(
    _ left: SQLTerm, _ comparison: FetchPredicate.Comparison, _ right: SQLTerm,
    _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    if left.kind == nil || right.kind == nil { return "FALSE" }
    if case .key? = left.kind { return "FALSE" }
    guard let (left, right) = try alike(left, right, options),
      left.kind != .decimal || dialect.comparesDecimals
    else { return try holds(left, comparison, right, options) }
    let test: SQLStatement =
      "\(left.text) \(SQLStatement(text: comparison.rawValue)) \(right.text)"
    let greater = comparison == .less || comparison == .lessOrEqual ? right : left
    // NaN has no order in memory; in the database, it is greater than all numbers.
    guard let kind = greater.kind, kind.mayBeNaN else { return test }
    if let constant = greater.constant { return constant.isNotANumber ? "FALSE" : test }
    return "\(test) AND \(dialect.isNumber(greater.text, kind))"
  }

  // MARK: Text

  private func textTest(
    _ left: SQLTerm, _ comparison: FetchPredicate.Comparison, _ right: SQLTerm,
    _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    if left.isOpaque || right.isOpaque { throw SQLInexact(Self.looksInside) }
    // Only texts satisfy text comparisons.
    guard left.kind == .text, right.kind == .text else { return "FALSE" }
    guard options.isEmpty, comparison != .like, comparison != .matches else {
      return try holds(left, comparison, right, options)
    }
    switch (comparison, right.constant) {
    case (.beginsWith, .string(let prefix)?):
      let start = "\(left.text) >= \(right.text)" as SQLStatement
      return prefix.upperBound.map { "\(start) AND \(left.text) < \(value: .text($0))" } ?? start
    case (.contains, _): return dialect.contains(left.text, right.text)
    default: return try holds(left, comparison, right, options)
    }
  }

  // MARK: Lists

  private func isIn(
    _ left: SQLTerm, _ right: FetchExpression, _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    if case .list(let parts) = right { return try isAmong(left, parts, options) }
    if case .constant(.objects(let ids)) = right {
      return try isAmong(left, ids.map { .constant(.object($0)) }, options)
    }
    switch try walk(right) {
    case .several(let several):
      return "EXISTS \(several.rows(where: try isSame(several.value, left, options)))"
    // Whether a text contains another one.
    case .one(let text): return try textTest(text, .contains, left, options)
    }
  }

  private func isAmong(
    _ left: SQLTerm, _ parts: [FetchExpression], _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    var listed: [SQLStatement] = []
    var others: [SQLStatement] = []
    for part in parts {
      let term = try term(part)
      if term.isPresent, left.kind != nil, let (one, other) = try alike(left, term, options),
        one == left
      {
        listed.append(other.text)
      } else {
        others.append("(\(try isSame(left, term, options)))")
        if others.count > Self.mostAlternatives { throw SQLInexact("it has too many alternatives") }
      }
    }
    // Deduplicating leaves at most two Booleans. Their literals have another type.
    if listed.count > Self.mostBoundValues {
      var seen: Set<SQLStatement> = []
      listed.removeAll { !seen.insert($0).inserted }
    }
    if listed.count > Self.mostBoundValues { listed = try listed.map { try $0.literal() } }
    if !listed.isEmpty { others.append("\(left.text) IN (\(listed.joined(by: ", ")))") }
    return others.isEmpty ? "FALSE" : Self.balanced(others[...], " OR ")
  }

  private static var mostAlternatives: Int { 200 }
  private static var mostBoundValues: Int { 2000 }
}

extension SQLTerm {
  fileprivate var isOpaque: Bool { kind?.isOpaque == true }

  /// The constant integer as a decimal; `nil` for other terms.
  fileprivate var asDecimal: SQLTerm? {
    guard case .int(let number)? = constant else { return nil }
    return SQLTerm("\(value: .text(number.description))", .decimal, constant: constant)
  }

  /// The Boolean value for the constant number 0 or 1; `nil` for other terms.
  fileprivate var truth: Bool? {
    guard case .int(let number)? = constant, number == 0 || number == 1 else { return nil }
    return number == 1
  }

  /// Whether the term is a constant number that can be compared exactly with any floating-point number.
  fileprivate var isSmall: Bool {
    switch constant {
    case .int(let number)?: number.magnitude < 1 << 53
    case .double(let number)?: number.magnitude < 0x1p53
    default: false
    }
  }
}

extension SQLStatement {
  /// Returns a single value as literal SQL, because there are too many values to bind all of them.
  fileprivate func literal() throws -> SQLStatement {
    switch values.first {
    case .integer(let number): return SQLStatement(text: number.description)
    case .text(let text) where !text.utf8.contains(0):
      return "\(literal: text)"
    default: throw SQLInexact("a list has more values than can be bound")
    }
  }
}

extension String {
  /// The least text that is greater than all texts with this prefix; `nil` if no such text exists.
  fileprivate var upperBound: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        scalars.append(scalar)
        return String(String.UnicodeScalarView(scalars))
      }
    }
    return nil
  }
}
