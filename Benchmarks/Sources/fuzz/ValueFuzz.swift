import Armature
import ArmatureModel
import Foundation

/// Numbers, dates and texts in JSON: reading must agree with the C library or with a simple scan of the digits, and
/// written values must be readable. Sometimes property lists, which can contain themselves.
enum ValueFuzz {
  private static let model = Result {
    try ManagedObjectModel("Values") {
      Entity("Value") {
        Attribute("int16", Int16?.self)
        Attribute("int32", Int32?.self)
        Attribute("int64", Int64?.self)
        Attribute("float", Float?.self)
        Attribute("double", Double?.self)
        Attribute("decimal", Decimal?.self)
        Attribute("text", String?.self)
        Attribute("date", Date?.self)
        Attribute("uuid", UUID?.self)
        Attribute("data", Data?.self)
      }
    }
  }

  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    switch choices.below(7) {
    case 6: try NestingFuzz.problem(&choices, trace)
    case 0: try dateProblem(&choices, trace)
    case 1: try textProblem(&choices, trace)
    case 2: try bytesProblem(&choices, trace)
    default: try numberProblem(&choices, trace)
    }
  }

  /// Returns the loaded value of a member; `nil` if it is rejected.
  private static func value(of name: String, _ json: String) throws -> AttributeValue? {
    let context = ManagedObjectContext(model: try model.get())
    do {
      let loaded = try context.load(.text("{\"\(name)\": \(json)}", as: "Value"))
      return try loaded.objects[0].value(forKey: name)
    } catch is ValidationReport {
      return nil
    }
  }

  private static func problem(
    _ name: String, _ json: String, expected: AttributeValue?, _ trace: Trace
  ) throws -> String? {
    trace.note("\(name) from \(json.debugDescription)")
    let found = try value(of: name, json)
    guard found == expected else {
      return "it must be \(expected.map { "\($0)" } ?? "refused"), but is "
        + (found.map { "\($0)" } ?? "refused")
    }
    guard let found, !found.isNull else { return nil }
    let context = ManagedObjectContext(model: try model.get())
    try context.insert("Value").setValue(found, forKey: name)
    let written = String(decoding: try context.json(of: "Value", layout: .compact), as: UTF8.self)
    let again = ManagedObjectContext(model: try model.get())
    let value = try again.load(.text(written, as: "Value")).objects[0].value(forKey: name)
    return value == found ? nil : "it is written as \(written), which is read as \(value)"
  }

  // MARK: Numbers

  private static func numberProblem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let name = choices.pick(["int64", "int16", "int32", "double", "float", "decimal"])
    let text = number(&choices)
    let digits = PlainNumber(text)
    let expected: AttributeValue? = digits.flatMap { digits in
      switch name {
      case "double": double(text).map { .double($0) }
      case "float": float(text).map { .double(Double($0)) }
      case "decimal": digits.decimal.map { .decimal($0) }
      default:
        digits.integer(bits: name == "int16" ? 16 : name == "int32" ? 32 : 64).map { .int($0) }
      }
    }
    return try problem(name, text, expected: expected, trace)
  }

  private static func double(_ text: String) -> Double? {
    let value = strtod(text, nil)
    return value.isFinite ? value : nil
  }

  private static func float(_ text: String) -> Float? {
    let value = strtof(text, nil)
    return value.isFinite ? value : nil
  }

  private static func number(_ choices: inout Choices) -> String {
    func digits(_ most: Int) -> String {
      var text = ""
      for _ in 0...choices.below(most) {
        text += choices.pick(["0", "9", "1", "5", "4", "2", "7"])
      }
      return text
    }
    var text = choices.oneIn(3) ? "-" : ""
    switch choices.below(5) {
    case 0: text += "\(choices.word() >> UInt64(choices.below(64)))"
    case 1:
      text +=
        ["32767", "32768", "2147483648", "9223372036854775807", "9223372036854775808"][
          choices.below(5)]
    default: text += digits(choices.pick([3, 20, 42]))
    }
    if choices.oneIn(3) { text += "." + digits(choices.pick([3, 20, 42])) }
    if choices.oneIn(4) {
      text +=
        choices.pick(["e", "E"]) + choices.pick(["", "-", "+"])
        + "\(choices.below(choices.pick([9, 60, 400])))"
    }
    if choices.oneIn(20) { text += choices.pick(["0", "x", ".", "e", "-", "_1", "٣"]) }
    return text
  }

  // MARK: Dates

  private static func dateProblem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var time = tm()
    let (year, month, day) = (choices.below(10_000), 1 + choices.below(13), 1 + choices.below(32))
    let (hour, minute, second) = (choices.below(25), choices.below(61), choices.below(60))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var text =
      "\(String(repeating: "0", count: 4 - "\(year)".count))\(year)-\(two(month))-\(two(day))"
    var offset = 0
    var isWhole = true
    if choices.oneIn(4) {
      time.tm_hour = 0
    } else {
      isWhole = hour < 24 && minute < 60
      time.tm_hour = Int32(hour)
      time.tm_min = Int32(minute)
      time.tm_sec = Int32(second)
      text += choices.pick(["T", "t", " "]) + "\(two(hour)):\(two(minute)):\(two(second))"
      if choices.oneIn(2) {
        text += "Z"
      } else if choices.oneIn(2) {
        let (hours, minutes) = (choices.below(24), choices.below(60))
        let isWest = choices.bool()
        offset = (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
        text += "\(isWest ? "-" : "+")\(two(hours)):\(two(minutes))"
      }
    }
    time.tm_year = Int32(year - 1900)
    time.tm_mon = Int32(month - 1)
    time.tm_mday = Int32(day)
    let seconds = timegm(&time)
    // A date that the C library normalizes is invalid.
    let isDate =
      isWhole && time.tm_mon == Int32(month - 1) && time.tm_mday == Int32(day)
      && time.tm_year == Int32(year - 1900)
    let date = Date(timeIntervalSince1970: Double(seconds - offset))
    return try problem("date", "\"\(text)\"", expected: isDate ? .date(date) : nil, trace)
  }

  // MARK: Texts

  private static func textProblem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var json = ""
    var expected: String? = ""
    func add(_ written: String, _ meant: String?) {
      json += written
      expected = meant.flatMap { part in expected.map { $0 + part } }
    }
    for _ in 0..<choices.below(8) {
      switch choices.below(7) {
      case 0: add("a", "a")
      case 1:
        let (written, meant) = choices.pick([
          ("\\\"", "\""), ("\\\\", "\\"), ("\\/", "/"), ("\\b", "\u{8}"), ("\\f", "\u{C}"),
          ("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"),
        ])
        add(written, meant)
      case 2, 3:
        let scalar = Unicode.Scalar(UInt32(choices.below(0x11_0000))) ?? "é"
        let text = String(Character(scalar))
        if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
          add(text, scalar == "\"" || scalar == "\\" ? nil : nil)
        } else {
          add(text, text)
        }
      case 4:
        let scalar = Unicode.Scalar(UInt32(choices.below(0x11_0000))) ?? "é"
        let text = String(Character(scalar))
        let units = text.utf16.map { unit in
          let digits = String(unit, radix: 16, uppercase: choices.bool())
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        add(units.joined(), text)
      case 5: if choices.oneIn(6) { add("\\uD83D", nil) } else { add("日本", "日本") }
      default: if choices.oneIn(6) { add(choices.pick(["\\x", "\\u12", "\n", "\\u{41}"]), nil) }
      }
    }
    // A surrogate may complete another one and a quotation mark may be escaped by the preceding character.
    if expected == nil, (try? JSONSerialization.jsonObject(with: Data("[\"\(json)\"]".utf8))) != nil
    {
      return nil
    }
    return try problem("text", "\"\(json)\"", expected: expected.map { .string($0) }, trace)
  }

  private static func bytesProblem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    if choices.bool() {
      var text = UUID(
        uuid: unsafeBitCast((choices.word(), choices.word()), to: uuid_t.self)
      ).uuidString
      if choices.bool() { text = text.lowercased() }
      if choices.oneIn(4) { text = String(text.dropLast(1)) + choices.pick(["g", "", "0 ", "-"]) }
      let uuid = text.utf8.count == 36 ? UUID(uuidString: text) : nil
      return try problem("uuid", "\"\(text)\"", expected: uuid.map { .uuid($0) }, trace)
    }
    var bytes: [UInt8] = []
    for _ in 0..<choices.below(20) { bytes.append(UInt8(truncatingIfNeeded: choices.next())) }
    let text = Data(bytes).base64EncodedString()
    return try problem("data", "\"\(text)\"", expected: .data(Data(bytes)), trace)
  }
}

/// A JSON number, split into digits.
private struct PlainNumber {
  let isNegative: Bool
  /// The digits without leading and trailing zeros.
  let digits: [Int]
  /// The power of ten of the last digit.
  let exponent: Int

  /// Returns `nil` if the text is not a JSON number.
  init?(_ text: String) {
    let grammar = "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?"
    guard text.range(of: "^(?:\(grammar))$", options: .regularExpression) != nil, text.last != "\n"
    else { return nil }
    isNegative = text.first == "-"
    let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let halves = parts[0].split(separator: ".")
    var all = parts[0].compactMap(\.wholeNumberValue)
    var exponent =
      (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - (halves.count > 1 ? halves[1].count : 0)
    while all.first == 0 { all.removeFirst() }
    while all.last == 0 {
      all.removeLast()
      exponent += 1
    }
    digits = all
    self.exponent = exponent
  }

  /// Returns the value if it is a whole number in range.
  func integer(bits: Int) -> Int64? {
    if digits.isEmpty { return 0 }
    guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
    var value = Int128(0)
    for digit in digits + Array(repeating: 0, count: exponent) {
      value = value * 10 + Int128(digit)
    }
    if isNegative { value = -value }
    let limit = Int128(1) << (bits - 1)
    return value >= -limit && value < limit ? Int64(value) : nil
  }

  /// The value, if its digits fit into 128 bits and its exponent into 8.
  var decimal: Decimal? {
    if digits.isEmpty { return 0 }
    // An exponent that is too large can become trailing zeros.
    let zeros = max(0, exponent - 127)
    guard exponent >= -128, digits.count + zeros <= 39 else { return nil }
    var (value, mantissa) = (Decimal(0), UInt128(0))
    for digit in digits + Array(repeating: 0, count: zeros) {
      let (tenfold, isTooLarge) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeWithIt) = tenfold.addingReportingOverflow(UInt128(digit))
      if isTooLarge || isTooLargeWithIt { return nil }
      mantissa = sum
      value = value * 10 + Decimal(digit)
    }
    let scaled = Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent - zeros, significand: value)
    return scaled.isNaN ? nil : scaled
  }
}
