/// The header row of a table: the keys of its columns.
struct CSVHeader {
  private let delimiter: UInt8
  private let nullText: String?
  private(set) var keys: [String] = []
  /// The byte offset of each key in the file.
  private(set) var offsets: [Int] = []
  /// The errors of the row, which prevent reading anything else.
  private(set) var errors: [CSVSyntaxError] = []
  /// The byte offset after the row.
  let endOffset: Int

  /// Reads the first row of a text.
  ///
  /// - Returns: `nil` if the row continues after the text, which is not the end of its file.
  init?(_ text: JSONText, _ format: CSVFormat, isLast: Bool = true) {
    let (found, error) = format.delimiter.map { ($0, nil) } ?? Self.delimiter(of: text)
    delimiter = found.byte
    nullText = format.nullText
    var cursor = CSVCursor(text, delimiter: delimiter)
    let isThere = cursor.nextRow(isLast: isLast)
    if !isThere && !isLast { return nil }
    endOffset = cursor.nextOffset
    if let name = text.otherEncoding {
      errors = [CSVSyntaxError(offset: text.origin.offset, kind: .encoding(.otherEncoding(name)))]
    } else if !isThere {
      errors = [CSVSyntaxError(offset: cursor.offset, kind: .noHeader)]
    } else {
      errors = cursor.errors + [error].compactMap { $0 }
    }
    for column in 0..<cursor.count {
      keys.append(cursor.string(in: column))
      offsets.append(cursor.offset(of: column))
    }
  }

  /// Returns the delimiter that divides the first row into the most cells, and an error if it is ambiguous.
  ///
  /// A pipe is the delimiter only if the row has no other delimiter, since it may be a part of keys.
  private static func delimiter(of text: JSONText) -> (CSVFormat.Delimiter, CSVSyntaxError?) {
    func count(_ delimiter: CSVFormat.Delimiter) -> Int {
      var cursor = CSVCursor(text, delimiter: delimiter.byte)
      return cursor.nextRow() ? cursor.count : 0
    }
    let counts = CSVFormat.Delimiter.allCases.filter { $0 != .pipe }.map { ($0, count($0)) }
    let most = counts.map(\.1).max() ?? 0
    if most < 2, count(.pipe) > 1 { return (.pipe, nil) }
    let found = counts.filter { $0.1 == most }.map(\.0)
    if most < 2 || found.count == 1 { return (found[0], nil) }
    return (
      found[0],
      CSVSyntaxError(
        offset: text.origin.offset + text.contentOffset,
        kind: .ambiguousDelimiter(found[0], found[1]))
    )
  }

  /// Returns a cursor for the rows below the header, in a text or a portion of it.
  ///
  /// - Parameter offset: The offset of the first row to read.
  func rows(of text: JSONText, at offset: Int? = nil) -> CSVCursor {
    CSVCursor(
      text, delimiter: delimiter, isOfOneColumn: keys.count == 1, nullText: nullText,
      at: offset ?? max(endOffset, text.origin.offset))
  }

  /// Returns the place of the first non-empty cell of some columns in the row at an offset, or else of the first of
  /// these cells; `nil` if no column exists.
  func cell(
    of columns: [String], inRowAt offset: Int, of text: JSONText
  ) -> (offset: Int, isEmpty: Bool)? {
    let places = columns.compactMap { key in keys.firstIndex { $0.hasSameBytes(as: key) } }
    if places.isEmpty { return nil }
    var cursor = rows(of: text, at: offset)
    guard cursor.nextRow() else { return nil }
    var found: (offset: Int, isEmpty: Bool)?
    for place in places where place < cursor.count {
      if !cursor[place].isEmpty { return (cursor.offset(of: place), false) }
      found = found ?? (cursor.offset(of: place), true)
    }
    return found
  }
}
