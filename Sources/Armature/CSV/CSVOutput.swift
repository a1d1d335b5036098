import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes the cells of rows into one growing buffer.
package struct CSVOutput: ~Copyable {
  private var bytes = JSONOutput()
  private let delimiter: UInt8
  private let guardsFormulas: Bool
  /// The number of cells written in the row.
  private var count = 0
  /// True if rows have one cell: an empty row would be a blank line.
  package var isOfOneColumn = false

  package init(_ format: CSVFormat, guardsFormulas: Bool) {
    delimiter = (format.delimiter ?? .comma).byte
    self.guardsFormulas = guardsFormulas
  }

  package consuming func data() -> Data { bytes.data() }

  /// Reserves memory for a number of bytes.
  mutating func reserve(_ count: Int) { bytes.reserve(count) }

  /// Passes the collected output to a closure, and removes it from memory.
  mutating func flush(_ write: (Data) throws -> Void) rethrows { try bytes.flush(write) }

  package mutating func endRow() {
    bytes.put(0x0D)
    bytes.put(0x0A)
    bytes.reserve(0)
    count = 0
  }

  private mutating func begin() {
    if count > 0 { bytes.put(delimiter) }
    bytes.reserve(0)
    count += 1
  }

  /// Takes back the start of a cell.
  private mutating func withdraw() -> Bool {
    count -= 1
    if count > 0 { bytes.advance(-1) }
    return false
  }

  /// Writes a cell with the bytes that a function writes, which need no quotation marks; returns false without any
  /// bytes.
  ///
  /// - Parameter write: Returns the number of bytes; the buffer has room for a number or a date.
  @inline(__always)
  mutating func cell(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> Bool {
    begin()
    let count = write(bytes.spare)
    if _slowPath(count == 0) { return withdraw() }
    bytes.advance(count)
    bytes.reserve(0)
    return true
  }

  /// Writes an empty cell, which means a missing value, or the default.
  package mutating func empty() {
    begin()
    if isOfOneColumn { quote(EmptyCollection(), isGuarded: false) }
  }

  /// The sign for a missing value, where an empty cell would mean something else.
  static let null: StaticString = "\\N"
  /// The sign for a list of one empty string, or a composite without values.
  static let emptyText: StaticString = "\\E"

  /// Writes a sign.
  mutating func sign(_ sign: StaticString) {
    begin()
    sign.withUTF8Buffer { for byte in $0 { put(byte) } }
  }

  /// Writes a cell of text.
  ///
  /// - Parameters:
  ///   - isFree: True if the text may begin like a formula.
  ///   - isValue: True if an empty string is a value, and not a missing one.
  package mutating func text(_ text: String, isFree: Bool = false, isValue: Bool = false) {
    var text = text
    text.withUTF8 { cell($0, isFree: isFree, isValue: isValue) }
  }

  /// Writes a cell with the bytes of a string.
  @inline(__always)
  mutating func cell(_ text: UnsafeBufferPointer<UInt8>, isFree: Bool, isValue: Bool) {
    begin()
    guard let start = text.baseAddress, !text.isEmpty else {
      if isValue || isOfOneColumn { quote(EmptyCollection(), isGuarded: false) }
      return
    }
    let isGuarded = isFree && guardsFormulas && Self.beginsFormula(text)
    bytes.reserve(text.count)
    // Copied directly, since nearly no text needs more.
    if isGuarded || !copy(from: UnsafeRawPointer(start), count: text.count) {
      return write(text, isGuarded: isGuarded)
    }
    bytes.advance(text.count)
    bytes.reserve(0)
  }

  /// Begins a cell of several parts; returns the place to which the output can be taken back.
  mutating func beginParts() -> Int {
    let start = bytes.count
    begin()
    return start
  }

  /// Writes a part of a cell directly from the bytes of a string. Returns false if the part needs a guard or quotation
  /// marks, or could not be separated again.
  ///
  /// - Parameter separator: The sign between parts; `nil` for a cell of one part that is not a list.
  mutating func part(
    _ text: UnsafeBufferPointer<UInt8>, isFirst: Bool, separator: UInt8?
  ) -> Bool {
    guard let start = text.baseAddress, !text.isEmpty,
      !(guardsFormulas && Self.beginsFormula(text))
    else { return false }
    if let separator {
      guard separator > 0x20, !Self.needsMarks(separator), text.isApart(from: separator) else {
        return false
      }
      if !isFirst { put(separator) }
    }
    bytes.reserve(text.count)
    guard copy(from: UnsafeRawPointer(start), count: text.count) else { return false }
    bytes.advance(text.count)
    bytes.reserve(0)
    return true
  }

  /// Takes back a cell of several parts.
  mutating func withdrawParts(to start: Int) {
    count -= 1
    bytes.advance(start - bytes.count)
  }

  /// Writes a text that may need quotation marks.
  @inline(never)
  private mutating func write(_ text: UnsafeBufferPointer<UInt8>, isGuarded: Bool) {
    // Any delimiter counts, since readers find the delimiter in the header.
    if Self.isSign(text) || text.contains(where: Self.needsMarks) {
      quote(text, isGuarded: isGuarded)
    } else {
      if isGuarded { put(Self.apostrophe) }
      for byte in text { put(byte) }
    }
  }

  /// Returns whether a text would be a sign without quotation marks.
  private static func isSign(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == 2 && text[0] == UInt8(ascii: "\\")
  }

  private static func needsMarks(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  private mutating func quote(_ text: some Sequence<UInt8>, isGuarded: Bool) {
    put(0x22)
    if isGuarded { put(Self.apostrophe) }
    for byte in text {
      if byte == 0x22 { put(0x22) }
      put(byte)
    }
    put(0x22)
  }

  private mutating func put(_ byte: UInt8) {
    bytes.put(byte)
    bytes.reserve(0)
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// Returns whether a spreadsheet may interpret a text as a formula (CWE-1236).
  ///
  /// Leading apostrophes are skipped, because a text may already be guarded. Such a text gets a second apostrophe, so
  /// that different texts stay different.
  static func beginsFormula(_ text: some Sequence<UInt8>) -> Bool {
    text.first { $0 != apostrophe }.map("=+-@\t\r\n".utf8.contains) ?? false
  }

  /// Copies bytes into the spare memory, and returns false if one of the bytes may need quotation marks.
  ///
  /// The loop copies eight bytes at a time, which takes a third of the time of copying single bytes. The last eight
  /// bytes may overlap the previous ones, so the loop never reads outside of the text.
  @inline(__always)
  private func copy(from source: UnsafeRawPointer, count: Int) -> Bool {
    let out = UnsafeMutableRawPointer(bytes.spare)
    guard count >= 8 else {
      for index in 0..<count {
        let byte = source.load(fromByteOffset: index, as: UInt8.self)
        if byte < 0x10 || byte == 0x22 || byte == 0x2C || byte == 0x3B { return false }
        // Two characters may be a sign.
        if byte == UInt8(ascii: "\\"), count == 2 { return false }
        out.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
      return true
    }
    var index = 0
    while index < count {
      let place = min(index, count &- 8)
      let word = source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if Self.mayNeedMarks(word) { return false }
      out.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
      index &+= 8
    }
    return true
  }

  /// Returns whether a byte of a word is a quotation mark, a comma, a semicolon, or less than 16.
  @inline(__always)
  private static func mayNeedMarks(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quotes, commas) = (word ^ (ones &* 0x22), word ^ (ones &* 0x2C))
    let semicolons = word ^ (ones &* 0x3B)
    let found =
      (quotes &- ones) & ~quotes | (commas &- ones) & ~commas
      | (semicolons &- ones) & ~semicolons | (word &- (ones &* 0x10)) & ~word
    return found & (ones &* 0x80) != 0
  }
}
