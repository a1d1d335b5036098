/// A token of the format language: a word, a sign or a literal.
struct PredicateToken {
  enum Kind: Equatable {
    case end
    /// A name or a keyword.
    case word
    /// A name that is never a keyword: `#in`.
    case name(String)
    /// `$NAME`, without the sign.
    case variable(String)
    /// The name of a function with its colons: `modulus:by:`.
    case selector
    /// `@count`.
    case aggregate
    case text(String)
    case number
    /// A format specifier, which an argument replaces: `%ld`.
    case specifier
    /// A sign that is not an operator, or one byte of an incomplete operator.
    case sign(UInt8)
    /// An operator such as `==`, `&&` or `+`.
    case infix
  }

  var kind: Kind
  /// The range of the token in bytes.
  var range: Range<Int>
  var keyword: PredicateKeyword?
  /// The operator, written as a sign or a word.
  var infix: PredicateOperator?

  func isSign(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }
}

extension Unicode.Scalar {
  /// Whether an unquoted name can start with the scalar.
  var isNameStart: Bool { self == "_" || properties.isXIDStart }

  /// Whether an unquoted name can contain the scalar after its start.
  var isNamePart: Bool { properties.isXIDContinue }
}

/// A binary operator that joins two values or predicates.
enum PredicateOperator: Hashable {
  case and, or
  case comparison(FetchPredicate.Comparison)
  /// A keyword after a value; otherwise a name.
  case combination(FetchExpression.Combination)
  case arithmetic(FetchExpression.Arithmetic)

  /// The precedence of the operator. ``notPrecedence`` is between logical operators and comparisons.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .comparison: Self.comparisonPrecedence
    case .combination: 5
    case .arithmetic(.bitwiseOr): 6
    case .arithmetic(.bitwiseXor): 7
    case .arithmetic(.bitwiseAnd): 8
    case .arithmetic(.leftShift), .arithmetic(.rightShift): 9
    case .arithmetic(.add), .arithmetic(.subtract): 10
    case .arithmetic(.multiply), .arithmetic(.divide), .arithmetic(.modulus): 11
    case .arithmetic(.power): 12
    }
  }

  static let notPrecedence = 3
  static let comparisonPrecedence = 4
  static let signPrecedence = 13
}

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
    "SEARCH": .call,
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

/// The meaning of a function name in the text of a predicate.
enum PredicateFunction {
  case function(FetchExpression.Function)
  case arithmetic(FetchExpression.Arithmetic)
  case aggregate(FetchExpression.Aggregate)
  /// A hint for Core Data's stores, without effect here.
  case identity

  private static let all: [String: PredicateFunction] = {
    var all: [String: PredicateFunction] = [
      "add:to:": .arithmetic(.add), "from:subtract:": .arithmetic(.subtract),
      "multiply:by:": .arithmetic(.multiply), "divide:by:": .arithmetic(.divide),
      "raise:toPower:": .arithmetic(.power), "sum:": .aggregate(.sum),
      "count:": .aggregate(.count), "average:": .aggregate(.average),
      "min:": .aggregate(.minimum), "max:": .aggregate(.maximum),
      "noindex:": .identity,
    ]
    for function in FetchExpression.Function.allCases where !function.isCast {
      all[function.rawValue] = .function(function)
    }
    for operation in FetchExpression.Arithmetic.allCases where operation.rawValue.hasSuffix(":") {
      all[operation.rawValue] = .arithmetic(operation)
    }
    // The colon of a single argument may be omitted.
    for (name, function) in all where function.argumentCount == 1 {
      all[String(name.dropLast())] = function
    }
    return all
  }()

  /// All names. If a name has a form with colons, this form is used.
  static let names = all.keys.filter { $0.hasSuffix(":") || $0 == "now" }.sorted()

  init?(_ name: String) {
    guard let function = Self.all[name] else { return nil }
    self = function
  }

  var argumentCount: Int {
    switch self {
    case .function(let function): function.argumentCount
    case .arithmetic: 2
    case .aggregate, .identity: 1
    }
  }

  /// Returns the function applied to its arguments, or `nil` for the argument itself.
  func apply(to values: [FetchExpression]) -> FetchExpression? {
    switch self {
    case .function(let function): .function(function, values)
    case .arithmetic(let operation): .arithmetic(values[0], operation, values[1])
    case .aggregate(let aggregate): .aggregate(aggregate, of: values[0])
    case .identity: nil
    }
  }
}
