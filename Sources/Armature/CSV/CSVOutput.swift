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
  private let encoding: CSVFormat.Encoding
  private let guardsFormulas: Bool
  /// The word for a missing value; empty without such a word.
  private let nullText: [UInt8]
  /// True if a text can be copied directly: the signs that the copy looks for are all that need quotation marks.
  private let copies: Bool
  /// The number of cells written in the row.
  private var count = 0
  /// True before the first output.
  private var isStart = true
  /// True if rows have one cell: an empty row would be a blank line.
  package var isOfOneColumn = false

  package init(_ format: CSVFormat, guardsFormulas: Bool) {
    delimiter = (format.delimiter ?? .comma).byte
    encoding = format.encoding ?? .utf8
    nullText = Array((format.nullText ?? "").utf8)
    copies = format.delimiter != .pipe && nullText.isEmpty
    self.guardsFormulas = guardsFormulas
  }

  package consuming func data() -> Data {
    encoding == .utf8
      ? bytes.data() : bytes.withBytes { Data(encoding.bytes(of: $0, isStart: isStart)) }
  }

  /// Reserves memory for a number of bytes.
  mutating func reserve(_ count: Int) { bytes.reserve(count) }

  /// Passes the collected output to a closure, and removes it from memory.
  mutating func flush(_ write: (Data) throws -> Void) rethrows {
    if encoding == .utf8 { return try bytes.flush(write) }
    let data = bytes.withBytes { Data(encoding.bytes(of: $0, isStart: isStart)) }
    isStart = false
    bytes.removeBytes()
    if !data.isEmpty { try write(data) }
  }

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
    if _slowPath(count == nullText.count),
      nullText.elementsEqual(
        UnsafeBufferPointer(start: bytes.spare, count: count))
    {
      quote(nullText, after: "")
      return true
    }
    bytes.advance(count)
    bytes.reserve(0)
    return true
  }

  /// Writes an empty cell: the entity has no such property, or a property has no value.
  package mutating func empty() {
    begin()
    if isOfOneColumn { quote(EmptyCollection(), after: "") }
  }

  /// Writes a missing value.
  ///
  /// - Parameter isMarked: True if an empty cell would mean something else.
  mutating func missing(isMarked: Bool = false) {
    guard nullText.isEmpty else {
      begin()
      return put(nullText)
    }
    if isMarked { sign("N") } else { empty() }
  }

  /// Writes the sign for an empty string in a list or a reference.
  package mutating func emptyText() { sign("E") }

  /// Writes the sign for a composite without values.
  ///
  /// - Parameter depth: The number of composites that contain the cell and exist.
  mutating func emptyComposite(depth: Int) { sign("\(depth)") }

  private mutating func sign(_ name: String) {
    begin()
    put(CSVGuard.backslash)
    put(Array(name.utf8))
  }

  /// Writes a key of the header row.
  package mutating func key(_ key: String) {
    // With a pipe, a reader could take it for the delimiter.
    guard key.utf8.contains(UInt8(ascii: "|")) else { return text(key, isFree: true) }
    begin()
    var key = key
    key.withUTF8 { quote($0, after: CSVGuard.prefix(of: $0, isGuarded: guardsFormulas)) }
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
      if isValue || isOfOneColumn { quote(EmptyCollection(), after: "") }
      return
    }
    bytes.reserve(text.count)
    // Copied directly, since nearly no text needs more.
    if !copies || text[0] == CSVGuard.backslash || isFree && guardsFormulas
      || !copy(from: UnsafeRawPointer(start), count: text.count)
    {
      return write(text, isGuarded: isFree && guardsFormulas)
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

  /// Writes a part of a cell directly from the bytes of a string. Returns false if the part needs more than a copy.
  ///
  /// - Parameter separator: The sign between parts; `nil` for a cell of one part that is not a list.
  mutating func part(
    _ text: UnsafeBufferPointer<UInt8>, isFirst: Bool, separator: UInt8?
  ) -> Bool {
    guard let start = text.baseAddress, !text.isEmpty, copies,
      !isFirst || text[0] != CSVGuard.backslash && !guardsFormulas
    else { return false }
    if let separator {
      guard !Self.needsMarks(separator), text.isApart(from: separator) else { return false }
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

  /// Writes a text that may need quotation marks or a prefix.
  @inline(never)
  private mutating func write(_ text: UnsafeBufferPointer<UInt8>, isGuarded: Bool) {
    let prefix = CSVGuard.prefix(of: text, isGuarded: isGuarded)
    // Any delimiter counts, since people may open the table with another one.
    if Self.isSign(text) || text.elementsEqual(nullText)
      || text.contains(where: { Self.needsMarks($0) || $0 == delimiter })
    {
      quote(text, after: prefix)
    } else {
      put(prefix)
      put(text)
    }
  }

  /// Returns whether a text would be a sign without quotation marks.
  private static func isSign(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text[0] == CSVGuard.backslash
      && (text.count == 2 || text.dropFirst().allSatisfy { 0x30...0x39 ~= $0 })
  }

  /// Returns whether a text can only be a cell in quotation marks, with any delimiter.
  static func needsMarks(_ text: String) -> Bool {
    text.utf8.contains { needsMarks($0) || $0 == UInt8(ascii: "|") }
  }

  private static func needsMarks(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  private mutating func quote(_ text: some Sequence<UInt8>, after prefix: StaticString) {
    put(0x22)
    put(prefix)
    for byte in text {
      if byte == 0x22 { put(0x22) }
      put(byte)
    }
    put(0x22)
  }

  private mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { put($0) }
  }

  private mutating func put(_ text: some Sequence<UInt8>) {
    for byte in text { put(byte) }
  }

  private mutating func put(_ byte: UInt8) {
    bytes.put(byte)
    bytes.reserve(0)
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
