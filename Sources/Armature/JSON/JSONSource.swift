#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// JSON to load: where it comes from, how it is set out, and which entity its records are of.
public struct JSONSource: Sendable {
  enum Origin: Sendable {
    case file(String)
    case text(JSONText)
  }

  let origin: Origin
  let entity: String?
  let layout: Layout

  /// How records are set out in a text.
  public enum Layout: String, Hashable, Sendable {
    /// One JSON value: an array of records, one record, or an object with an array per entity.
    case document
    /// A record per line (newline-delimited JSON); a bad line leaves the others alone.
    case lines
  }

  /// Names a file, a pipe, or a device such as `/dev/stdin`; ``LoadOptions/sizeLimit`` bounds it.
  ///
  /// The records are of `entity`; without one, the file is an object with an array for each entity,
  /// under the entity's key or name. By default the layout is ``Layout/lines`` for a name that ends
  /// in `.ndjson` or `.jsonl`, and ``Layout/document`` for any other.
  public static func file(
    _ path: String, as entity: String? = nil, layout: Layout? = nil
  ) -> JSONSource {
    let hasLines = path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl")
    return JSONSource(
      origin: .file(path), entity: entity, layout: layout ?? (hasLines ? .lines : .document))
  }

  /// Takes a text from memory; the name stands in messages.
  public static func text(
    _ text: String, as entity: String? = nil, layout: Layout = .document, name: String = ""
  ) -> JSONSource {
    JSONSource(origin: .text(JSONText(text, name: name)), entity: entity, layout: layout)
  }

  /// Takes bytes from memory; the name stands in messages.
  public static func data(
    _ data: Data, as entity: String? = nil, layout: Layout = .document, name: String = ""
  ) -> JSONSource {
    JSONSource(origin: .text(JSONText(data, name: name)), entity: entity, layout: layout)
  }

  func read(sizeLimit: Int) throws(FileReadError) -> JSONText {
    switch origin {
    case .file(let path):
      try JSONText.file(path, sizeLimit: sizeLimit, isDocument: layout == .document)
    case .text(let text): text
    }
  }
}
