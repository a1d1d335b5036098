extension TextPattern {
  /// An error in a regular expression. It contains the kind of error, its position and the invalid part.
  ///
  /// ```swift
  /// do {
  ///   _ = try TextPattern("[0-9")
  /// } catch {
  ///   print(error.kind, error.offset)  // unclosedClass 0
  /// }
  /// ```
  public struct SyntaxError: Error, Sendable, Hashable {
    /// The kind of error.
    public let kind: Kind

    /// The number of characters before the invalid part. It is 0 if the whole pattern is invalid.
    public let offset: Int

    /// The invalid part of the pattern, shortened to 40 scalars. It is empty if the whole pattern is invalid.
    public let part: String

    init(_ kind: Kind, offset: Int = 0, part: String = "") {
      self.kind = kind
      self.offset = offset
      self.part = part
    }

    /// A Boolean value that indicates whether other regular expression engines accept the pattern.
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
  /// The kinds of errors in patterns. Later versions may add more.
  ///
  /// ## Topics
  ///
  /// ### Invalid Syntax
  ///
  /// - ``unclosedGroup``
  /// - ``unmatchedParenthesis``
  /// - ``unknownGroup``
  /// - ``invalidGroupName``
  /// - ``unclosedClass``
  /// - ``reversedRange``
  /// - ``invalidRange``
  /// - ``nothingToRepeat``
  /// - ``invalidRepetition``
  /// - ``reversedRepetition``
  /// - ``trailingBackslash``
  /// - ``unknownEscape``
  /// - ``invalidEscape``
  /// - ``invalidProperty``
  ///
  /// ### Unsupported Syntax
  ///
  /// - ``unknownProperty``
  /// - ``backReference``
  /// - ``lookAround``
  /// - ``atomicGroup``
  /// - ``possessiveQuantifier``
  /// - ``wordBoundary``
  /// - ``innerAnchor``
  /// - ``flag``
  /// - ``setOperation``
  /// - ``unsupportedEscape``
  ///
  /// ### Limits
  ///
  /// - ``repetitionTooLarge``
  /// - ``tooDeep``
  /// - ``tooLong``
  /// - ``tooLarge``
  ///
  /// ### Inspecting a Kind
  ///
  /// - ``name``
  public struct Kind: Sendable, Hashable {
    let code: Code

    /// A stable name, such as `unclosedGroup`.
    public var name: String { code.rawValue }

    /// A `(` without `)`.
    public static let unclosedGroup = Kind(code: .unclosedGroup)
    /// A `)` without `(`.
    public static let unmatchedParenthesis = Kind(code: .unmatchedParenthesis)
    /// A `(?` that does not start a supported kind of group.
    public static let unknownGroup = Kind(code: .unknownGroup)
    /// A group name that does not consist of ASCII letters and digits.
    public static let invalidGroupName = Kind(code: .invalidGroupName)
    /// A `[` without `]`.
    public static let unclosedClass = Kind(code: .unclosedClass)
    /// A range in a class from a larger to a smaller character.
    public static let reversedRange = Kind(code: .reversedRange)
    /// A range in a class whose upper bound is a set of characters.
    public static let invalidRange = Kind(code: .invalidRange)
    /// A quantifier without a part before it.
    public static let nothingToRepeat = Kind(code: .nothingToRepeat)
    /// A `{` that does not start a repetition.
    public static let invalidRepetition = Kind(code: .invalidRepetition)
    /// A repetition with a minimum above its maximum.
    public static let reversedRepetition = Kind(code: .reversedRepetition)
    /// A `\` at the end.
    public static let trailingBackslash = Kind(code: .trailingBackslash)
    /// A `\` before a letter that is not a known escape.
    public static let unknownEscape = Kind(code: .unknownEscape)
    /// A hexadecimal escape that is incomplete, or whose number is not a Unicode scalar.
    public static let invalidEscape = Kind(code: .invalidEscape)
    /// A `\p` without the name of a property.
    public static let invalidProperty = Kind(code: .invalidProperty)

    /// An unsupported property, such as a script.
    public static let unknownProperty = Kind(code: .unknownProperty)
    /// A reference to the text of a group.
    public static let backReference = Kind(code: .backReference)
    /// A lookahead or lookbehind.
    public static let lookAround = Kind(code: .lookAround)
    /// An atomic group.
    public static let atomicGroup = Kind(code: .atomicGroup)
    /// A possessive quantifier.
    public static let possessiveQuantifier = Kind(code: .possessiveQuantifier)
    /// A `\b` or `\B`.
    public static let wordBoundary = Kind(code: .wordBoundary)
    /// A `^` or `$` inside the pattern.
    public static let innerAnchor = Kind(code: .innerAnchor)
    /// A flag other than `i` and `s`, or a flag after the start of the pattern.
    public static let flag = Kind(code: .flag)
    /// A nested class, intersection or difference in a class.
    public static let setOperation = Kind(code: .setOperation)
    /// An escape that ICU supports but this syntax does not.
    public static let unsupportedEscape = Kind(code: .unsupportedEscape)

    /// A repetition of more than 1,000 times.
    public static let repetitionTooLarge = Kind(code: .repetitionTooLarge)
    /// More than 200 nested groups.
    public static let tooDeep = Kind(code: .tooDeep)
    /// More than 200,000 bytes of source.
    public static let tooLong = Kind(code: .tooLong)
    /// A pattern that needs too many states.
    public static let tooLarge = Kind(code: .tooLarge)

    /// The closed list of kinds, for complete switches.
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

extension TextPattern.SyntaxError: CustomStringConvertible {
  /// The error and its remedy, in English.
  public var description: String {
    let place = part.isEmpty ? "The pattern" : "\"\(part)\" at offset \(offset)"
    return "\(place) \(kind.problem). \(kind.remedy)"
  }
}

extension TextPattern.SyntaxError.Kind: CustomStringConvertible {
  /// The name of the kind.
  public var description: String { name }

  /// The error in words, for the description.
  fileprivate var problem: String {
    switch code {
    case .unclosedGroup: "opens a group that is never closed"
    case .unmatchedParenthesis: "closes no group"
    case .unknownGroup: "opens an unsupported kind of group"
    case .invalidGroupName:
      #"must name a group by ASCII letters and digits, a letter first, between "<" and ">""#
    case .unclosedClass: "opens a class that is never closed"
    case .reversedRange: "is a range from a larger to a smaller character"
    case .invalidRange: "must be a range of two characters"
    case .nothingToRepeat: "has nothing to repeat"
    case .invalidRepetition:
      #"must open a repetition such as "{2}", "{2,}" or "{2,5}", but does not"#
    case .reversedRepetition: "is a repetition with its bounds reversed"
    case .trailingBackslash: "ends the pattern, but must precede a character"
    case .unknownEscape: "is not a known escape"
    case .invalidEscape: "must be the hexadecimal number of a Unicode scalar"
    case .invalidProperty: "must name a property"
    case .unknownProperty: "is not a supported property"
    case .backReference: "refers back to a group, which cannot be matched in linear time"
    case .lookAround: "looks around, which this syntax does not support"
    case .atomicGroup: "opens an atomic group, which this syntax does not support"
    case .possessiveQuantifier: "is a possessive quantifier, which this syntax does not support"
    case .wordBoundary: "is a word boundary, which this syntax does not support"
    case .innerAnchor:
      "is an anchor that cannot match there, because the pattern matches the whole text"
    case .flag: "sets flags that this syntax does not support there"
    case .setOperation: "would begin a set operation in a class, which this syntax does not support"
    case .unsupportedEscape: "is an escape that this syntax does not support"
    case .repetitionTooLarge: "must repeat at most 1000 times"
    case .tooDeep: "opens a group inside 200 others, which is too deep"
    case .tooLong: "must have at most 200000 bytes"
    case .tooLarge: "needs too many states to be matched in linear time and bounded memory"
    }
  }

  /// The remedy in words, for the description.
  fileprivate var remedy: String {
    switch code {
    case .unclosedGroup: #"Add ")", or write "\(" for the character."#
    case .unmatchedParenthesis: #"Remove it, or write "\)" for the character."#
    case .unknownGroup: #"Write "(...)", "(?:...)" or "(?<name>...)"."#
    case .invalidGroupName: #"Write "(...)" if the name is not needed."#
    case .unclosedClass: #"Add "]" after at least one character, or write "\[" for the character."#
    case .reversedRange, .reversedRepetition: "Put the smaller one first."
    case .invalidRange: #"Write "\-" for a hyphen."#
    case .nothingToRepeat:
      #"Put the repeated part before it, or write a "\" before it for the character."#
    case .invalidRepetition: #"Write "\{" for the character."#
    case .trailingBackslash: #"Write "\\" for the character."#
    case .unknownEscape: #"Write the letter alone, or "\\" for a backslash."#
    case .invalidEscape: #"Write it as in "\x41", "\u00E9" or "\x{1F600}"."#
    case .invalidProperty: #"Write it as in "\p{Lu}"."#
    case .unknownProperty:
      #"Use a general category such as "L" or "Lu", "Alphabetic", "ASCII" or "Any"."#
    case .backReference: "Write the text again, or check it by a custom rule."
    case .lookAround, .tooLong: "Write two pattern rules, or a custom rule."
    case .atomicGroup: #"Write "(?:" instead."#
    case .possessiveQuantifier: #"Remove the last "+"."#
    case .wordBoundary: #"Write the characters at the boundary, such as "\s" or "\W"."#
    case .innerAnchor: #"Move it to the edge, or write a "\" before it for the character."#
    case .flag: #"Only "(?i)", "(?s)" and "(?is)" at the start of the pattern are supported."#
    case .setOperation: #"Write a "\" before it for the character."#
    case .unsupportedEscape: "Write out the characters that it represents."
    case .repetitionTooLarge: "Check the length of the text by a length rule instead."
    case .tooDeep: "Remove groups that repeat nothing."
    case .tooLarge: "Repeat less, or check the length of the text by a length rule."
    }
  }
}
