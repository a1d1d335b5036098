@testable import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private func decimal(_ text: String) -> AttributeValue { .decimal(Decimal(string: text) ?? .nan) }

private func day(_ seconds: Double) -> AttributeValue {
  .date(Date(timeIntervalSinceReferenceDate: seconds))
}

@Suite struct FunctionTests {
  @Test(
    arguments: [
      (.lowercase, "ÉA", "éa"), (.uppercase, "straße", "STRASSE"), (.canonical, "ÉA", "ea"),
      (.length, "👨‍👩‍👧e\u{301}", 2), (.length, 3, .null), (.lowercase, .null, .null),
      (.abs, -3, 3), (.abs, .int(.min), .null), (.abs, -2.5, 2.5),
      (.abs, decimal("-1.5"), decimal("1.5")),
      (.floor, -1.5, -2.0), (.ceiling, -1.5, -1.0), (.truncate, -1.5, -1.0), (.floor, 3, 3),
      (.floor, decimal("-1.5"), decimal("-2")), (.ceiling, decimal("1.2"), decimal("2")),
      (.truncate, decimal("-1.9"), decimal("-1")), (.floor, decimal("7"), decimal("7")),
      (.squareRoot, 9, 3.0), (.squareRoot, 2.25, 1.5), (.squareRoot, -1, .null),
      (.squareRoot, decimal("6.25"), 2.5), (.onesComplement, 5, -6), (.onesComplement, 5.0, .null),
      (.number, "12", 12), (.number, "1.5", 1.5), (.number, "x", .null), (.number, "inf", .null),
      (.number, true, 1), (.number, day(3), 3.0), (.number, 4, 4),
      (.number, decimal("4"), decimal("4")),
      (.date, 3, day(3)), (.date, 2.5, day(2.5)), (.date, decimal("2.5"), day(2.5)),
      (.date, day(1), day(1)), (.date, "x", .null), (.text, 3, "3"), (.text, true, "true"),
      (.text, 1.5, "1.5"), (.text, decimal("1.50"), "1.5"), (.text, "a", "a"),
      (.text, .null, .null),
      (.floor, .double(.nan), .null), (.abs, .bool(true), .null), (.text, day(1), .null),
    ] as [(FetchExpression.Function, AttributeValue, AttributeValue)])
  func `a function has a value, or none`(
    function: FetchExpression.Function, argument: AttributeValue, expected: AttributeValue
  ) {
    #expect(function.apply([argument]) == expected)
  }

  @Test(arguments: FetchExpression.Function.allCases)
  func `a function of no value has none`(function: FetchExpression.Function) {
    #expect(function.apply([]) == .null && function.apply([.null]) == .null)
  }

  @Test(
    arguments: [
      (.int(7), .modulus, .int(3), .int(1)), (.int(-7), .modulus, .int(3), .int(-1)),
      (.int(7), .modulus, .int(0), .null), (.int(.min), .modulus, .int(-1), .int(0)),
      (.double(7.5), .modulus, .int(2), .double(1.5)), (.double(1), .modulus, .double(0), .null),
      (decimal("7.5"), .modulus, .int(2), decimal("1.5")),
      (decimal("-7.5"), .modulus, .int(2), decimal("-1.5")),
      (.int(2), .power, .int(10), .int(1024)), (.int(2), .power, .int(63), .null),
      (.int(-2), .power, .int(63), .int(.min)), (.int(2), .power, .int(-1), .null),
      (.int(0), .power, .int(0), .int(1)), (.int(1), .power, .int(.max), .int(1)),
      (.double(2), .power, .double(0.5), .double(2.0.squareRoot())),
      (.double(-1), .power, .double(0.5), .null),
      (decimal("1.1"), .power, .int(2), decimal("1.21")),
      (decimal("0.01"), .power, .int(64), decimal("1e-128")),
      (decimal("0.01"), .power, .int(65), .null),
      (decimal("1e-65"), .multiply, decimal("-1e-64"), .null),
      (decimal("2e-128"), .multiply, decimal("0.5"), decimal("1e-128")),
      (decimal("1e-128"), .multiply, .int(0), decimal("0")),
      (decimal("1e127"), .multiply, decimal("1e127"), .null),
      // The first digits of the product fit, but not all of them.
      (
        decimal("1.2345678901234567890123456789012345678e-30"), .multiply,
        decimal("-1.2345678901234567890123456789012345678e-30"),
        decimal("-1.52415787532388367504953515625666819427e-60")
      ),
      (decimal("2"), .power, decimal("0.5"), .null),
      (.int(6), .bitwiseAnd, .int(3), .int(2)), (.int(6), .bitwiseOr, .int(3), .int(7)),
      (.int(6), .bitwiseXor, .int(3), .int(5)), (.int(1), .leftShift, .int(4), .int(16)),
      (.int(1), .leftShift, .int(64), .int(0)), (.int(-8), .rightShift, .int(1), .int(-4)),
      (.int(6), .bitwiseAnd, .double(3), .null), (decimal("6"), .bitwiseOr, .int(1), .null),
      (day(10), .add, .int(5), day(15)), (.double(5), .add, day(10), day(15)),
      (day(10), .subtract, decimal("2.5"), day(7.5)), (day(10), .subtract, day(4), .double(6)),
      (.int(5), .subtract, day(10), .null), (day(1), .add, day(2), .null),
      (day(1), .multiply, .int(2), .null), ("a", .add, "b", "ab"), ("a", .subtract, "b", .null),
      ("a", .add, .int(1), .null), (.null, .add, "a", .null),
    ] as [(AttributeValue, FetchExpression.Arithmetic, AttributeValue, AttributeValue)])
  func `an operation has a value, or none`(
    left: AttributeValue, operation: FetchExpression.Arithmetic, right: AttributeValue,
    expected: AttributeValue
  ) {
    #expect(operation.apply(left, right) == expected)
  }
}
