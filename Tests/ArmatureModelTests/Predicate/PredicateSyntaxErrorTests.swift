import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The errors for invalid conditions: position, requirement, finding and remedy.
@Suite struct PredicateSyntaxErrorTests {
  private func error(_ text: String, _ arguments: [(any PropertyConvertible)?] = []) throws
    -> FetchPredicate.SyntaxError
  {
    try #require(
      #expect(throws: FetchPredicate.SyntaxError.self, "\(text)") {
        try FetchPredicate(text, arguments: arguments)
      })
  }

  @Test(
    arguments: [
      ("", 1, "a value, but the text ends"), ("a ==", 5, "a value, but the text ends"),
      ("== 3", 1, "a value, but found \"==\""),
      ("a", 1, "condition, but \"a\" is a value. Compare"),
      ("a == 1 AND b", 12, "condition, but \"b\" is a value"), ("(a == 1", 8, "\")\""),
      ("a == 1)", 7, "AND, OR or the end"), ("a == 1 ANDD b == 2", 8, "Did you mean AND?"),
      ("a BEGINWITH 'x'", 3, "Did you mean BEGINSWITH?"), ("a IS NULL", 3, "== or !="),
      ("a NOT IN {1}", 3, "before the whole comparison"),
      ("a IN (1, 2)", 8, "in braces: {1, 2}"),
      ("a BETWEEN 1 AND 2", 11, "{1, 9}"), ("a BETWEEN {1}", 11, "two bounds"),
      ("a & b == 1 & c == 2", 16, "AND, OR or the end"), ("a == 1 & c == 2", 12, "with && or AND"),
      ("a == 1 | c == 2", 12, "with || or OR"), ("1 < a < 3", 7, "1 < pages AND"),
      ("a == \"x", 6, "a second quote"), ("a == 'it's'", 10, "AND, OR or the end"),
      ("a MATCHES '\\d'", 12, "in a pattern twice"), ("a == '\\", 7, "the text ends"),
      ("a == '\\uD83D'", 7, "eight digits"), ("a == “x”", 6, "Write \"."),
      ("a ≥ 1", 3, "Write >=."),
      ("a == 1\u{A0}", 7, "U+A0"), ("a == 12b", 6, "letters follow"),
      ("a == 1e999", 6, "cannot be represented"),
      ("a == 0xFG", 6, "0xFG"), ("a ==[l] 'x'", 6, "[cd]"), ("a ==[x] 'x'", 6, "c, d, v, n or p"),
      ("lowercas:(a) == 1", 1, "Did you mean lowercase:?"), ("abs:(a, b) == 1", 1, "1 argument"),
      ("now(1) < a", 1, "0 arguments"), ("FUNCTION(a, 'x') == 1", 1, "cannot run code"),
      ("TERNARY(a, b, c) == 1", 9, "Compare"), ("TERNARY(a = 1, b) == 1", 17, "\",\""),
      ("ANY a.@sume.b > 1", 7, "Did you mean @sum?"),
      ("a.@count.b > 1", 10, "before it"), ("a[-1] = 1", 3, "an index from 0"),
      ("a[b] = 1", 3, "FIRST"),
      ("a[0 = 1", 5, "\"]\""), ("a UNION = 1", 9, "a value"), ("ANY a", 6, "comparison"),
      ("SUBQUERY(a, x, b = c).@count = 0", 13, "a variable"),
      ("SUBQUERY(a, $x, b).@count = 0", 17, "condition"), ("SUBQUERY(a, $x) = 0", 15, "\",\""),
      ("CAST(a, 'NSDat') = 1", 9, "Did you mean \"NSDate\"?"),
      ("CAST(a, 'NSData') = 1", 6, "computed"),
      ("CAST('x', 'NSDate') = 1", 6, "to be cast to NSDate"), ("a == NOT b", 6, "#NOT"),
      ("a + (b == 1) = 2", 5, "is a condition"), ("a..b = 1", 3, "a name after"),
      ("a == {'x': 1, 'x': 2}", 15, "two"), ("a == {'x': b}", 12, "constant"),
      ("a # b", 3, "property"),
      ("100% = a", 4, "modulus:by:"), ("a == 1;", 7, "a known symbol"),
      ("a == @'x'", 6, "aggregate"),
      ("é == 1 und ü == 2", 8, "AND, OR or the end"), ("a.$b == 1", 3, "a name after"),
    ] as [(String, Int, String)])
  func `a mistake has its column, what must be, and a remedy`(
    text: String, column: Int, part: String
  ) throws {
    let error = try error(text)
    #expect(error.line == 1)
    #expect(error.column == column)
    #expect(error.description.contains(part))
  }

  @Test func `arguments that are missing, too many or wrong are named`() throws {
    let cases: [(String, [(any PropertyConvertible)?], Int, String)] = [
      ("a == %@", [], 6, "an argument for \"%@\", but there are none"),
      ("a == %@ AND b == %@", [1], 18, "only 1"), ("a == 1", [1], 7, "no places"),
      ("a == '%@' AND b == %@", ["x", "y"], 22, "outside of quotes"),
      ("a == %d", ["x"], 6, "a whole number for \"%d\", but argument 1 is text"),
      ("a == %d", [nil], 6, "no value"), ("a == %f", [1], 6, "a number with a fraction"),
      ("a == %@ AND b == %ld", [1, 1.5], 18, "argument 2"),
      ("%K == 1", [1], 1, "name of a property"),
      ("%K == 1", ["a..b"], 1, "names separated by points"),
      ("%K == 1", ["a.@x.b"], 1, "names separated by points"),
      ("a.%@ == 1", ["b"], 3, "%K"), ("a == %5.2f", [1.5], 6, "%f"),
      ("a == %%", [], 6, "modulus:by:"),
      ("a == %s", [1], 6, "text"), ("a == %", [], 6, "%d"),
    ]
    for (text, arguments, column, part) in cases {
      let error = try error(text, arguments)
      #expect(error.column == column, "\(text)")
      #expect(error.description.contains(part), "\(error)")
    }
  }

  @Test func `the line of the mistake is shown with a mark under it`() throws {
    #expect(
      try error("pages ==").description == """
        Column 9: Expected a value, but the text ends.
          pages ==
                  ^
        """)
    #expect(
      try error("a == 1 AND\r\n  title BEGINWITH 'x'\nAND b == 1").description == """
        Line 2, column 9: Expected a comparison, but found "BEGINWITH". Did you mean BEGINSWITH?
            title BEGINWITH 'x'
                  ^
        """)
  }

  @Test func `a long or hostile line is cut, and cannot steer a terminal`() throws {
    let text =
      String(repeating: "a == 1 OR ", count: 100) + "b ~ \u{1B}[31m"
      + String(repeating: "x", count: 500)
    let error = try error(text)
    #expect(error.column == 1001)
    #expect(error.description.utf8.count < 300)
    #expect(!error.description.contains("\u{1B}"))
    #expect(error.excerptOffset == 30)
  }
}
