import ArmatureModel
import TestSupport
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: notNumbers)
  func `a text outside of the grammar is no number`(text: String) {
    #expect(Reading { () throws(NumberText.Failure) in try int(text) } == .failure(.notANumber))
    #expect(Reading { () throws(NumberText.Failure) in try double(text) } == .failure(.notANumber))
  }

  @Test(
    arguments: [
      ("0", .value(0)), ("-0", .value(0)), ("7", .value(7)), ("-1", .value(-1)),
      ("1.0", .value(1)), ("1e3", .value(1000)), ("1E+3", .value(1000)), ("1.50e1", .value(15)),
      ("1200e-2", .value(12)), ("0e99999999999999999999", .value(0)), ("0.000", .value(0)),
      ("0.0001e4", .value(1)), ("1.5", .failure(.inexact)), ("1e-1", .failure(.inexact)),
      ("-0.5", .failure(.inexact)), ("1e-99999999999999999999", .failure(.inexact)),
      ("999999999999999999", .value(999_999_999_999_999_999)),
      ("1000000000000000000", .value(1_000_000_000_000_000_000)),
      ("9223372036854775807", .value(.max)), ("-9223372036854775808", .value(.min)),
      ("9223372036854775807.000", .value(.max)), ("922337203685477580.7e1", .value(.max)),
      ("9223372036854775808", .failure(.outOfRange)),
      ("-9223372036854775809", .failure(.outOfRange)),
      ("18446744073709551616", .failure(.outOfRange)), ("1e19", .failure(.outOfRange)),
      ("9223372036854775806.5", .failure(.inexact)),
      ("99999999999999999999.5", .failure(.outOfRange)),
      ("1e99999999999999999999", .failure(.outOfRange)),
      ("0.00000000000000000000000000000000001e35", .value(1)),
      ("100000000000000000000000000000000000e-35", .value(1)),
      ("10000000000000000000000000000000000000001e-40", .failure(.inexact)),
    ] as [(String, Reading<Int64>)])
  func `an integer is exact or refused`(text: String, expected: Reading<Int64>) {
    #expect(Reading { () throws(NumberText.Failure) in try int(text) } == expected)
  }

  @Test func `integers around every power of ten and two come back`() throws {
    var values: Set<Int64> = [.min, .max]
    for shift in 0..<63 { values.formUnion([-1, 0, 1].map { (1 << shift) &+ $0 }) }
    var power: Int64 = 1
    for _ in 0..<19 {
      values.formUnion([power - 1, power, power + 1])
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
    for value in values {
      for value in [value, 0 &- value] {
        #expect(written { NumberText.write(value, to: $0) } == String(value))
        #expect(try int(String(value)) == value)
      }
    }
  }

  @Test(arguments: [
    ("0", 0.0), ("1", 1), ("-1.5", -1.5), ("100.35", 100.35), ("1e22", 1e22), ("1e23", 1e23),
    ("9007199254740993", 9_007_199_254_740_992), ("9007199254740992e22", 9007199254740992e22),
    ("0.1", 0.1), ("123456789012345678", 123_456_789_012_345_680),
    ("5e-324", .leastNonzeroMagnitude),
    ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown), ("1e-400", 0), ("-1e-400", -0.0),
    ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
    ("0.000000000000000000000000000000000000001e39", 1),
    ("0e99999999999999999999", 0), ("1e-99999999999999999999", 0),
  ])
  func `a double is the nearest one`(text: String, expected: Double) throws {
    #expect(try double(text) == expected)
  }

  @Test(arguments: ["1e309", "-1e309", "1.8e308", "1e99999999999999999999"])
  func `a double that would be infinite is out of range`(text: String) {
    #expect(Reading { () throws(NumberText.Failure) in try double(text) } == .failure(.outOfRange))
  }

  @Test func `minus zero keeps its sign as a double`() throws {
    #expect(try double("-0").sign == .minus)
    #expect(try double("-0.0e5").sign == .minus)
  }

  @Test func `a number of a million digits is read in time and exactly`() throws {
    let zeros = String(repeating: "0", count: 1_000_000)
    #expect(try int("1\(zeros)e-1000000") == 1)
    #expect(try int("0.\(zeros)1e1000001") == 1)
    #expect(try double("1\(zeros)e-1000000") == 1)
    #expect(
      Reading { () throws(NumberText.Failure) in try int("1\(zeros)") } == .failure(.outOfRange))
    #expect(
      Reading { () throws(NumberText.Failure) in try double("1\(zeros)") }
        == .failure(.outOfRange))
    #expect(
      Reading { () throws(NumberText.Failure) in try int("0.\(zeros)1") } == .failure(.inexact))
  }

  @Test(arguments: [
    (5.0, "5.0"), (-0.0, "-0.0"), (0.1, "0.1"), (100.35, "100.35"), (0.001, "0.001"),
    (0.0001, "0.0001"), (1e-5, "1e-05"), (1e15, "1000000000000000.0"), (1e16, "1e+16"),
    (-12.5, "-12.5"), (0.05, "0.05"), (999_999_999_999.999, "999999999999.999"),
    (0.30000000000000004, "0.30000000000000004"), (1.0005, "1.0005"),
    (.leastNonzeroMagnitude, "5e-324"),
    (-2.2250738585072014e-308, "-2.2250738585072014e-308"), (0.0, "0.0"), (7.25, "7.25"),
  ])
  func `a double is written in its shortest form`(value: Double, expected: String) {
    #expect(written { NumberText.write(value, to: $0) } == expected)
    #expect(expected == value.description)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what JSON cannot hold is not written`(value: Double) {
    #expect(written { NumberText.write(value, to: $0) } == "")
    #expect(written { NumberText.write(Float(value), to: $0) } == "")
  }

  @Test func `doubles of any bit pattern come back bit by bit`() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      if !value.isFinite { continue }
      let text = written { NumberText.write(value, to: $0) }
      #expect(text == value.description)
      #expect(try double(text).bitPattern == value.bitPattern)
    }
  }

  @Test func `short decimals are written as the standard library does`() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      let digits = Double(random.next() >> (random.next() % 50 + 14))
      let value =
        (random.next() % 2 == 0 ? 1 : -1) * digits
        / [1, 10, 100, 1000, 1e4][Int(random.next() % 5)]
      let text = written { NumberText.write(value, to: $0) }
      #expect(text == value.description)
      #expect(try double(text).bitPattern == value.bitPattern)
    }
  }

  @Test func `decimal texts of any length become the double that the standard library gives`()
    throws
  {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      var text = random.next() % 2 == 0 ? "" : "-"
      text += String(random.next() >> (random.next() % 64))
      if random.next() % 2 == 0 { text += "." + String(random.next() >> (random.next() % 64)) }
      if random.next() % 2 == 0 { text += "e" + String(Int(random.next() % 60) - 30) }
      #expect(try double(text).bitPattern == Double(text)?.bitPattern)
    }
  }

  @Test func `floats come back, rounded only once`() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if !value.isFinite { continue }
      let text = written { NumberText.write(value, to: $0) }
      #expect(try float(text).bitPattern == value.bitPattern)
    }
    // Just above the midpoint of two floats; converting to a double first would round down.
    #expect(try float("1.00000005960464477540") == Float(1).nextUp)
    #expect(try float("1.000000059604644775390625") == 1)
    #expect(
      Reading { () throws(NumberText.Failure) in try float("3.5e38") } == .failure(.outOfRange))
    #expect(try float("1e-60") == 0)
  }

  @Test func `random bytes never trap`() {
    var random = SplitMix64(seed: 5)
    let alphabet = Array("0123456789+-.eE x".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int(random.next() % 30)).map { _ in alphabet.randomElement(using: &random)! }
      let text = String(decoding: bytes, as: UTF8.self)
      if case .value(let value) = Reading({ () throws(NumberText.Failure) in try double(text) }) {
        #expect(value == Double(text))
      }
      _ = Reading { () throws(NumberText.Failure) in try int(text) }
      _ = Reading { () throws(NumberText.Failure) in try DecimalText.parse(text) }
    }
  }
}

private func int(_ text: String) throws(NumberText.Failure) -> Int64 {
  try text.withExactBytes(NumberText.int64)
}

private func double(_ text: String) throws(NumberText.Failure) -> Double {
  try text.withExactBytes(NumberText.double)
}

private func float(_ text: String) throws(NumberText.Failure) -> Float {
  try text.withExactBytes { bytes throws(NumberText.Failure) -> Float in
    guard let number = NumberText(bytes) else { throw .notANumber }
    return try number.float()
  }
}

private func written(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
  let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: NumberText.maximumLength)
  defer { memory.deallocate() }
  let count = write(memory)
  return String(decoding: UnsafeBufferPointer(start: memory, count: count), as: UTF8.self)
}
