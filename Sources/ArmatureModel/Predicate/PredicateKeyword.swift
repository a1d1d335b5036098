/// A keyword of the format language. Keywords are case-insensitive.
enum PredicateKeyword {
  case infix(PredicateOperator)
  case not
  case quantifier(FetchPredicate.Quantifier)
  /// A constant with a name.
  case value(AttributeValue)
  /// A predicate that always holds, or never.
  case holds(Bool)
  /// The object itself.
  case object
  /// A keyword before parentheses; otherwise a name.
  case call
  /// A keyword in brackets; otherwise a name.
  case position

  private static let all: [String: PredicateKeyword] = [
    "ALL": .quantifier(.all), "AND": .infix(.and), "ANY": .quantifier(.any), "ANYKEY": .position,
    "BEGINSWITH": .infix(.comparison(.beginsWith)), "BETWEEN": .infix(.comparison(.between)),
    "CAST": .call, "CONTAINS": .infix(.comparison(.contains)),
    "ENDSWITH": .infix(.comparison(.endsWith)), "FALSE": .value(.bool(false)),
    "FALSEPREDICATE": .holds(false), "FIRST": .position, "IN": .infix(.comparison(.in)),
    "INTERSECT": .infix(.combination(.intersection)),
    "LAST": .position, "LIKE": .infix(.comparison(.like)),
    "MATCHES": .infix(.comparison(.matches)), "MINUS": .infix(.combination(.difference)),
    "NIL": .value(.null), "NO": .value(.bool(false)),
    "NONE": .quantifier(.none), "NOT": .not, "NULL": .value(.null), "OR": .infix(.or),
    "SELF": .object, "SIZE": .position, "SOME": .quantifier(.any), "SUBQUERY": .call,
    "TERNARY": .call, "TRUE": .value(.bool(true)), "TRUEPREDICATE": .holds(true),
    "UNION": .infix(.combination(.union)), "YES": .value(.bool(true)),
  ]

  /// The number of letters of the longest keyword.
  private static let maximumLength = 14

  /// The keywords that join two values or predicates.
  static let infixWords = all.compactMap { word, keyword in
    if case .infix = keyword { word } else { nil }
  }.sorted()

  /// Creates the keyword that ASCII letters spell.
  init?(_ letters: ArraySlice<UInt8>) {
    guard letters.count <= Self.maximumLength else { return nil }
    let word = String(unsafeUninitializedCapacity: letters.count) { buffer in
      for (index, letter) in letters.enumerated() {
        buffer[index] = UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter ? letter & 0xDF : letter
      }
      return letters.count
    }
    guard let keyword = Self.all[word] else { return nil }
    self = keyword
  }
}
