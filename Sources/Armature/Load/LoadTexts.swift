import ArmatureModel

/// The texts of a load, with positions for messages.
final class LoadTexts {
  /// A text with the facts about its source.
  struct Input {
    let text: JSONText
    let layout: LoadSource.Layout
    let entity: String?
    var place: (@Sendable (_ line: Int) -> InputPosition)?
  }

  /// The texts, in the order of their sources.
  private(set) var inputs: [Input]
  /// The starts of lines, for the texts with failures.
  private var lines: [Int: LineIndex] = [:]
  /// The header rows of tables.
  private var headers: [Int: CSVHeader] = [:]

  init(_ inputs: [Input] = []) { self.inputs = inputs }

  /// Reads the texts of all sources.
  convenience init(_ sources: [LoadSource], sizeLimit: Int) throws(FileReadError) {
    var inputs: [Input] = []
    for source in sources {
      let text = try source.read(sizeLimit: sizeLimit)
      inputs.append(
        Input(text: text, layout: source.layout, entity: source.entity, place: source.place))
    }
    self.init(inputs)
  }

  subscript(index: Int) -> JSONText { inputs[index].text }

  /// Replaces all texts by one text of lines, or of rows below a header.
  func replaceAll(
    by text: JSONText, _ layout: LoadSource.Layout, of entity: String? = nil,
    _ header: CSVHeader? = nil
  ) {
    inputs = [Input(text: text, layout: layout, entity: entity)]
    lines = [:]
    headers[0] = header
  }

  /// Returns the header row of a table; `nil` for JSON.
  func header(of index: Int) -> CSVHeader? {
    guard case .csv(let format) = inputs[index].layout else { return nil }
    if let header = headers[index] { return header }
    headers[index] = CSVHeader(self[index], format)
    return headers[index]
  }

  /// The place that keys lead to in a record, and its content.
  struct FoundPlace {
    /// The byte offset of the value, or of the nearest enclosing one.
    let offset: Int
    let content: Content

    enum Content { case value, emptyCell, nothing }
  }

  /// Returns the place of the value that keys lead to, in a record that was read before.
  func find(_ keys: [String], inRecordAt place: LoadPlace, depthLimit: Int) -> FoundPlace {
    let (offset, isExact) = self[place.text].place(
      of: keys, from: place.offset, depthLimit: depthLimit)
    return FoundPlace(offset: offset, content: isExact ? .value : .nothing)
  }

  /// Returns the place of the value in some columns of a row, or of the nearest enclosing one.
  ///
  /// - Parameter columns: The columns of the value, followed by the columns of each enclosing value.
  func find(
    _ columns: [[TableColumn]], _ header: CSVHeader, inRowAt place: LoadPlace
  ) -> FoundPlace {
    for (distance, columns) in columns.enumerated() {
      guard
        let (offset, isEmpty) = header.cell(
          of: columns.map(\.key), inRowAt: place.offset, of: self[place.text])
      else { continue }
      let content = isEmpty ? FoundPlace.Content.emptyCell : .value
      return FoundPlace(offset: offset, content: distance == 0 ? content : .nothing)
    }
    return FoundPlace(offset: place.offset, content: .nothing)
  }

  /// Returns the line and column of a place, and its path if known.
  func position(of place: LoadPlace, path: String? = nil) -> InputPosition {
    let text = self[place.text]
    let index = lines[place.text] ?? LineIndex(text)
    lines[place.text] = index
    let position = index.position(of: place.offset)
    if let place = inputs[place.text].place { return place(position.line) }
    return InputPosition(
      file: text.name, line: position.line, column: position.column, path: path)
  }
}
