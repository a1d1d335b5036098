import Armature
import ArmatureModel

/// Reads files of examples into tables. Each file is read once.
struct ExampleFiles {
  private(set) var tables: [ExampleTable] = []
  /// The paths, each with the table of its records. The table is `nil` for an object with an array for each table.
  private(set) var files: [(path: String, table: ExampleTable?)] = []
  /// The keys of the records that are in tables.
  private var cellKeys: Set<String> = []
  /// The name of the folder, which names documents of the same kind.
  private let folder: String?

  /// The endings of files with data.
  static let endings = ["json", "ndjson", "jsonl", "csv", "tsv"]

  init(folder: String? = nil) { self.folder = folder }

  /// Reads a file.
  ///
  /// - Throws: `FileReadError`, or `ModelError` if the file has no usable records.
  mutating func read(_ path: String) throws {
    switch LoadSource.Layout(ofFile: path) {
    case .csv(let format): try readCells(path, format)
    case .lines: try readLines(path)
    case .document: try read(try JSONText.file(path), path: path)
    }
  }

  /// Reads a JSON text.
  mutating func read(_ text: JSONText, path: String) throws {
    do {
      var cursor = JSONCursor(text)
      switch try cursor.peek() {
      case .array: try readRecords(&cursor, into: try table(Self.key(of: path), path))
      case .object where try Self.isListOfTables(text): try readTables(&cursor, path)
      case .object: try readDocument(&cursor, path)
      default:
        throw ExampleFailure(
          "The file must have objects, but has a single value.", offset: cursor.offset)
      }
      try cursor.finish()
    } catch {
      throw ExampleFailure.modelError(error, in: text, path)
    }
  }

  /// Checks that the tables have records that can become objects.
  ///
  /// - Throws: `ModelError`.
  mutating func finish() throws {
    if let folder, let table = tables.first(where: { $0.layout == .document && $0.files.count > 1 })
    {
      table.key = folder
    }
    for table in tables {
      let file = table.files.first ?? table.key
      if table.object.isWide {
        throw ExampleFailure.modelError(
          "A record must have at most \(ExampleObject.mostKeys) different keys, but the records have more. If the"
            + " keys are values, put the object into a key, as in {\"\(table.key)\": {…}}.", file)
      }
      if let key = table.object.unusableKey {
        throw ExampleFailure.modelError(
          key.isEmpty
            ? "Each key must have at least one character, but one is empty. Rename it."
            : "The key \(key.quotedForMessage) occurs with two different encodings of the same characters. Rename one.",
          file)
      }
    }
    if tables.allSatisfy({ $0.object.count == 0 }) {
      throw ExampleFailure.modelError(
        "The file must have at least one record, but has none.", files.first?.path ?? "")
    }
  }

  // MARK: Tables

  /// Returns the name of a file up to the first point.
  private static func key(of path: String) -> String {
    let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    return name.isEmpty ? "data" : name
  }

  /// Returns the table with a key, with another file in it.
  private mutating func table(
    _ key: String, _ path: String, isOfCells: Bool = false
  ) throws -> ExampleTable {
    files.append((path, nil))
    let table = try member(key, path, isOfCells: isOfCells)
    files[files.count - 1].table = table
    return table
  }

  /// Returns the table of the records with a key.
  ///
  /// - Parameter isOfCells: True if the file is a table. The cells of a table are read in another way than JSON.
  private mutating func member(
    _ key: String, _ path: String, isOfCells: Bool = false
  ) throws -> ExampleTable {
    let known = tables.first { $0.layout == .records && $0.key.hasSameBytes(as: key) }
    if let known, isOfCells || cellKeys.contains(key) {
      throw ExampleFailure.modelError(
        "Records in a table must have a key of their own, but those in \(known.files[0]) have the key \(key.quotedForMessage),"
          + " too. Rename one of the files.", path)
    }
    if isOfCells { cellKeys.insert(key) }
    let table = known ?? ExampleTable(key: key, layout: .records)
    if known == nil { tables.append(table) }
    table.files.append(path)
    return table
  }

  // MARK: JSON

  private func readRecords(
    _ cursor: inout JSONCursor, into table: ExampleTable
  ) throws {
    var isMore = try cursor.enterArray()
    while isMore {
      try readRecord(&cursor, into: table)
      isMore = try cursor.nextElement()
    }
  }

  private func readRecord(_ cursor: inout JSONCursor, into table: ExampleTable) throws {
    guard try cursor.peek() == .object else {
      throw ExampleFailure(
        "Each record must be an object, but this is another value. Put the values into objects, as in"
          + " [{\"value\": 1}].", offset: cursor.offset)
    }
    var reader = ExampleReader()
    try reader.read(&cursor, into: table.object)
    if let key = reader.repeatedKey {
      throw ExampleFailure(
        "An object must have each key once, but \(key.text.quotedForMessage) is repeated. Rename or remove one.",
        offset: key.offset)
    }
  }

  /// Returns whether each member of an object is an array of objects, at least one of them not empty.
  private static func isListOfTables(_ text: JSONText) throws -> Bool {
    var cursor = JSONCursor(text)
    var count = 0
    var isMore = try cursor.enterObject()
    while isMore {
      if try cursor.key().bytes.isEmpty { return false }
      guard try cursor.peek() == .array else { return false }
      var hasElement = try cursor.enterArray()
      while hasElement {
        guard try cursor.peek() == .object else { return false }
        count += 1
        try cursor.skipValue()
        hasElement = try cursor.nextElement()
      }
      isMore = try cursor.nextMember()
    }
    return count > 0
  }

  private mutating func readTables(_ cursor: inout JSONCursor, _ path: String) throws {
    files.append((path, nil))
    var seen: [String] = []
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let offset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      if seen.contains(key) {
        throw ExampleFailure(
          "The object must have each key once, but \(key.quotedForMessage) is repeated. Rename one.",
          offset: offset)
      }
      seen.append(key)
      if seen.count > ExampleObject.mostKeys {
        throw ExampleFailure(
          "The object must have at most \(ExampleObject.mostKeys) arrays of records, but has more. If its keys are"
            + " values, put them into the records.", offset: offset)
      }
      try readRecords(&cursor, into: try member(key, path))
      isMore = try cursor.nextMember()
    }
  }

  private mutating func readDocument(_ cursor: inout JSONCursor, _ path: String) throws {
    let known = try folder == nil ? nil : likeTable(JSONCursor.keys(of: cursor.text))
    let table = known ?? ExampleTable(key: Self.key(of: path), layout: .document)
    if known == nil { tables.append(table) }
    table.files.append(path)
    files.append((path, table))
    try readRecord(&cursor, into: table)
  }

  /// Returns the table of earlier documents that have mostly the same keys.
  private func likeTable(_ keys: [String]) -> ExampleTable? {
    tables.first { table in
      if table.layout != .document { return false }
      let known = Set(table.object.members.map(\.key))
      let common = keys.count { known.contains($0) }
      return common > 0 && common * 2 >= keys.count && common * 3 >= known.count
    }
  }

  private mutating func readLines(_ path: String) throws {
    let table = try table(Self.key(of: path), path)
    var lines = try JSONLines(path: path)
    while let text = try lines.next() {
      var cursor = JSONCursor(linesOf: text)
      do {
        while cursor.nextLine() {
          try readRecord(&cursor, into: table)
          try cursor.finish()
        }
      } catch {
        throw ExampleFailure.modelError(error, in: text, path)
      }
    }
  }

  // MARK: CSV

  private mutating func readCells(_ path: String, _ format: CSVFormat) throws {
    let table = try table(Self.key(of: path), path, isOfCells: true)
    var shapes: [ExampleShape?] = []
    do {
      let count = try CSVCells.read(path, format) { header in
        shapes = try header.map { key, position in try Self.column(key, position, of: table, path) }
      } cell: { column, cell in
        if column == 0 { table.object.begin() }
        if case .text(let text) = cell { shapes[column]?.add(cell: text) }
      }
      if count == 0 {
        throw ExampleFailure.modelError(
          "The table must have rows below its header, but has none.", path)
      }
    } catch let failure as CSVCells.Failure {
      throw ExampleFailure.modelError(failure.message, path, failure.position)
    }
  }

  /// Returns the shape for a column.
  private static func column(
    _ key: String, _ position: TextPosition, of table: ExampleTable, _ path: String
  ) throws -> ExampleShape? {
    if key.isEmpty {
      throw ExampleFailure.modelError(
        "Each column must have a key in the header row, but this one has none. Name or remove it.",
        path, position)
    }
    var isRepeated = false
    var key = key
    let shape = key.withUTF8 { table.object.member($0, isRepeated: &isRepeated) }
    if isRepeated {
      throw ExampleFailure.modelError(
        "Each column must have its own key, but \(key.quotedForMessage) is repeated. Rename one.",
        path, position)
    }
    return shape
  }
}

extension JSONCursor {
  /// Returns the keys of the object in a text.
  fileprivate static func keys(of text: JSONText) throws(JSONSyntaxError) -> [String] {
    var cursor = JSONCursor(text)
    var keys: [String] = []
    var isMore = try cursor.enterObject()
    while isMore {
      keys.append(String(decoding: try cursor.key().bytes, as: UTF8.self))
      try cursor.skipValue()
      isMore = try cursor.nextMember()
    }
    return keys
  }
}

/// The reason why a text is unusable as an example.
struct ExampleFailure: Error {
  private let message: String
  private let offset: Int

  init(_ message: String, offset: Int) { (self.message, self.offset) = (message, offset) }

  /// Returns the error for a file, with the line and column of the cause if they are known.
  static func modelError(
    _ message: String, _ path: String, _ position: TextPosition = TextPosition(line: 0, column: 0)
  ) -> ModelError {
    let site = DeclarationSite(file: path, line: position.line, column: position.column)
    return ModelError([ModelIssue(.unusableExamples, entity: "", message: message, site: site)])
  }

  /// Returns the error for a cause in a text. An error of another kind is returned as it is.
  static func modelError(_ error: any Error, in text: JSONText, _ path: String) -> any Error {
    switch error {
    case let failure as ExampleFailure:
      return modelError(failure.message, path, text.position(of: failure.offset))
    case let error as JSONSyntaxError:
      var message = error.message
      if case .unexpected(_, .endOfText) = error.kind {
        message += " If each line is a record, let the name of the file end in .ndjson."
      }
      return modelError(message, path, text.position(of: error.offset))
    default: return error
    }
  }
}
