extension TextPattern.SyntaxError: CustomStringConvertible {
  /// What is wrong and what to write instead, in English.
  public var description: String {
    let words = kind.words
    let place = part.isEmpty ? "The pattern" : "\"\(part)\" at offset \(offset)"
    return "\(place) \(words.problem). \(words.remedy)"
  }
}

extension TextPattern.SyntaxError.Kind: CustomStringConvertible {
  /// The name of the kind.
  public var description: String { name }

  /// What the description of an error says after the place.
  fileprivate var words: (problem: String, remedy: String) {
    switch code {
    case .unclosedGroup:
      (#"opens a group that is never closed"#, #"Add ")", or write "\(" for the character."#)
    case .unmatchedParenthesis:
      (#"closes no group"#, #"Remove it, or write "\)" for the character."#)
    case .unknownGroup:
      (#"opens no supported kind of group"#, #"Write "(...)", "(?:...)" or "(?<name>...)"."#)
    case .invalidGroupName:
      (
        #"must name a group by ASCII letters and digits, a letter first, between "<" and ">""#,
        #"Write "(...)" if the name is not needed."#
      )
    case .unclosedClass:
      (
        #"opens a class that is never closed"#,
        #"Add "]" after at least one character, or write "\[" for the character."#
      )
    case .reversedRange:
      ("is a range from a larger to a smaller character", "Put the smaller one first.")
    case .invalidRange:
      ("must be a range of two characters", #"Write "\-" for a hyphen."#)
    case .nothingToRepeat:
      (
        "has nothing to repeat",
        #"Put what it repeats before it, or write a "\" before it for the character."#
      )
    case .invalidRepetition:
      (
        #"must open a repetition such as "{2}", "{2,}" or "{2,5}", but does not"#,
        #"Write "\{" for the character."#
      )
    case .reversedRepetition:
      ("is a repetition with its bounds reversed", "Put the smaller one first.")
    case .trailingBackslash:
      ("ends the pattern, but must precede a character", #"Write "\\" for the character."#)
    case .unknownEscape:
      ("is no known escape", #"Write the letter alone, or "\\" for a backslash."#)
    case .invalidEscape:
      (
        "must be the hexadecimal number of a Unicode scalar",
        #"Write it as in "\x41", "\u00E9" or "\x{1F600}"."#
      )
    case .invalidProperty:
      ("must name a property", #"Write it as in "\p{Lu}"."#)
    case .unknownProperty:
      (
        "is no supported property",
        #"Use a general category such as "L" or "Lu", "Alphabetic", "ASCII" or "Any"."#
      )
    case .backReference:
      (
        "refers back to a group, which cannot be matched in linear time",
        "Write the text again, or check it by a custom rule."
      )
    case .lookAround:
      (
        "looks around, which this syntax does not support",
        "Write two pattern rules, or a custom rule."
      )
    case .atomicGroup:
      ("opens an atomic group, which this syntax does not support", #"Write "(?:" instead."#)
    case .possessiveQuantifier:
      ("is a possessive quantifier, which this syntax does not support", #"Remove the last "+"."#)
    case .wordBoundary:
      (
        "is a word boundary, which this syntax does not support",
        #"Write what stands at the boundary, such as "\s" or "\W"."#
      )
    case .innerAnchor:
      (
        "is an anchor that cannot match there, because the pattern matches the whole text",
        #"Move it to the edge, or write a "\" before it for the character."#
      )
    case .flag:
      (
        "sets flags that this syntax does not support there",
        #"Only "(?i)", "(?s)" and "(?is)" at the start of the pattern are supported."#
      )
    case .setOperation:
      (
        "would begin a set operation in a class, which this syntax does not support",
        #"Write a "\" before it for the character."#
      )
    case .unsupportedEscape:
      ("is an escape that this syntax does not support", "Write out the characters it stands for.")
    case .repetitionTooLarge:
      ("must repeat at most 1000 times", "Check the length of the text by a length rule instead.")
    case .tooDeep:
      (
        "opens a group inside of 200 others, which is too deep",
        "Remove groups that repeat nothing."
      )
    case .tooLong:
      ("must have at most 20000 bytes", "Write two pattern rules, or a custom rule.")
    case .tooLarge:
      (
        "needs too many states to be matched in linear time and bounded memory",
        "Repeat less, or check the length of the text by a length rule."
      )
    }
  }
}
