/// A word, a sign or a literal of a condition that is read.
struct PredicateToken {
  enum Kind: Equatable {
    case end
    /// A name, or a keyword.
    case word
    /// A name that is no keyword, whatever it spells: `#in`.
    case name(String)
    /// `$NAME`, without the sign.
    case variable(String)
    /// The name of a function with its colons: `modulus:by:`.
    case selector
    /// `@count`.
    case aggregate
    case text(String)
    case number
    /// What an argument takes the place of: `%ld`.
    case specifier
    /// A sign that is no operator, or one byte of one that cannot stand alone.
    case sign(UInt8)
    /// `==`, `&&`, `+` and their like.
    case infix
  }

  var kind: Kind
  /// Where it stands, in bytes.
  var range: Range<Int>
  var keyword: PredicateKeyword?
  /// The operator that the token is, in signs or letters.
  var infix: PredicateOperator?

  func isSign(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }
}

extension Unicode.Scalar {
  /// Whether a name can start with the scalar without being quoted.
  var isNameStart: Bool { self == "_" || properties.isXIDStart }

  /// Whether a name can have the scalar behind its start without being quoted.
  var isNamePart: Bool { properties.isXIDContinue }
}
