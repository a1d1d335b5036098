extension PredicateParser {
  /// Reads the arguments in parentheses after a name, and returns the call.
  func call(_ name: String, from start: Int) throws(PredicateParsingError) -> Part {
    if name.uppercased() == "SEARCH" { return try search(from: start) }
    guard token.isSign("(") else { throw expected("\"(\" after the name of a function") }
    switch name.uppercased() {
    case "SUBQUERY": return try subquery(from: start)
    case "TERNARY": return try ternary(from: start)
    case "CAST", "CASTOBJECT:TOTYPE:": return try cast(from: start)
    default: break
    }
    guard let function = PredicateFunction(name) else { throw unknownFunction(name, at: start) }
    let parts = try callArguments(of: name)
    guard parts.count == function.argumentCount else {
      throw PredicateParsingError(
        start,
        "Expected \(function.argumentCount) argument\(function.argumentCount == 1 ? "" : "s")"
          + " of \(name), but there \(parts.count == 1 ? "is" : "are") \(parts.count).")
    }
    var values: [FetchExpression] = []
    for part in parts { values.append(try value(part)) }
    guard let result = function.apply(to: values) else { return parts[0] }
    return try part(.value(result), from: start, around: parts)
  }

  private func callArguments(of name: String) throws(PredicateParsingError) -> [Part] {
    try advance()
    var parts: [Part] = []
    while !token.isSign(")") {
      parts.append(try nested())
      guard token.isSign(",") else { break }
      try advance()
    }
    try expect(")", "or \",\" after an argument of \(name)")
    return parts
  }

  private func unknownFunction(_ name: String, at start: Int) -> PredicateParsingError {
    switch name.uppercased() {
    case "FUNCTION":
      return PredicateParsingError(
        start, "Expected a supported function, but FUNCTION calls methods of objects.",
        remedy: "Conditions cannot run code.")
    default:
      let near = nearMiss(
        name, in: PredicateFunction.names + ["CAST", "SEARCH", "SUBQUERY", "TERNARY"])
      return PredicateParsingError(
        start, "Expected a function, but there is none called \(name.quotedForMessage).",
        remedy: near.map { "Did you mean \($0)?" })
    }
  }

  private func subquery(from start: Int) throws(PredicateParsingError) -> Part {
    try advance()
    let collection = try nested()
    let objects = try value(collection)
    try expect(",", "after the objects of a subquery")
    guard case .variable(let name) = token.kind else {
      throw expected("a variable for the objects of a subquery, such as $x")
    }
    try advance()
    try expect(",", "after the variable of a subquery")
    scopes.append(name)
    let condition = try nested()
    let filter = try self.condition(condition)
    scopes.removeLast()
    try expect(")", "after the condition of a subquery")
    return try part(
      .value(.subquery(objects, where: filter)), from: start, around: [collection, condition])
  }

  private func ternary(from start: Int) throws(PredicateParsingError) -> Part {
    try advance()
    let condition = try nested()
    let test = try self.condition(condition)
    try expect(",", "after the condition of TERNARY")
    let first = try nested()
    let firstValue = try value(first)
    try expect(",", "after the first value of TERNARY")
    let other = try nested()
    let otherValue = try value(other)
    try expect(")", "after the second value of TERNARY")
    return try part(
      .value(.conditional(test, firstValue, otherwise: otherValue)), from: start,
      around: [condition, first, other])
  }

  /// Reads the texts of a search and its query: `SEARCH(title, body, "dune herb*")`.
  private func search(from start: Int) throws(PredicateParsingError) -> Part {
    let options = try options()
    guard token.isSign("(") else { throw expected("\"(\" after SEARCH") }
    let parts = try callArguments(of: "SEARCH")
    guard parts.count > 1 else {
      throw PredicateParsingError(
        start, "Expected texts and a query of SEARCH, but there is no query.",
        remedy: "Write SEARCH(SELF, \"words\"), or the names of properties instead of SELF.")
    }
    var values: [FetchExpression] = []
    for part in parts { values.append(try value(part)) }
    let query = values.removeLast()
    return try part(
      .condition(
        .comparison(values.count == 1 ? values[0] : .list(values), .search, query, options: options)
      ),
      from: start, around: parts)
  }

  private func cast(from start: Int) throws(PredicateParsingError) -> Part {
    try advance()
    let operand = try nested()
    let value = try value(operand)
    try expect(",", "after the value to cast")
    guard case .text(let name) = token.kind else {
      throw expected("the name of a type in quotes, such as \"NSDate\"")
    }
    let type = PredicateCast(rawValue: name)
    let function = FetchExpression.Function(rawValue: name).flatMap { $0.isCast ? $0 : nil }
    if type == nil, function == nil {
      let names = PredicateCast.allCases.map(\.rawValue) + ["NSNumber", "NSString"]
      throw expected(
        "the name of a type",
        remedy: nearMiss(name, in: names).map { "Did you mean \"\($0)\"?" }
          ?? "The types are \(names.joined(separator: ", ")).")
    }
    try advance()
    try expect(")", "after the type of a cast")
    if let type, operand.isLiteral {
      guard let constant = type.constant(of: value) else {
        throw PredicateParsingError(
          operand.start,
          "Expected \(type.wanted) to be cast to \(name), but found something else.")
      }
      var part = try part(.value(.constant(constant)), from: start, around: [operand])
      part.isLiteral = true
      return part
    }
    guard let function else {
      throw PredicateParsingError(
        operand.start, "Expected \(type?.wanted ?? "a constant"), but the value is computed.",
        remedy: "Only NSDate, NSNumber and NSString accept computed values.")
    }
    return try part(.value(.function(function, [value])), from: start, around: [operand])
  }
}
