import ArmatureModel

/// The records of a source some at a time, as far as its layout allows.
///
/// Files of lines and tables are read in memory that does not grow with them; every other source is one
/// portion.
struct RecordPortions: ~Copyable {
  private enum Rest: ~Copyable {
    case whole(LoadSource)
    case lines(JSONLines)
    case rows(CSVPortions, CSVFormat, CSVHeader?)
    case nothing
  }

  private let entity: String
  private let sizeLimit: Int
  private var rest: Rest

  init(_ source: LoadSource, of entity: String, sizeLimit: Int) throws(FileReadError) {
    (self.entity, self.sizeLimit) = (entity, sizeLimit)
    switch (source.origin, source.layout) {
    case (.file(let path), .lines): rest = .lines(try JSONLines(path: path))
    case (.file(let path), .csv(let format)):
      rest = .rows(try CSVPortions(path: path), format, nil)
    default: rest = .whole(source)
    }
  }

  /// The next records as a text to be loaded; `nil` at the end.
  mutating func next() throws(FileReadError) -> LoadTexts? {
    let current = consume rest
    rest = .nothing
    switch consume current {
    case .whole(let source): return texts(try source.read(sizeLimit: sizeLimit), source.layout)
    case .lines(var lines):
      guard let text = try lines.next() else { return nil }
      rest = .lines(lines)
      return texts(text, .lines)
    case .rows(var portions, let format, var header):
      while let text = try portions.next() {
        header = header ?? CSVHeader(text, format, isLast: portions.isLast)
        guard let header else {
          try portions.keep(text, from: text.origin.offset)
          continue
        }
        let end = Self.endOfRows(text, below: header, isLast: portions.isLast)
        try portions.keep(text, from: end)
        rest = .rows(portions, format, header)
        return texts(text.prefix(upTo: end), .csv(format), header)
      }
      return nil
    case .nothing: return nil
    }
  }

  private func texts(
    _ text: JSONText, _ layout: LoadSource.Layout, _ header: CSVHeader? = nil
  ) -> LoadTexts {
    let texts = LoadTexts()
    texts.replaceAll(by: text, layout, of: entity, header)
    return texts
  }

  /// The offset behind the last row that is whole.
  private static func endOfRows(
    _ text: JSONText, below header: CSVHeader, isLast: Bool
  ) -> Int {
    if isLast { return text.origin.offset + text.count }
    var cursor = CSVCursor(
      text, delimiter: header.delimiter, at: max(header.endOffset, text.origin.offset))
    while cursor.nextRow(isLast: false) {}
    return cursor.nextOffset
  }
}
