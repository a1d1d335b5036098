/// The place of a declaration in source code, given by its file and line.
///
/// For example, a failure contains the place where the broken rule was declared:
///
/// ```swift
/// let failures = Changeset(book, casting: #"{"pages": 0}"#, allowing: ["pages"]).report
/// for failure in failures {
///   if let site = failure.ruleSite { print(site.file, site.line) }
/// }
/// ```
/// All sites are equal to each other. This means that two models stay equal if you only move lines in the source code.
public struct DeclarationSite: Sendable, Codable {
  /// The file, in the form `Module/File.swift` or as a path.
  public let file: String
  /// The line, counted from 1. It is 0 if the line is unknown.
  public let line: Int
  /// The column in Unicode scalars, counted from 1. It is 0 if the column is unknown, which is always the case for
  /// declarations in Swift.
  public let column: Int

  /// Creates a site.
  public init(file: String, line: Int, column: Int = 0) {
    self.file = Self.shown(file)
    self.line = line
    self.column = column
  }

  /// The name that a module uses for a file, and the path under which messages show the file. This is used for a
  /// script, which the user has given by its path.
  ///
  /// It is set before the first line of the script runs, and never changed after that.
  package nonisolated(unsafe) static var renamedFile: (name: String, path: String)?

  private static func shown(_ file: String) -> String {
    guard let renamedFile, renamedFile.name == file else { return file }
    return renamedFile.path
  }

  /// The site of a description that was created from data.
  public static let unknown = DeclarationSite(file: "", line: 0)
}

extension DeclarationSite: Hashable {
  /// Returns true, because all sites are equal.
  public static func == (left: DeclarationSite, right: DeclarationSite) -> Bool { true }

  /// Hashes nothing, because all sites are equal.
  public func hash(into hasher: inout Hasher) {}
}

extension DeclarationSite: CustomStringConvertible {
  /// The site in the form `Module/File.swift:12`, with the column if it is known. The text is empty for an unknown
  /// site.
  public var description: String {
    line == 0 ? file : "\(file):\(line)" + (column == 0 ? "" : ":\(column)")
  }
}

extension DeclarationSite {
  private enum CodingKeys: String, CodingKey { case file, line, column }

  /// Decodes a site. The column is optional.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      file: try members.decode(String.self, forKey: .file),
      line: try members.decode(Int.self, forKey: .line),
      column: try members.decode(.column, or: 0))
  }

  /// Encodes the site. An unknown column is omitted.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(file, forKey: .file)
    try members.encode(line, forKey: .line)
    try members.encode(column, .column, unless: 0)
  }
}
