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

extension Unicode.Scalar {
  /// Whether the scalar is a combining diacritical mark.
  var isDiacritic: Bool {
    switch value {
    case 0x300...0x36F, 0x653...0x655, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0x3099...0x309A, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// The base letter in Unicode's decomposition, or the scalar itself.
  var baseLetter: Unicode.Scalar { value < 0xC0 ? self : Self.baseLetters[self] ?? self }

  /// The letters with diacritics and their base letters.
  ///
  /// Neither the standard library nor FoundationEssentials can decompose a letter. Two characters are equal, however,
  /// if their decompositions are equal. Therefore, the table is built by combining each letter with each mark, and
  /// looking for an equal letter of a single scalar. This takes some hundredths of a second when the table is first
  /// used.
  private static let baseLetters: [Unicode.Scalar: Unicode.Scalar] = {
    var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
    // Latin with phonetic letters (ʒ is the base of ǯ), Greek, Cyrillic and the unit sign Å; then Arabic and kana.
    addBases(
      of: [0x41...0x2AF, 0x370...0x52F, 0x1E00...0x1FFF, 0x212B...0x212B], marks: 0x300...0x345,
      to: &bases)
    addBases(of: [0x620...0x6D5], marks: 0x653...0x655, to: &bases)
    addBases(of: [0x3041...0x30FF], marks: 0x3099...0x309A, to: &bases)
    // Struck-out signs, such as ≠.
    addBases(
      of: [0x3C...0x3E, 0x2190...0x2AFF], marks: 0x338...0x338, to: &bases,
      where: { !$0.properties.isAlphabetic })
    // A letter with two marks decomposes in two steps.
    return bases.mapValues { first in
      var base = first
      while let next = bases[base] { base = next }
      return base
    }
  }()

  private static func addBases(
    of blocks: [ClosedRange<UInt32>], marks: ClosedRange<UInt32>,
    to bases: inout [Unicode.Scalar: Unicode.Scalar],
    where isBase: (Unicode.Scalar) -> Bool = \.properties.isAlphabetic
  ) {
    let letters = blocks.joined().compactMap(Unicode.Scalar.init).filter(isBase)
    // Some letters have two code points: ά is U+03AC and U+1F71.
    let composed = Dictionary(grouping: letters.filter { $0.value >= 0xC0 }, by: Character.init)
    for letter in letters {
      for mark in marks.compactMap(Unicode.Scalar.init) {
        let text = String(String.UnicodeScalarView([letter, mark]))
        guard let character = text.first else { continue }
        // Keep the first base, since ι also has two code points.
        for scalar in composed[character] ?? [] where bases[scalar] == nil {
          bases[scalar] = letter
        }
      }
    }
  }
}
