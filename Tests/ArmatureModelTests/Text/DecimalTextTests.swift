import ArmatureModel
import Foundation
import TestSupport
import Testing

@Suite struct DecimalTextTests {
  @Test(arguments: notNumbers)
  func `a text outside of the grammar is no decimal`(text: String) {
    #expect(read(text) == .failure(.notANumber))
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0e99999999999999999999", "0"), ("1", "1"), ("-1.5", "-1.5"),
    ("1.10", "1.1"), ("19.99", "19.99"), ("1e3", "1000"), ("1.5E-3", "0.0015"), ("0.001", "0.001"),
    ("123456789012345678901234567890.12345678", "123456789012345678901234567890.12345678"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
    ("12345678901234567890123456789012345678000", "12345678901234567890123456789012345678e3"),
    ("1e127", "1e127"), ("10e126", "1e127"), ("1e-128", "1e-128"), ("10e-129", "1e-128"),
    ("0.1e-127", "1e-128"), ("1e39", "1000000000000000000000000000000000000000"),
    ("1e40", "1e40"), ("1e-40", "0.0000000000000000000000000000000000000001"), ("1e-41", "1e-41"),
    ("340282366920938463463374607431768211455e127", "340282366920938463463374607431768211455e127"),
    ("-15e126", "-15e126"), ("-0.015e129", "-15e126"),
  ])
  func `a decimal is read exactly and written in one form`(text: String, expected: String) throws {
    let value = try text.withExactBytes(DecimalText.parse)
    #expect(DecimalText.string(value) == expected)
    #expect(try DecimalText.parse(expected) == value)
  }

  @Test(arguments: [
    ("340282366920938463463374607431768211456", NumberText.Failure.inexact),
    ("0.340282366920938463463374607431768211456", .inexact),
    ("1234567890123456789012345678901234567890123", .inexact),
    ("1.5e-128", .inexact), ("12e-129", .inexact), ("1e-129", .outOfRange),
    ("9e-129", .outOfRange), ("1e128", .outOfRange), ("1e166", .outOfRange), ("4e165", .outOfRange),
    ("-1e200", .outOfRange), ("1e-200", .outOfRange), ("1e99999999999999999999", .outOfRange),
    ("1e-99999999999999999999", .outOfRange),
  ])
  func `a decimal that does not fit is refused, not rounded`(
    text: String, failure: NumberText.Failure
  ) {
    #expect(read(text) == .failure(failure))
  }

  @Test func `the limits of the type come back`() throws {
    for value in [
      Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi,
      Decimal(sign: .minus, exponent: -128, significand: 1), Decimal(UInt64.max),
      Decimal(Int64.min),
    ] {
      let text = try #require(DecimalText.string(value))
      #expect(try DecimalText.parse(text) == value)
      #expect(text.utf8.count <= DecimalText.maximumLength)
    }
    #expect(DecimalText.string(.nan) == nil)
  }

  @Test func `38 digits at every exponent come back`() throws {
    var random = SplitMix64(seed: 6)
    for exponent in -128...127 {
      for length in [1, 2, 10, 19, 20, 37, 38] {
        var digits = String(random.next() % 9 + 1)
        while digits.count < length { digits += String(random.next() % 10) }
        let text = "\(random.next() % 2 == 0 ? "" : "-")\(digits)e\(exponent)"
        let value = try DecimalText.parse(text)
        let written = try #require(DecimalText.string(value))
        #expect(try DecimalText.parse(written) == value)
        #expect(written.utf8.count <= DecimalText.maximumLength)
        // Foundation also reads the plain text correctly.
        #expect(Decimal(string: written) == value)
      }
    }
  }

  @Test func `results of arithmetic come back`() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<5_000 {
      let left = Decimal(Int64(bitPattern: random.next()) >> (random.next() % 60))
      let right = Decimal(
        sign: .plus, exponent: -2, significand: Decimal(random.next() % 10_000 + 1))
      for value in [left * right, left + right, left - right, left / right] {
        let text = try #require(DecimalText.string(value))
        #expect(try DecimalText.parse(text) == value)
      }
    }
  }

  @Test func `equal decimals give equal text`() throws {
    let values = ["1.1", "1.10", "11e-1", "1.1000000000000000000000"]
    let sum = Decimal(string: "0.9").map { $0 + Decimal(string: "0.20")! }
    let texts =
      try values.map { DecimalText.string(try DecimalText.parse($0)) } + [
        sum.flatMap { DecimalText.string($0) }
      ]
    #expect(Set(texts) == ["1.1"])
  }

  @Test func `a million digits are refused in time`() {
    #expect(read(String(repeating: "9", count: 1_000_000)) == .failure(.outOfRange))
    #expect(read("0." + String(repeating: "9", count: 1_000_000)) == .failure(.inexact))
  }

  private func read(_ text: String) -> Reading<Decimal> {
    Reading { () throws(NumberText.Failure) in try text.withExactBytes(DecimalText.parse) }
  }
}
