/// Reads a table of cells (RFC 4180) row by row.
///
/// A row ends with `\n`, `\r\n` or a single `\r`. Blank lines are usually skipped. If the table has only one column,
/// however, a blank line is a row with an empty cell, except at the end of the text.
///
/// Invariant: the byte at `end` and all bytes after it are zero, so that every search stops there.
struct CSVCursor: ~Copyable {
  /// A cell of the current row, valid until the next row.
  struct Cell {
    /// The start of the cell, including its quotation mark.
    fileprivate let start: UnsafePointer<UInt8>
    /// The content of the cell, without the enclosing quotation marks.
    fileprivate let content: UnsafeBufferPointer<UInt8>
    /// True if quotation marks in the content are doubled.
    fileprivate let hasMarks: Bool
    /// True if the cell is the word for a missing value.
    fileprivate let isNullText: Bool

    var isEmpty: Bool { content.isEmpty }

    /// True if the cell is in quotation marks.
    var isMarked: Bool { content.baseAddress != start }

    /// True if the cell is `\N` or the word of the format, which mean a missing value.
    var isNull: Bool { isNullText || sign == UInt8(ascii: "N") }

    /// True if the cell is `\E`, which means an empty string in a list or a reference.
    var isOfEmptyText: Bool { sign == UInt8(ascii: "E") }

    /// The depth of the innermost composite that exists, in a cell such as `\1`; `nil` for any other cell.
    var depth: Int? {
      guard !isMarked, content.first == CSVGuard.backslash else { return nil }
      return Int(String(decoding: content.dropFirst(), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }

    /// True if the cell may have a special meaning, because it is empty, a sign or guarded.
    @inline(__always)
    var isSpecial: Bool { content.isEmpty || content[0] == CSVGuard.backslash || isNullText }

    /// The character after the backslash of a sign.
    private var sign: UInt8? {
      content.count == 2 && content[0] == CSVGuard.backslash && !isMarked ? content[1] : nil
    }
  }

  /// The text, which owns the bytes.
  let text: JSONText
  private let delimiter: UInt8
  private let isOfOneColumn: Bool
  /// The word for a missing value; empty without such a word.
  private let nullText: [UInt8]
  /// The end of the blank lines around `next`, if they are rows.
  private var blanksEnd: UnsafePointer<UInt8>?
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// The start of the current row, and the end of its last cell.
  private var (start, stop): (UnsafePointer<UInt8>, UnsafePointer<UInt8>)
  /// The errors of the current row, at most one for each cell.
  private(set) var errors: [CSVSyntaxError] = []
  private var cells: UnsafeMutablePointer<Cell>
  private var capacity = 16
  /// The number of cells in the current row.
  private(set) var count = 0
  private var scratch = JSONScratch()

  /// Creates a cursor before a row, by default the first one.
  init(
    _ text: JSONText, delimiter: UInt8, isOfOneColumn: Bool = false, nullText: String? = nil,
    at offset: Int? = nil
  ) {
    self.text = text
    self.nullText = Array((nullText ?? "").utf8)
    self.delimiter = delimiter
    self.isOfOneColumn = isOfOneColumn
    next = text.start + (offset.map { $0 - text.origin.offset } ?? text.contentOffset)
    end = text.start + text.count
    (start, stop) = (next, next)
    cells = .allocate(capacity: capacity)
  }

  deinit { cells.deallocate() }

  /// The byte offset in the file of the current row.
  var offset: Int { offset(of: start) }
  /// The byte offset after the last cell of the current row.
  var endOffset: Int { offset(of: stop) }
  /// The byte offset after the current row.
  var nextOffset: Int { offset(of: next) }

  func offset(of column: Int) -> Int { offset(of: cells[column].start) }

  private func offset(of place: UnsafePointer<UInt8>) -> Int {
    text.origin.offset + (place - text.start)
  }

  subscript(column: Int) -> Cell { cells[column] }

  /// Returns the text of a cell, valid until the next call.
  @inline(__always)
  mutating func bytes(of cell: Cell) -> UnsafeBufferPointer<UInt8> {
    if _fastPath(!cell.hasMarks && !cell.isSpecial) { return cell.content }
    return CSVGuard.text(of: cell.hasMarks ? unmarked(cell) : cell.content)
  }

  mutating func string(in column: Int) -> String {
    String(decoding: bytes(of: cells[column]), as: UTF8.self)
  }

  /// Returns the content with each doubled quotation mark replaced by a single one.
  @inline(never)
  private mutating func unmarked(_ cell: Cell) -> UnsafeBufferPointer<UInt8> {
    scratch.removeAll()
    var rest = cell.content[...]
    while let mark = rest.firstIndex(of: 0x22) {
      scratch.append(UnsafeBufferPointer(rebasing: rest[...mark]))
      rest = rest[(mark + 2)...]
    }
    scratch.append(UnsafeBufferPointer(rebasing: rest))
    return scratch.bytes
  }

  /// Moves to the next row; returns false at the end of the text.
  ///
  /// - Parameter isLast: True if the text is the end of its file. Otherwise its last row may be incomplete, and is
  ///   left unread.
  mutating func nextRow(isLast: Bool = true) -> Bool {
    while next != end, next.pointee == 0x0A || next.pointee == 0x0D {
      if isOfOneColumn, isBlankRow() { break }
      if !isLast && (isOfOneColumn || next + 1 == end) { return false }
      next += 1
    }
    (start, stop, count) = (next, next, 0)
    if _slowPath(!errors.isEmpty) { errors = [] }
    if next == end { return false }
    var place = readCells(from: next)
    stop = place
    if place.pointee == 0x0D {
      place += place[1] == 0x0A ? 2 : 1
    } else if place.pointee == 0x0A {
      place += 1
    }
    // A carriage return at the end may be half of a line end.
    if !isLast && (stop == end || place == end && place[-1] == 0x0D) { return false }
    next = place
    return true
  }

  /// Returns whether a row follows the blank lines that start here.
  private mutating func isBlankRow() -> Bool {
    if let blanksEnd, next < blanksEnd { return true }
    var place = next
    while place != end, place.pointee == 0x0A || place.pointee == 0x0D { place += 1 }
    blanksEnd = place == end ? nil : place
    return place != end
  }

  /// Reads the cells of a row and returns its end.
  ///
  /// Reads eight bytes at a time; most of these contain the ends of several cells or of none.
  @inline(__always)
  private mutating func readCells(from row: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let delimiters = Self.ones &* UInt64(delimiter)
    var (cell, base) = (row, row)
    // The bitwise or of all bytes of the cell, and perhaps of adjacent ones.
    var high: UInt64 = 0
    words: while true {
      let word = UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(as: UInt64.self))
      high |= word
      var found = Self.ends(in: word, delimiters)
      while found != 0 {
        let place = base + found.trailingZeroBitCount >> 3
        found &= found &- 1
        let byte = place.pointee
        if byte == delimiter {
          appendPlain(from: cell, to: place, high)
          cell = place + 1
          high = word
        } else if byte == 0x0A || byte == 0x0D || place == end {
          appendPlain(from: cell, to: place, high)
          return place
        } else if byte == 0x22 && place == cell {
          let stop = readMarked(cell)
          if stop.pointee != delimiter { return stop }
          cell = stop + 1
          base = cell
          high = 0
          continue words
        } else if byte == 0x22 {
          note(.quoteInCell, at: place, in: cell)
        } else if byte == 0 {
          note(.nulByte, at: place, in: cell)
        }
      }
      base += 8
    }
  }

  /// Returns the high bits at delimiters, quotation marks, and control characters up to the carriage return.
  @inline(__always)
  private static func ends(in word: UInt64, _ delimiters: UInt64) -> UInt64 {
    // No sum carries into another byte, so each bit is right.
    let low = ~highBits
    let (delimiter, mark) = (word ^ delimiters, word ^ (ones &* 0x22))
    let others =
      (((delimiter & low) &+ low) | delimiter) & (((mark & low) &+ low) | mark)
      & (((word & low) &+ (ones &* 0x72)) | word)
    return ~others & highBits
  }

  @inline(__always)
  private mutating func appendPlain(
    from cell: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>, _ high: UInt64
  ) {
    append(cell, UnsafeBufferPointer(start: cell, count: stop - cell), hasMarks: false, high)
  }

  /// Reads a cell in quotation marks and returns its end.
  private mutating func readMarked(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var place = start + 1
    var high: UInt64 = 0
    var hasMarks = false
    while true {
      let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
      let marks = word ^ (Self.ones &* 0x22)
      let found = ((marks &- Self.ones) & ~marks | (word &- Self.ones) & ~word) & Self.highBits
      if !Self.pass(word, upTo: found, &place, &high) { continue }
      if place == end {
        // Even if the cell has another error: the rest of the text is lost.
        errors.append(CSVSyntaxError(offset: offset(of: start), kind: .unclosedQuote))
        break
      }
      if place.pointee != 0 {
        if place[1] != 0x22 { break }
        hasMarks = true
        place += 1
      }
      place += 1
    }
    let content = UnsafeBufferPointer(start: start + 1, count: place - start - 1)
    append(start, content, hasMarks: hasMarks, high)
    if place == end { return place }
    place += 1
    let byte = place.pointee
    if byte == delimiter || byte == 0x0A || byte == 0x0D || place == end { return place }
    note(.textAfterQuote, at: place, in: start)
    while place.pointee != delimiter && place.pointee != 0x0A && place.pointee != 0x0D
      && place != end
    {
      place += 1
    }
    return place
  }

  /// Moves to the first matching byte of a word, or past the word; returns false in the latter case.
  ///
  /// - Parameter high: Receives the bitwise or of the skipped bytes.
  @inline(__always)
  private static func pass(
    _ word: UInt64, upTo found: UInt64, _ place: inout UnsafePointer<UInt8>, _ high: inout UInt64
  ) -> Bool {
    if found == 0 {
      high |= word
      place += 8
      return false
    }
    let bits = UInt64(truncatingIfNeeded: found.trailingZeroBitCount & ~7)
    high |= word & ((1 &<< bits) &- 1)
    place += Int(bits >> 3)
    return true
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  @inline(__always)
  private mutating func append(
    _ start: UnsafePointer<UInt8>, _ content: UnsafeBufferPointer<UInt8>, hasMarks: Bool,
    _ high: UInt64
  ) {
    if _slowPath(high & Self.highBits != 0) { check(content, in: start) }
    if _slowPath(count == capacity) { grow() }
    let isNullText =
      _slowPath(content.count == nullText.count) && !nullText.isEmpty
      && content.baseAddress == start && content.elementsEqual(nullText)
    (cells + count).initialize(
      to: Cell(start: start, content: content, hasMarks: hasMarks, isNullText: isNullText))
    count += 1
  }

  @inline(never)
  private mutating func check(
    _ content: UnsafeBufferPointer<UInt8>, in cell: UnsafePointer<UInt8>
  ) {
    guard let invalid = UTF8Check.firstInvalidByte(in: content) else { return }
    let place = content.baseAddress.map { $0 + invalid } ?? cell
    let byte = content[invalid]
    let isHalf = byte == 0xED && content[(invalid + 1)...].first ?? 0 >= 0xA0
    note(isHalf ? .incompleteCharacter(byte) : .encoding(.invalidUTF8(byte)), at: place, in: cell)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Cell>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: cells, count: count)
    cells.deallocate()
    cells = larger
    capacity *= 2
  }

  /// Records the first error of a cell.
  @inline(never)
  private mutating func note(
    _ kind: CSVSyntaxError.Kind, at place: UnsafePointer<UInt8>, in cell: UnsafePointer<UInt8>
  ) {
    if let last = errors.last, last.offset >= offset(of: cell) { return }
    errors.append(CSVSyntaxError(offset: offset(of: place), kind: kind))
  }
}
