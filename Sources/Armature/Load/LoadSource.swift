import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Data to load, JSON or CSV: where it comes from, how it is set out, and which entity its records are of.
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
    case text(JSONText)
  }

  let origin: Origin
  let entity: String?
  let layout: Layout
  /// The place of what stands in a line, for lines that were made of something else.
  private(set) var place: (@Sendable (_ line: Int) -> InputPosition)?

  /// How records are set out in a text.
  ///
  /// ```swift
  /// let lines = LoadSource.text(#"{"name": "Anne"}"#, as: "Author", layout: .lines)
  /// let table = LoadSource.text("name\nEmily\n", as: "Author", layout: .csv())
  /// print(try context.load(lines, table).count)  // 2
  /// ```
  public enum Layout: Hashable, Sendable {
    /// One JSON value: an array of records, one record, or an object with an array per entity.
    case document
    /// A record per line (newline-delimited JSON); a bad line leaves the others alone.
    case lines
    /// A header row with keys and a row per record of one entity (CSV); a bad row leaves the others
    /// alone.
    case csv(CSVFormat = CSVFormat())

    /// The layout that the end of a file's name tells: lines for `.ndjson` and `.jsonl`, CSV for
    /// `.csv`, with tabs for `.tsv`, and a document for any other.
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

  /// Names a file, a pipe, or a device such as `/dev/stdin`; ``LoadOptions/sizeLimit`` bounds it.
  ///
  /// The records are of `entity`. Without one, the file is an object with an array for each entity,
  /// under the entity's key or name, and CSV is of the entity that the file is named after, `Book.csv`, or
  /// of the only one of the model.
  /// By default the layout is what the name tells: see ``Layout/init(ofFile:)``.
  public static func file(
    _ path: String, as entity: String? = nil, layout: Layout? = nil
  ) -> LoadSource {
    LoadSource(origin: .file(path), entity: entity, layout: layout ?? Layout(ofFile: path))
  }

  /// Takes a text from memory; the name stands in messages.
  public static func text(
    _ text: String, as entity: String? = nil, layout: Layout = .document, name: String = ""
  ) -> LoadSource {
    LoadSource(origin: .text(JSONText(text, name: name)), entity: entity, layout: layout)
  }

  /// Takes bytes from memory; the name stands in messages.
  public static func data(
    _ data: Data, as entity: String? = nil, layout: Layout = .document, name: String = ""
  ) -> LoadSource {
    LoadSource(origin: .text(JSONText(data, name: name)), entity: entity, layout: layout)
  }

  /// Takes lines that were made of something else; `place` tells what a line was, for messages.
  package static func lines(
    _ data: Data, name: String, place: @escaping @Sendable (_ line: Int) -> InputPosition
  ) -> LoadSource {
    LoadSource(
      origin: .text(JSONText(data, name: name)), entity: nil, layout: .lines, place: place)
  }

  /// The source with the name of its entity, which a table must have: by itself, as its file's name, or
  /// from a model that has one only.
  func resolved(in model: ManagedObjectModel) throws(ManagedObjectError) -> LoadSource {
    guard let name = entity ?? fileName else { return self }
    let named = model.entities.first { $0.name == name || entity == nil && $0.key == name }
    let only = entity == nil && model.entities.count == 1 ? model.entities.first : nil
    guard let found = layout == .lines && entity == nil ? named : named ?? only else {
      // Lines may tell their entities themselves.
      if layout == .lines && entity == nil { return self }
      throw .unknownEntity(
        name: name, suggestion: nearMiss(name, in: model.entities.map(\.name)))
    }
    return LoadSource(origin: origin, entity: found.name, layout: layout, place: place)
  }

  /// The name of the file of a table, or of lines, without its folders and all behind the first point.
  private var fileName: String? {
    if layout == .document { return nil }
    guard case .file(let path) = origin else { return "" }
    return path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
  }

  func read(sizeLimit: Int) throws(FileReadError) -> JSONText {
    switch origin {
    case .file(let path):
      try JSONText.file(path, sizeLimit: sizeLimit, isDocument: layout != .lines)
    case .text(let text): text
    }
  }
}
