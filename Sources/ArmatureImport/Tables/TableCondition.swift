/// A `CHECK` condition that consists of simple comparisons.
struct TableCondition {
  private(set) var parts: [Part] = []

  enum Part {
    case comparison(Operand, String, Operand)
    case membership(column: String, [TableLiteral])
  }

  enum Operand {
    case column(String)
    /// The number of characters of a column.
    case length(String)
    case literal(TableLiteral)
  }

  /// Reads a condition; `nil` if it is anything but a conjunction of comparisons.
  init?(_ tokens: [TableToken]) {
    for clause in Self.clauses(of: Self.withoutBrackets(tokens)) {
      guard let parts = Self.parts(of: Self.withoutBrackets(clause)) else { return nil }
      self.parts += parts
    }
  }

  /// Returns the parts between each `AND` that does not belong to `BETWEEN`.
  private static func clauses(of tokens: [TableToken]) -> [[TableToken]] {
    var (clauses, depth, isBetween) = ([[TableToken]()], 0, false)
    for token in tokens {
      if token == .sign("(") { depth += 1 }
      if token == .sign(")") { depth -= 1 }
      if token.isWord("BETWEEN"), depth == 0 { isBetween = true }
      if token.isWord("AND"), depth == 0 {
        if !isBetween {
          clauses.append([])
          continue
        }
        isBetween = false
      }
      clauses[clauses.count - 1].append(token)
    }
    return clauses
  }

  private static func withoutBrackets(_ tokens: [TableToken]) -> [TableToken] {
    var tokens = tokens
    while tokens.count > 2, tokens.first == .sign("("), tokens.last == .sign(")") {
      var depth = 0
      let isOne = tokens.dropLast().allSatisfy { token in
        if token == .sign("(") { depth += 1 }
        if token == .sign(")") { depth -= 1 }
        return depth > 0
      }
      guard isOne else { break }
      tokens = Array(tokens.dropFirst().dropLast())
    }
    return tokens
  }

  private static func parts(of clause: [TableToken]) -> [Part]? {
    // Null passes every check, so `IS NULL OR` adds nothing.
    if clause.count > 4, clause[1].isWord("IS"), clause[2].isWord("NULL"), clause[3].isWord("OR") {
      return TableCondition(Array(clause.dropFirst(4)))?.parts
    }
    if let place = clause.firstIndex(where: { $0.isWord("BETWEEN") }),
      let end = clause[place...].firstIndex(where: { $0.isWord("AND") })
    {
      guard let operand = operand(clause[..<place]),
        let lower = operand.isColumn ? Self.operand(clause[(place + 1)..<end]) : nil,
        let upper = Self.operand(clause[(end + 1)...])
      else { return nil }
      return [.comparison(operand, ">=", lower), .comparison(operand, "<=", upper)]
    }
    if clause.count > 3, let column = clause[0].identifier, clause[1].isWord("IN") {
      guard clause[2] == .sign("("), clause.last == .sign(")") else { return nil }
      let list = clause[3..<(clause.count - 1)].split(separator: .sign(","))
      let literals = list.compactMap { TableLiteral($0) }
      return literals.count == list.count ? [.membership(column: column, literals)] : nil
    }
    let signs: Set<TableToken> = [
      .sign("<"), .sign("<="), .sign(">"), .sign(">="), .sign("="), .sign("=="),
    ]
    guard let place = clause.firstIndex(where: signs.contains),
      case .sign(let sign) = clause[place],
      let left = operand(clause[..<place]), let right = operand(clause[(place + 1)...])
    else { return nil }
    return [.comparison(left, sign, right)]
  }

  private static func operand(_ tokens: ArraySlice<TableToken>) -> Operand? {
    let tokens = Array(tokens)
    if tokens.count == 4, tokens[0].isWord("LENGTH"), tokens[1] == .sign("("),
      tokens[3] == .sign(")"), let column = tokens[2].identifier
    {
      return .length(column)
    }
    if case .name(let column)? = tokens.first, tokens.count == 1 { return .column(column) }
    if let literal = TableLiteral(tokens) { return .literal(literal) }
    return tokens.count == 1 ? tokens[0].identifier.map { .column($0) } : nil
  }
}

extension TableCondition.Operand {
  fileprivate var isColumn: Bool {
    switch self {
    case .column, .length: true
    case .literal: false
    }
  }
}
