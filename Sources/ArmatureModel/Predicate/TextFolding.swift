extension String {
  /// Returns the text folded for comparisons with options.
  package func folded(_ options: FetchPredicate.Options) -> String {
    // Case folding comes after diacritics, since the base letters of İ and Å have case variants.
    var result = self
    if options.contains(.diacriticInsensitive) { result = result.withoutDiacritics }
    if options.contains(.caseInsensitive) { result = result.withoutCase }
    if options.contains(.numeric) { result = result.withSortedNumbers }
    return result
  }

  /// Appends the bytes of the text, folded for comparisons with options.
  package func fold(_ options: FetchPredicate.Options, behind bytes: inout ContiguousArray<UInt8>) {
    var text = self
    if options.contains(.diacriticInsensitive) { text = text.withoutDiacritics }
    if options.contains(.numeric) { text = text.folded(options.subtracting(.diacriticInsensitive)) }
    if options.contains(.caseInsensitive), !options.contains(.numeric) {
      text.appendWithoutCase(to: &bytes)
    } else {
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }
  }

  /// The text with its numbers rewritten, so that comparing the bytes compares the numbers by size. Leading zeros are
  /// removed, and the number of digits is written in front.
  private var withSortedNumbers: String {
    let bytes = utf8
    guard bytes.contains(where: \.isDigit) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    var rest = bytes[...]
    while let byte = rest.first {
      guard byte.isDigit else {
        result.append(byte)
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix(while: \.isDigit)
      rest = rest[digits.endIndex...]
      let number = digits.drop { $0 == UInt8(ascii: "0") }
      result += Self.length(number.count)
      result += number
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns a count in bytes that are sorted by its size. A count up to 8 is one digit. A larger count is a 9,
  /// followed by the length of the count and the count itself.
  private static func length(_ count: Int) -> [UInt8] {
    if count < 9 { return [UInt8(ascii: "0") + UInt8(count)] }
    let digits = Array(String(count).utf8)
    return [UInt8(ascii: "9")] + length(digits.count) + digits
  }

  /// The text with each scalar replaced by its case-folded scalar.
  private var withoutCase: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    var bytes = ContiguousArray<UInt8>()
    bytes.reserveCapacity(utf8.count + 8)
    appendWithoutCase(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the bytes of the case-folded text.
  private func appendWithoutCase(to bytes: inout ContiguousArray<UInt8>) {
    let start = bytes.count
    var text = self
    text.withUTF8 { bytes.append(contentsOf: $0) }
    // ASCII, which is nearly all text, is folded several bytes at a time.
    let isASCII = bytes.withUnsafeMutableBufferPointer { bytes in
      var all: UInt8 = 0
      for index in start..<bytes.count {
        let byte = bytes[index]
        all |= byte
        bytes[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
      }
      return all < 0x80
    }
    if isASCII { return }
    bytes.removeLast(bytes.count - start)
    for scalar in unicodeScalars {
      if scalar.value < 0x80 {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      } else if let folded = UTF8.encode(TextPattern.CaseFolding.fold(scalar)) {
        for byte in folded { bytes.append(byte) }
      }
    }
  }

  private var withoutDiacritics: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isDiacritic { result.append(scalar.baseLetter) }
    return String(result)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
