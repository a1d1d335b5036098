import ArmatureTools

/// What a file is that a model is read from, by its name and its beginning.
enum ImportedFile {
  /// A model of Xcode: a folder, or XML.
  case xcode
  /// A schema in JSON.
  case schema
  /// A database of SQLite.
  case sqlite
  /// OpenAPI in a form that nobody reads here.
  case yaml
  /// Nothing of all that.
  case unknown

  init(_ path: String) throws {
    let status = FileStatus(path)
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
      if first == UInt8(ascii: "{") || path.pathEnding == "json" {
        self = .schema
      } else if ["sqlite", "sqlite3", "db", "db3"].contains(path.pathEnding) {
        self = .sqlite
      } else if first == UInt8(ascii: "<") || Self.binaryForms.contains(where: start.starts) {
        self = .xcode
      } else {
        self = .unknown
      }
    }
  }

  /// How models begin that Xcode or its compiler has written in another form, which is told then.
  private static let binaryForms = ["bplist", "momv"].map { Array($0.utf8) }

  /// White space, and the bytes of a mark of UTF-8 before the text.
  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
}
