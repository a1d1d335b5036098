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
