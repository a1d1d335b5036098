import ArmatureModel

/// The records of a source in chunks, if its layout allows this.
///
/// A file of lines or a table is read in memory that does not grow with the file. Every other source is a single chunk.
struct RecordBatches: ~Copyable {
  private let source: LoadSource
  private let entity: String
  private let sizeLimit: Int
  private var lines: JSONLines?
  private var rows: CSVChunks?
  private var header: CSVHeader?
  private var isAtEnd = false

  init(_ source: LoadSource, of entity: String, sizeLimit: Int) throws(FileReadError) {
    (self.source, self.entity, self.sizeLimit) = (source, entity, sizeLimit)
    guard case .file(let path) = source.origin else { return }
    switch source.layout {
    case .lines: lines = try JSONLines(path: path)
    case .csv(let format): rows = try CSVChunks(path: path, encoding: format.encoding)
    case .document: break
    }
  }

  /// Returns the next records as a text to load; `nil` at the end.
  mutating func next() throws(FileReadError) -> LoadTexts? {
    if lines != nil { return try lines?.next().map { texts($0) } }
    if rows != nil { return try nextRows() }
    if isAtEnd { return nil }
    isAtEnd = true
    return texts(try source.read(sizeLimit: sizeLimit))
  }

  /// Returns the next complete rows.
  private mutating func nextRows() throws(FileReadError) -> LoadTexts? {
    guard case .csv(let format) = source.layout else { return nil }
    while let text = try rows?.next() {
      let isLast = rows?.isLast ?? true
      header = header ?? CSVHeader(text, format, isLast: isLast)
      guard let header else {
        try rows?.keep(text, from: text.origin.offset)
        continue
      }
      let end = Self.endOfRows(text, below: header, isLast: isLast)
      try rows?.keep(text, from: end)
      return texts(text.prefix(upTo: end), header)
    }
    return nil
  }

  private func texts(_ text: JSONText, _ header: CSVHeader? = nil) -> LoadTexts {
    let texts = LoadTexts()
    texts.replaceAll(by: text, source.layout, of: entity, header)
    return texts
  }

  /// Returns the offset after the last complete row.
  private static func endOfRows(
    _ text: JSONText, below header: CSVHeader, isLast: Bool
  ) -> Int {
    if isLast { return text.origin.offset + text.count }
    var cursor = header.rows(of: text)
    while cursor.nextRow(isLast: false) {}
    return cursor.nextOffset
  }
}
