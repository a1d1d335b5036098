import ArmatureModel

extension SQLWriter {
  /// Returns the expressions to sort rows by. In ascending order, missing values come first, and in descending order
  /// last.
  func order(_ order: FetchOrder) throws -> [SQLStatement] {
    if order.comparator != nil { throw SQLInexact("it sorts by a comparator, which is code") }
    let term = try term(order.expression)
    guard let kind = term.kind else { return [] }
    switch kind {
    case .externalData: throw SQLInexact("it sorts by data that may be in files")
    case .list, .key: throw SQLInexact("it sorts by values without an order")
    case .text where !order.options.isEmpty, .decimal where !dialect.comparesDecimals:
      guard let functions = dialect.functions else {
        throw SQLInexact("the database sorts it in another way")
      }
      let key = functions.sortKey(term, order.options)
      return [dialect.sorted(key, isAscending: order.isAscending)]
    default: return [dialect.sorted(term.text, isAscending: order.isAscending)]
    }
  }
}
