import ArmatureModel

/// Values computed from an object.
extension SQLWriter {
  /// Returns the value of an expression.
  func term(_ expression: FetchExpression) throws -> SQLTerm {
    try nested {
      switch expression {
      case .constant(let value): return try constant(value)
      case .keyPath, .properties, .subquery:
        guard case .one(let term) = try walk(expression) else {
          throw SQLInexact("it leads to several values")
        }
        return term
      case .arithmetic(let left, let operation, let right):
        return try arithmetic(term(left), operation, term(right))
      case .function(let function, let arguments):
        guard let argument = arguments.first else {
          throw SQLInexact("a store has a clock of its own")
        }
        return try apply(function, term(argument))
      case .aggregate(let aggregate, let values): return try self.aggregate(aggregate, of: values)
      case .conditional(let condition, let first, let other):
        return try conditional(condition, term(first), term(other))
      case .list, .variable, .combination, .element:
        throw SQLInexact("\(expression) is not a single value")
      }
    }
  }

  /// Returns a value that is the same in every row.
  func constant(_ value: AttributeValue) throws -> SQLTerm {
    if value.isNull { return SQLTerm("NULL", nil, constant: .null) }
    guard let kind = SQLKind(constant: value) else {
      throw SQLInexact("\(value.typeName) is compared as a whole")
    }
    if case .object(let id) = value, id.storeID != storeID {
      // An object of another store: no row has this key.
      return SQLTerm(dialect.constant("\(value: .integer(0))", kind), kind, constant: value)
    }
    guard let encoded = kind.encode(value), dialect.holds(value) else {
      throw SQLInexact("\(value) is not a SQL value")
    }
    return SQLTerm(dialect.constant("\(value: encoded)", kind), kind, constant: value)
  }

  private func functions() throws -> any SQLFunctions {
    guard let functions = dialect.functions else {
      throw SQLInexact("the database computes it in another way")
    }
    return functions
  }

  private func arithmetic(
    _ left: SQLTerm, _ operation: FetchExpression.Arithmetic, _ right: SQLTerm
  ) throws -> SQLTerm {
    if let a = left.constant, let b = right.constant {
      return try constant(operation.apply(a, b))
    }
    guard let a = left.kind, let b = right.kind else {
      return SQLTerm("NULL", nil, constant: .null)
    }
    let kind: SQLKind
    switch (a, b) {
    case (.integer, .integer): kind = .integer
    case (.real, .real), (.real, .integer), (.integer, .real): kind = .real
    case (.decimal, .decimal), (.decimal, .integer), (.integer, .decimal), (.decimal, .real),
      (.real, .decimal):
      kind = .decimal
    case (.text, .text): kind = .text
    case (.date, .date): kind = .real
    case (.date, .integer), (.date, .real), (.date, .decimal), (.integer, .date), (.real, .date),
      (.decimal, .date):
      kind = .date
    default: throw SQLInexact("\(operation.rawValue) has no result of one kind")
    }
    return SQLTerm(try functions().apply(operation, left, right, as: kind), kind)
  }

  private func apply(_ function: FetchExpression.Function, _ value: SQLTerm) throws -> SQLTerm {
    if let constant = value.constant { return try self.constant(function.apply([constant])) }
    guard let kind = value.kind else { return SQLTerm("NULL", nil, constant: .null) }
    let result: SQLKind
    switch (function, kind) {
    case (.lowercase, .text), (.uppercase, .text), (.canonical, .text), (.text, .text):
      result = .text
    case (.length, .text), (.abs, .integer), (.floor, .integer), (.ceiling, .integer),
      (.truncate, .integer), (.onesComplement, .integer), (.number, .integer), (.number, .truth):
      result = .integer
    case (.abs, .real), (.floor, .real), (.ceiling, .real), (.truncate, .real), (.number, .real),
      (.squareRoot, .real), (.squareRoot, .integer), (.squareRoot, .decimal), (.number, .date):
      result = .real
    case (.abs, .decimal), (.floor, .decimal), (.ceiling, .decimal), (.truncate, .decimal),
      (.number, .decimal):
      result = .decimal
    case (.text, .integer), (.text, .real), (.text, .decimal), (.text, .truth), (.text, .uuid),
      (.text, .url):
      result = .text
    case (.date, .integer), (.date, .real), (.date, .decimal), (.date, .date): result = .date
    default: throw SQLInexact("\(function.rawValue) has no result of one kind")
    }
    return SQLTerm(try functions().apply(function, value, as: result), result)
  }

  private func conditional(
    _ condition: FetchPredicate, _ first: SQLTerm, _ other: SQLTerm
  ) throws -> SQLTerm {
    guard first.kind == other.kind || first.kind == nil || other.kind == nil else {
      throw SQLInexact("a TERNARY has values of two kinds")
    }
    return SQLTerm(
      "CASE WHEN \(try self.condition(condition)) THEN \(first.text) ELSE \(other.text) END",
      first.kind ?? other.kind)
  }

  private func aggregate(
    _ aggregate: FetchExpression.Aggregate, of values: FetchExpression
  ) throws -> SQLTerm {
    guard case .several(let several) = try walk(values) else {
      throw SQLInexact("an aggregate is not of the objects of a relationship")
    }
    let zero = several.value.kind?.encode(.int(0)) ?? .null
    let result = try self.aggregate(aggregate, of: several.value, sumOfNothing: zero)
    return SQLTerm(several.aggregate(result.text), result.kind)
  }

  /// Returns an aggregate of the values of a term in several rows.
  func aggregate(
    _ aggregate: FetchExpression.Aggregate, of value: SQLTerm, sumOfNothing zero: SQLValue
  ) throws -> SQLTerm {
    guard let kind = value.kind else { throw SQLInexact("an aggregate has no values") }
    if kind == .integer, aggregate == .sum || aggregate == .average,
      let exact = dialect.exactAggregate(aggregate, of: value.text)
    {
      if aggregate == .average { return SQLTerm(exact, .real) }
      return SQLTerm(
        "CASE COUNT(\(value.text)) WHEN 0 THEN \(value: zero) ELSE \(exact) END", kind)
    }
    let result: SQLKind
    switch (aggregate, kind) {
    case (.count, .list): throw SQLInexact("it counts the values of lists")
    case (.count, _): return SQLTerm("COUNT(\(value.text))", .integer)
    case (.sum, .integer) where sums == .failing:
      hasFailingSum = true
      return SQLTerm("COALESCE(SUM(\(value.text)), \(value: zero))", kind)
    case (.average, .integer) where sums == .failing:
      hasFailingSum = true
      return SQLTerm("CAST(SUM(\(value.text)) AS REAL) / COUNT(\(value.text))", .real)
    case (.sum, .integer), (.sum, .real), (.sum, .decimal): result = kind
    case (.average, .integer), (.average, .real): result = .real
    case (.average, .decimal): result = .decimal
    case (.minimum, .integer), (.minimum, .text): return SQLTerm("MIN(\(value.text))", kind)
    case (.maximum, .integer), (.maximum, .text): return SQLTerm("MAX(\(value.text))", kind)
    case (.minimum, .real), (.minimum, .decimal), (.minimum, .date), (.maximum, .real),
      (.maximum, .decimal), (.maximum, .date):
      result = kind
    default: throw SQLInexact("\(aggregate.rawValue) has no result of one kind")
    }
    let text = try functions().aggregate(aggregate, of: value, as: result)
    if aggregate != .sum { return SQLTerm(text, result) }
    // A sum outside its range also has no value.
    return SQLTerm(
      "CASE COUNT(\(value.text)) WHEN 0 THEN \(value: zero) ELSE \(text) END", result)
  }
}

extension SQLKind {
  /// Returns the kind of a constant. Returns `nil` for null, and for a value that is compared as a whole.
  init?(constant value: AttributeValue) {
    switch value {
    case .zonedDate: self = .date
    case .object(let id): self = .key(id.entityName)
    case .null, .list, .composite, .objects: return nil
    default:
      guard let kind = value.naturalType.flatMap(SQLKind.init) else { return nil }
      self = kind
    }
  }
}
