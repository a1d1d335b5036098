import Armature
import ArmatureTools

/// The kind of a file from which a model is imported. It is recognized by the file's name and its first bytes.
enum ImportedFile {
  /// An Xcode model: a folder, or XML.
  case xcode
  /// A JSON Schema.
  case schema
  /// Data from which a model is proposed: a table, JSON, lines of JSON, or a folder of these. A JSON text was read already.
  case examples(JSONText?)
  /// A SQLite database.
  case sqlite
  /// OpenAPI in YAML, which is not supported.
  case yaml
  /// An unknown kind.
  case unknown

  init(_ path: String) throws {
    let status = FileStatus(path)
    if let status, status.kind == .folder {
      self = try Self.isXcodeFolder(path) ? .xcode : .examples(nil)
      return
    }
    if DataInput.endings.contains(path.pathEnding), path.pathEnding != "json" {
      self = .examples(nil)
      return
    }
    if let status, status.kind != .file {
      self = .xcode
      return
    }
    let start = status == nil ? [] : try Files.beginning(of: path)
    if start.starts(with: "SQLite format 3".utf8) {
      self = .sqlite
    } else if ["yaml", "yml"].contains(path.pathEnding) {
      self = .yaml
    } else {
      let first = start.first { !Self.blanks.contains($0) }
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || path.pathEnding == "json" {
        let text = try JSONText.file(path)
        self = if case .data = JSONContent(of: text) { .examples(text) } else { .schema }
      } else if ["sqlite", "sqlite3", "db", "db3"].contains(path.pathEnding) {
        self = .sqlite
      } else if first == UInt8(ascii: "<") || Self.binaryForms.contains(where: start.starts) {
        self = .xcode
      } else {
        self = .unknown
      }
    }
  }

  /// Returns whether a folder is an Xcode model, or a version of one. All other folders contain data.
  private static func isXcodeFolder(_ path: String) throws -> Bool {
    if path.pathEnding.hasPrefix("xcdatamodel") { return true }
    return try Files.names(in: path).contains { $0 == "contents" || $0.pathEnding == "xcdatamodel" }
  }

  /// The first bytes of binary models that Xcode or its compiler has written. They get a message of their own.
  private static let binaryForms = ["bplist", "momv"].map { Array($0.utf8) }

  /// White space, and the bytes of a UTF-8 byte order mark.
  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
}
