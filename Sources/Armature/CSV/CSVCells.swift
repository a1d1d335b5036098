import ArmatureModel

/// Reads a table in chunks, without a model: only keys and texts.
package enum CSVCells {
  /// The content of a cell.
  package enum Cell {
    /// An empty cell, or a sign for a missing value.
    case missing
    /// The text, valid until the call returns. It is empty for a cell with only two quotation marks.
    case text(UnsafeBufferPointer<UInt8>)
  }

  /// An error in a table, with its position in the file.
  package struct Failure: Error {
    /// A sentence that states the error and a remedy.
    package let message: String
    package let position: TextPosition

    init(_ error: CSVSyntaxError, in text: JSONText) {
      (message, position) = (error.message, text.position(of: error.offset))
    }
  }

  /// Reads the file of a table.
  ///
  /// - Parameters:
  ///   - header: A closure that receives the keys, each with its position.
  ///   - cell: A closure that receives each cell with the number of its column.
  /// - Returns: The number of rows below the header.
  /// - Throws: ``Failure`` or `FileReadError`.
  package static func read(
    _ path: String, _ format: CSVFormat,
    header: ([(key: String, position: TextPosition)]) throws -> Void,
    cell: (_ column: Int, Cell) -> Void
  ) throws -> Int {
    var chunks = try CSVChunks(path: path, encoding: format.encoding)
    var known: CSVHeader?
    var count = 0
    while let text = try chunks.next() {
      if known == nil {
        known = CSVHeader(text, format, isLast: chunks.isLast)
        guard let found = known else {
          try chunks.keep(text, from: text.origin.offset)
          continue
        }
        if let error = found.errors.first { throw Failure(error, in: text) }
        try header(zip(found.keys, found.offsets).map { ($0, text.position(of: $1)) })
      }
      guard let known else { break }
      var rows = known.rows(of: text)
      while rows.nextRow(isLast: chunks.isLast) {
        try check(rows, known, in: text)
        count += 1
        for column in 0..<rows.count { cell(column, content(of: rows[column], in: &rows)) }
      }
      try chunks.keep(text, from: rows.nextOffset)
    }
    return count
  }

  private static func check(
    _ rows: borrowing CSVCursor, _ header: CSVHeader, in text: JSONText
  ) throws(Failure) {
    if let error = rows.errors.first { throw Failure(error, in: text) }
    let expected = header.keys.count
    guard rows.count != expected else { return }
    let offset = rows.count < expected ? rows.endOffset : rows.offset(of: expected)
    throw Failure(
      CSVSyntaxError(offset: offset, kind: .wrongLength(rows.count, expected: expected)), in: text)
  }

  private static func content(of cell: CSVCursor.Cell, in rows: inout CSVCursor) -> Cell {
    if cell.isNull || cell.isEmpty && !cell.isMarked { return .missing }
    return .text(rows.bytes(of: cell))
  }
}
