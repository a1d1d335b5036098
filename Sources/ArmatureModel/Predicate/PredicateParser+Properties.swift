extension PredicateParser {
  /// A value, followed by names and an aggregate that have not been applied yet.
  private struct Chain {
    var base: Part
    var names: [String] = []
    /// The aggregate of the base and the names.
    var aggregate: FetchExpression.Aggregate?
  }

  /// Reads the names, aggregates and brackets after a value.
  ///
  /// An aggregate applies to the names that follow it, up to the next aggregate.
  func properties(of base: Part) throws(PredicateParsingError) -> Part {
    var chain = Chain(base: base)
    // A path may start with an aggregate: `@max.length` is about the object itself.
    if token.kind == .aggregate { try aggregate(&chain) }
    while true {
      if token.isSign(".") {
        try advance()
        if token.kind == .aggregate {
          try aggregate(&chain)
        } else if chain.aggregate == .count {
          throw expected(
            "nothing after @count", remedy: "Write the path before it: books.@count.")
        } else {
          try name(&chain)
        }
      } else if token.isSign("[") {
        try apply(&chain)
        try bracket(&chain)
      } else {
        try apply(&chain)
        return chain.base
      }
    }
  }

  private func name(_ chain: inout Chain) throws(PredicateParsingError) {
    switch token.kind {
    // After a point, no word is a keyword.
    case .word: chain.names.append(tokenText)
    case .name(let name): chain.names.append(name)
    case .specifier where tokenText == "%K":
      let path = try argumentPath(allowsAggregate: false)
      chain.names += path.names
    case .specifier:
      throw expected("a name after the point", remedy: "Use %K for a name.")
    default: throw expected("a name after the point")
    }
    try advance()
  }

  /// Operators of key-value coding that have no effect here, because a path always leads to all values.
  private static let unions = ["@unionOfObjects", "@unionOfArrays", "@unionOfSets"]
  /// Operators of key-value coding for distinct values, applied to collections of collections.
  private static let distinctUnions = ["@distinctUnionOfArrays", "@distinctUnionOfSets"]

  private func aggregate(_ chain: inout Chain) throws(PredicateParsingError) {
    let word = tokenText
    if Self.unions.contains(word) { return try advance() }
    let isDistinct = Self.distinctUnions.contains(word)
    guard let aggregate = isDistinct ? .distinct : FetchExpression.Aggregate(rawValue: word) else {
      let names = FetchExpression.Aggregate.allCases.map(\.rawValue)
      throw expected(
        "one of \(names.joined(separator: ", "))",
        remedy: nearMiss(word, in: names).map { "Did you mean \($0)?" })
    }
    try apply(&chain)
    try advance()
    chain.aggregate = aggregate
  }

  /// Reads `[SIZE]`, `[FIRST]`, `[LAST]` or an index.
  private func bracket(_ chain: inout Chain) throws(PredicateParsingError) {
    try advance()
    var position: FetchExpression.Position?
    if case .position? = token.keyword, let word = BracketWord(rawValue: tokenText.uppercased()) {
      switch word {
      case .size: break
      case .first: position = .first
      case .last: position = .last
      }
      try advance()
    } else {
      let missing = expected("SIZE, FIRST, LAST or an index from 0 between the brackets")
      guard
        case .value(.constant(.int(let index))) = try nested(
          PredicateOperator.comparisonPrecedence + 1
        ).content, index >= 0
      else {
        throw missing
      }
      position = .index(Int(index))
    }
    try expect("]", "after the index in brackets")
    guard let position else {
      chain.aggregate = .count
      return try apply(&chain)
    }
    let base = chain.base
    chain.base = try part(
      .value(.element(position, of: value(base))), from: base.start, around: [base])
  }

  private enum BracketWord: String {
    case size = "SIZE", first = "FIRST", last = "LAST"
  }

  private func apply(_ chain: inout Chain) throws(PredicateParsingError) {
    let base = chain.base
    if !chain.names.isEmpty {
      let value = try value(base)
      let result = Part.Content.value(value.appending(chain.names))
      switch value {
      // A longer path is not nested more deeply.
      case .keyPath, .properties:
        chain.base = Part(content: result, start: base.start, depth: base.depth)
      default: chain.base = try part(result, from: base.start, around: [base])
      }
      chain.names = []
    }
    if let aggregate = chain.aggregate {
      chain.base = try part(
        .value(.aggregate(aggregate, of: value(chain.base))), from: base.start,
        around: [chain.base])
      chain.aggregate = nil
    }
  }
}
