import ArmatureModel
import Testing

@Suite struct TextPatternSyntaxErrorTests {
  struct Case: CustomTestStringConvertible {
    let source: String
    let kind: TextPattern.SyntaxError.Kind
    let message: String

    init(_ source: String, _ kind: TextPattern.SyntaxError.Kind, _ message: String) {
      self.source = source
      self.kind = kind
      self.message = message
    }

    var testDescription: String { source }
  }

  private func check(_ one: Case, isUnsupported: Bool) {
    do {
      _ = try TextPattern(one.source)
      Issue.record("\(one.source) was accepted")
    } catch {
      #expect(error.kind == one.kind)
      #expect(error.description == one.message)
      #expect(error.isUnsupported == isUnsupported)
    }
  }

  @Test(arguments: [
    Case(
      "a(b", .unclosedGroup,
      #""(" at offset 1 opens a group that is never closed. Add ")", or write "\(" for the character."#
    ),
    Case(
      "((a)", .unclosedGroup,
      #""(" at offset 0 opens a group that is never closed. Add ")", or write "\(" for the character."#
    ),
    Case(
      "a)b", .unmatchedParenthesis,
      #"")" at offset 1 closes no group. Remove it, or write "\)" for the character."#),
    Case(
      "(?<1st>a)", .invalidGroupName,
      #""(?<1" at offset 0 must name a group by ASCII letters and digits, a letter first, between "<" and ">". Write "(...)" if the name is not needed."#
    ),
    Case(
      "(?<>a)", .invalidGroupName,
      #""(?<>" at offset 0 must name a group by ASCII letters and digits, a letter first, between "<" and ">". Write "(...)" if the name is not needed."#
    ),
    Case(
      "é(?<år>a)", .invalidGroupName,
      #""(?<å" at offset 1 must name a group by ASCII letters and digits, a letter first, between "<" and ">". Write "(...)" if the name is not needed."#
    ),
    Case(
      "x[a-z", .unclosedClass,
      #""[" at offset 1 opens a class that is never closed. Add "]" after at least one character, or write "\[" for the character."#
    ),
    Case(
      "[]", .unclosedClass,
      #""[" at offset 0 opens a class that is never closed. Add "]" after at least one character, or write "\[" for the character."#
    ),
    Case(
      "[^]", .unclosedClass,
      #""[" at offset 0 opens a class that is never closed. Add "]" after at least one character, or write "\[" for the character."#
    ),
    Case(
      "[z-a]", .reversedRange,
      #""z-a" at offset 1 is a range from a larger to a smaller character. Put the smaller one first."#
    ),
    Case(
      "[a-\\d]", .invalidRange,
      #""a-\d" at offset 1 must be a range of two characters. Write "\-" for a hyphen."#),
    Case(
      "*a", .nothingToRepeat,
      #""*" at offset 0 has nothing to repeat. Put the repeated part before it, or write a "\" "#
        + #"before it for the character."#
    ),
    Case(
      "a|+", .nothingToRepeat,
      #""+" at offset 2 has nothing to repeat. Put the repeated part before it, or write a "\" "#
        + #"before it for the character."#
    ),
    Case(
      "(?:{2})", .nothingToRepeat,
      #""{2}" at offset 3 has nothing to repeat. Put the repeated part before it, or write a "#
        + #""\" before it for the character."#
    ),
    Case(
      "a**", .nothingToRepeat,
      #""*" at offset 2 has nothing to repeat. Put the repeated part before it, or write a "\" "#
        + #"before it for the character."#
    ),
    Case(
      "^*", .nothingToRepeat,
      #""*" at offset 1 has nothing to repeat. Put the repeated part before it, or write a "\" "#
        + #"before it for the character."#
    ),
    Case(
      "a{", .invalidRepetition,
      #""{" at offset 1 must open a repetition such as "{2}", "{2,}" or "{2,5}", but does not. Write "\{" for the character."#
    ),
    Case(
      "a{,3}", .invalidRepetition,
      #""{" at offset 1 must open a repetition such as "{2}", "{2,}" or "{2,5}", but does not. Write "\{" for the character."#
    ),
    Case(
      "a{2, 3}", .invalidRepetition,
      #""{" at offset 1 must open a repetition such as "{2}", "{2,}" or "{2,5}", but does not. Write "\{" for the character."#
    ),
    Case(
      "a{5,2}", .reversedRepetition,
      #""{5,2}" at offset 1 is a repetition with its bounds reversed. Put the smaller one first."#),
    Case(
      "a\\", .trailingBackslash,
      #""\" at offset 1 ends the pattern, but must precede a character. Write "\\" for the character."#
    ),
    Case(
      "[a\\", .trailingBackslash,
      #""\" at offset 2 ends the pattern, but must precede a character. Write "\\" for the character."#
    ),
    Case(
      "a\\y", .unknownEscape,
      #""\y" at offset 1 is not a known escape. Write the letter alone, or "\\" for a backslash."#),
    Case(
      "\\E", .unknownEscape,
      #""\E" at offset 0 is not a known escape. Write the letter alone, or "\\" for a backslash."#),
    Case(
      "\\u12G4", .invalidEscape,
      #""\u12" at offset 0 must be the hexadecimal number of a Unicode scalar. Write it as in "\x41", "\u00E9" or "\x{1F600}"."#
    ),
    Case(
      "\\ud83d\\ude00", .invalidEscape,
      #""\ud83d" at offset 0 must be the hexadecimal number of a Unicode scalar. Write it as in "\x41", "\u00E9" or "\x{1F600}"."#
    ),
    Case(
      "[\\x{110000}]", .invalidEscape,
      #""\x{110000}" at offset 1 must be the hexadecimal number of a Unicode scalar. Write it as in "\x41", "\u00E9" or "\x{1F600}"."#
    ),
    Case(
      "\\x{", .invalidEscape,
      #""\x{" at offset 0 must be the hexadecimal number of a Unicode scalar. Write it as in "\x41", "\u00E9" or "\x{1F600}"."#
    ),
    Case(
      "\\p", .invalidProperty,
      #""\p" at offset 0 must name a property. Write it as in "\p{Lu}"."#),
    Case(
      "a\\p{}", .invalidProperty,
      #""\p{}" at offset 1 must name a property. Write it as in "\p{Lu}"."#),
    Case(
      "\\p{Lu", .invalidProperty,
      #""\p{" at offset 0 must name a property. Write it as in "\p{Lu}"."#),
  ])
  func `invalid patterns say where, what and how to write it`(_ one: Case) {
    check(one, isUnsupported: false)
  }

  @Test(arguments: [
    Case(
      "(?P<name>a)", .unknownGroup,
      #""(?P" at offset 0 opens an unsupported kind of group. Write "(...)", "(?:...)" or "#
        + #""(?<name>...)"."#
    ),
    Case(
      "a(?#comment)", .unknownGroup,
      #""(?#" at offset 1 opens an unsupported kind of group. Write "(...)", "(?:...)" or "#
        + #""(?<name>...)"."#
    ),
    Case(
      "(?", .unknownGroup,
      #""(?" at offset 0 opens an unsupported kind of group. Write "(...)", "(?:...)" or "#
        + #""(?<name>...)"."#
    ),
    Case(
      "\\p{Greek}+", .unknownProperty,
      #""\p{Greek}" at offset 0 is not a supported property. Use a general category such as "L" "#
        + #"or "Lu", "Alphabetic", "ASCII" or "Any"."#
    ),
    Case(
      "a[:alpha:]", .unknownProperty,
      #""[:alpha:]" at offset 1 is not a supported property. Use a general category such as "L" "#
        + #"or "Lu", "Alphabetic", "ASCII" or "Any"."#
    ),
    Case(
      "(a)\\1", .backReference,
      #""\1" at offset 3 refers back to a group, which cannot be matched in linear time. Write the text again, or check it by a custom rule."#
    ),
    Case(
      "(?<a>b)\\k<a>", .backReference,
      #""\k" at offset 7 refers back to a group, which cannot be matched in linear time. Write the text again, or check it by a custom rule."#
    ),
    Case(
      "(?=.*\\d).{8,}", .lookAround,
      #""(?=" at offset 0 looks around, which this syntax does not support. Write two pattern rules, or a custom rule."#
    ),
    Case(
      "a(?!b)", .lookAround,
      #""(?!" at offset 1 looks around, which this syntax does not support. Write two pattern rules, or a custom rule."#
    ),
    Case(
      "(?<=a)b", .lookAround,
      #""(?<=" at offset 0 looks around, which this syntax does not support. Write two pattern rules, or a custom rule."#
    ),
    Case(
      "(?<!a)b", .lookAround,
      #""(?<!" at offset 0 looks around, which this syntax does not support. Write two pattern rules, or a custom rule."#
    ),
    Case(
      "(?>a+)b", .atomicGroup,
      #""(?>" at offset 0 opens an atomic group, which this syntax does not support. Write "(?:" instead."#
    ),
    Case(
      "a++", .possessiveQuantifier,
      #""++" at offset 1 is a possessive quantifier, which this syntax does not support. Remove the last "+"."#
    ),
    Case(
      "a{1,2}+", .possessiveQuantifier,
      #""{1,2}+" at offset 1 is a possessive quantifier, which this syntax does not support. Remove the last "+"."#
    ),
    Case(
      "\\bword\\b", .wordBoundary,
      #""\b" at offset 0 is a word boundary, which this syntax does not support. Write the "#
        + #"characters at the boundary, such as "\s" or "\W"."#
    ),
    Case(
      "a^b", .innerAnchor,
      #""^" at offset 1 is an anchor that cannot match there, because the pattern matches the whole text. Move it to the edge, or write a "\" before it for the character."#
    ),
    Case(
      "5$ off", .innerAnchor,
      #""$" at offset 1 is an anchor that cannot match there, because the pattern matches the whole text. Move it to the edge, or write a "\" before it for the character."#
    ),
    Case(
      "(^a)+", .innerAnchor,
      #""^" at offset 1 is an anchor that cannot match there, because the pattern matches the whole text. Move it to the edge, or write a "\" before it for the character."#
    ),
    Case(
      "a\\zb", .innerAnchor,
      #""\z" at offset 1 is an anchor that cannot match there, because the pattern matches the whole text. Move it to the edge, or write a "\" before it for the character."#
    ),
    Case(
      "(?m)^a$", .flag,
      #""(?m)" at offset 0 sets flags that this syntax does not support there. Only "(?i)", "(?s)" and "(?is)" at the start of the pattern are supported."#
    ),
    Case(
      "(?ix)a", .flag,
      #""(?ix)" at offset 0 sets flags that this syntax does not support there. Only "(?i)", "(?s)" and "(?is)" at the start of the pattern are supported."#
    ),
    Case(
      "a(?i)b", .flag,
      #""(?i)" at offset 1 sets flags that this syntax does not support there. Only "(?i)", "(?s)" and "(?is)" at the start of the pattern are supported."#
    ),
    Case(
      "(?i:a)", .flag,
      #""(?i:" at offset 0 sets flags that this syntax does not support there. Only "(?i)", "(?s)" and "(?is)" at the start of the pattern are supported."#
    ),
    Case(
      "[[:alpha:]]", .setOperation,
      #""[" at offset 1 would begin a set operation in a class, which this syntax does not support. Write a "\" before it for the character."#
    ),
    Case(
      "[a-z&&[^aeiou]]", .setOperation,
      #""&" at offset 4 would begin a set operation in a class, which this syntax does not support. Write a "\" before it for the character."#
    ),
    Case(
      "[\\w--\\d]", .setOperation,
      #""-" at offset 3 would begin a set operation in a class, which this syntax does not support. Write a "\" before it for the character."#
    ),
    Case(
      "\\R", .unsupportedEscape,
      #""\R" at offset 0 is an escape that this syntax does not support. Write out the "#
        + #"characters that it represents."#
    ),
    Case(
      "\\0101", .unsupportedEscape,
      #""\0" at offset 0 is an escape that this syntax does not support. Write out the "#
        + #"characters that it represents."#
    ),
    Case(
      "a{1001}", .repetitionTooLarge,
      #""{1001}" at offset 1 must repeat at most 1000 times. Check the length of the text by a length rule instead."#
    ),
    Case(
      "a{1,99999999999999999999999}", .repetitionTooLarge,
      #""{1,99999999999999999999999}" at offset 1 must repeat at most 1000 times. Check the length of the text by a length rule instead."#
    ),
  ])
  func `unsupported patterns say what to write instead`(_ one: Case) {
    check(one, isUnsupported: true)
  }

  @Test func `the offset counts characters before the part`() {
    #expect(throws: TextPattern.SyntaxError.self) { try TextPattern("👨‍👩‍👧e\u{301}(") }
    do {
      _ = try TextPattern("👨‍👩‍👧e\u{301}(")
    } catch {
      #expect(error.offset == 2)
      #expect(error.part == "(")
      #expect(error.kind.name == "unclosedGroup")
    }
  }

  @Test func `a long part is cut off`() {
    do {
      _ = try TextPattern("\\p{" + String(repeating: "x", count: 100) + "}")
      Issue.record("an unknown property was accepted")
    } catch {
      #expect(error.part == "\\p{" + String(repeating: "x", count: 37))
    }
  }
}
