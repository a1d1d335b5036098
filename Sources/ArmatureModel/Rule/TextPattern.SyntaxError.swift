extension TextPattern {
  /// Why a text is no pattern: what is wrong, where, and with which part of the text.
  public struct SyntaxError: Error, Sendable, Hashable {
    /// What is wrong, without the place.
    public let kind: Kind

    /// The number of characters before the part that is wrong; 0 if the whole pattern is.
    public let offset: Int

    /// The part of the pattern that is wrong, at most 40 scalars; empty if the whole pattern is.
    public let part: String

    init(_ kind: Kind, offset: Int = 0, part: String = "") {
      self.kind = kind
      self.offset = offset
      self.part = part
    }

    /// Whether other regular expression engines accept what this one refuses.
    public var isUnsupported: Bool {
      switch kind.code {
      case .unclosedGroup, .unmatchedParenthesis, .invalidGroupName, .unclosedClass, .reversedRange,
        .invalidRange, .nothingToRepeat, .invalidRepetition, .reversedRepetition,
        .trailingBackslash, .unknownEscape, .invalidEscape, .invalidProperty:
        false
      case .unknownGroup, .unknownProperty, .backReference, .lookAround, .atomicGroup,
        .possessiveQuantifier, .wordBoundary, .innerAnchor, .flag, .setOperation,
        .unsupportedEscape, .repetitionTooLarge, .tooDeep, .tooLong, .tooLarge:
        true
      }
    }
  }
}

extension TextPattern.SyntaxError {
  /// What can be wrong with a pattern; a later version may know more.
  public struct Kind: Sendable, Hashable {
    let code: Code

    /// A stable name, such as `unclosedGroup`.
    public var name: String { code.rawValue }

    /// A `(` without `)`.
    public static let unclosedGroup = Kind(code: .unclosedGroup)
    /// A `)` without `(`.
    public static let unmatchedParenthesis = Kind(code: .unmatchedParenthesis)
    /// A `(?` that opens no supported kind of group.
    public static let unknownGroup = Kind(code: .unknownGroup)
    /// A name of a group that is not made of ASCII letters and digits.
    public static let invalidGroupName = Kind(code: .invalidGroupName)
    /// A `[` without `]`.
    public static let unclosedClass = Kind(code: .unclosedClass)
    /// A range in a class from a larger to a smaller character.
    public static let reversedRange = Kind(code: .reversedRange)
    /// A range in a class that ends with a set of characters.
    public static let invalidRange = Kind(code: .invalidRange)
    /// A quantifier with nothing before it.
    public static let nothingToRepeat = Kind(code: .nothingToRepeat)
    /// A `{` that opens no repetition.
    public static let invalidRepetition = Kind(code: .invalidRepetition)
    /// A repetition with a minimum above its maximum.
    public static let reversedRepetition = Kind(code: .reversedRepetition)
    /// A `\` at the end.
    public static let trailingBackslash = Kind(code: .trailingBackslash)
    /// A `\` before a letter without a meaning.
    public static let unknownEscape = Kind(code: .unknownEscape)
    /// A hexadecimal escape that is incomplete or names no Unicode scalar.
    public static let invalidEscape = Kind(code: .invalidEscape)
    /// A `\p` without the name of a property.
    public static let invalidProperty = Kind(code: .invalidProperty)

    /// A property other than the supported ones, such as a script.
    public static let unknownProperty = Kind(code: .unknownProperty)
    /// A reference to the text of a group.
    public static let backReference = Kind(code: .backReference)
    /// A condition on the text around.
    public static let lookAround = Kind(code: .lookAround)
    /// A group that gives nothing back.
    public static let atomicGroup = Kind(code: .atomicGroup)
    /// A quantifier that gives nothing back.
    public static let possessiveQuantifier = Kind(code: .possessiveQuantifier)
    /// A `\b` or `\B`.
    public static let wordBoundary = Kind(code: .wordBoundary)
    /// A `^` or `$` inside of the pattern.
    public static let innerAnchor = Kind(code: .innerAnchor)
    /// A flag other than `i` and `s`, or behind the start of the pattern.
    public static let flag = Kind(code: .flag)
    /// A nested class, intersection or difference in a class.
    public static let setOperation = Kind(code: .setOperation)
    /// An escape that ICU knows and this syntax lacks.
    public static let unsupportedEscape = Kind(code: .unsupportedEscape)

    /// A repetition of more than 1,000 times.
    public static let repetitionTooLarge = Kind(code: .repetitionTooLarge)
    /// More than 200 groups inside of each other.
    public static let tooDeep = Kind(code: .tooDeep)
    /// More than 20,000 bytes of source.
    public static let tooLong = Kind(code: .tooLong)
    /// More states than an automaton may have.
    public static let tooLarge = Kind(code: .tooLarge)

    /// The closed list behind the open one, so that a switch over it can be complete.
    enum Code: String, CaseIterable {
      case unclosedGroup, unmatchedParenthesis, unknownGroup, invalidGroupName, unclosedClass
      case reversedRange, invalidRange, nothingToRepeat, invalidRepetition, reversedRepetition
      case trailingBackslash, unknownEscape, invalidEscape, invalidProperty
      case unknownProperty, backReference, lookAround, atomicGroup, possessiveQuantifier
      case wordBoundary, innerAnchor, flag, setOperation, unsupportedEscape
      case repetitionTooLarge, tooDeep, tooLong, tooLarge
    }
  }
}
