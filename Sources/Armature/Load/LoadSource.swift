import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// JSON or CSV data to load.
///
/// A source refers to a file, or contains a string or bytes. It also determines the layout of the data and the entity
/// of the records.
///
/// ```swift
/// let authors = LoadSource.file("Samples/Library/library.json")
/// let more = LoadSource.text("name\nJane Austen\n", as: "Author", layout: .csv())
/// let lines = LoadSource.data(Data(#"{"name": "Anne"}"#.utf8), as: "Author", layout: .lines)
/// print(try context.load(more, lines).count)  // 2
/// ```
public struct LoadSource: Sendable {
  enum Origin: Sendable {
    case file(String)
    /// Bytes, which may have another encoding.
    case data(JSONText)
    case text(JSONText)
  }

  let origin: Origin
  let entity: String?
  let layout: Layout
  /// Returns the position of a line's content, for lines converted from something else.
  private(set) var place: (@Sendable (_ line: Int) -> InputPosition)?

  /// The layout of the records in a source.
  ///
  /// ```swift
  /// let lines = LoadSource.text(#"{"name": "Anne"}"#, as: "Author", layout: .lines)
  /// let table = LoadSource.text("name\nEmily\n", as: "Author", layout: .csv())
  /// print(try context.load(lines, table).count)  // 2
  /// ```
  public enum Layout: Hashable, Sendable {
    /// A JSON document.
    ///
    /// The document is an array of records, a single record, or an object with an array of records for each entity.
    case document
    /// Newline-delimited JSON, with one record on each line. An invalid line does not affect the other lines.
    case lines
    /// A CSV table with the records of one entity.
    ///
    /// The header row contains the keys, and each other row is a record. An invalid row does not affect the other rows.
    case csv(CSVFormat = CSVFormat())

    /// Creates the layout for the name of a file.
    ///
    /// The layout is ``lines`` for names that end with `.ndjson` or `.jsonl`. It is ``csv(_:)`` for `.csv`, and CSV
    /// with tabs for `.tsv`. For any other name, the layout is ``document``.
    public init(ofFile path: String) {
      func ends(_ suffix: String) -> Bool { path.lowercased().hasSuffix(suffix) }
      self =
        if ends(".ndjson") || ends(".jsonl") {
          .lines
        } else if ends(".csv") {
          .csv()
        } else if ends(".tsv") {
          .csv(CSVFormat(delimiter: .tab))
        } else {
          .document
        }
    }
  }

  /// Creates a source from a file, a pipe, or a device such as `/dev/stdin`.
  ///
  /// If you don't pass a layout, the name of the file determines it: see ``Layout/init(ofFile:)``. The size of the file
  /// is limited by ``LoadOptions/sizeLimit``.
  ///
  /// If you don't pass an entity, it is determined as follows:
  /// - A JSON document contains an object with an array of records for each entity. The key of the array is the name of
  ///   the entity or its declared key.
  /// - A CSV file must be named after its entity, as in `Book.csv`. If the model has only one entity, the file can have
  ///   any name.
  public static func file(
    _ path: String, as entity: String? = nil, layout: Layout? = nil
  ) -> LoadSource {
    LoadSource(origin: .file(path), entity: entity, layout: layout ?? Layout(ofFile: path))
  }

  /// Creates a source from a string. The messages of failures contain the `name`.
  public static func text(
    _ text: String, as entity: String? = nil, layout: Layout = .document, name: String = ""
  ) -> LoadSource {
    LoadSource(origin: .text(JSONText(text, name: name)), entity: entity, layout: layout)
  }

  /// Creates a source from bytes. The messages of failures contain the `name`.
  public static func data(
    _ data: Data, as entity: String? = nil, layout: Layout = .document, name: String = ""
  ) -> LoadSource {
    LoadSource(origin: .data(JSONText(data, name: name)), entity: entity, layout: layout)
  }

  /// Creates a source from lines converted from something else; `place` returns the origin of a line for messages.
  package static func lines(
    _ data: Data, name: String, place: @escaping @Sendable (_ line: Int) -> InputPosition
  ) -> LoadSource {
    LoadSource(
      origin: .text(JSONText(data, name: name)), entity: nil, layout: .lines, place: place)
  }

  /// Returns the source with the name of its entity, which a table requires: the given one, the file's name, or the
  /// only entity of a model.
  func resolved(in model: ManagedObjectModel) throws(ManagedObjectError) -> LoadSource {
    guard let name = entity ?? fileName else { return self }
    let named = model.entities.first { $0.name == name || entity == nil && $0.key == name }
    let only = entity == nil && model.entities.count == 1 ? model.entities.first : nil
    guard let found = layout == .lines && entity == nil ? named : named ?? only else {
      // Lines may name their entities themselves.
      if layout == .lines && entity == nil { return self }
      throw .unknownEntity(
        name: name, suggestion: nearMiss(name, in: model.entities.map(\.name)))
    }
    return LoadSource(origin: origin, entity: found.name, layout: layout, place: place)
  }

  /// The name of the file of a table or of lines, without its folders and up to the first point.
  private var fileName: String? {
    if layout == .document { return nil }
    guard case .file(let path) = origin else { return "" }
    return path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
  }

  func read(sizeLimit: Int) throws(FileReadError) -> JSONText {
    var encoding: CSVFormat.Encoding?
    if case .csv(let format) = layout { encoding = format.encoding }
    let text: JSONText
    switch origin {
    case .file(let path):
      // UTF-16 may start with a zero.
      text = try JSONText.file(
        path, sizeLimit: sizeLimit, isDocument: layout != .lines && encoding != .utf16)
    case .data(let data): text = data
    case .text(let text): return text
    }
    if case .csv = layout { return text.decoded(from: encoding) }
    return text
  }
}
