/// Where something was declared: the file and the line of the call.
///
/// ```swift
/// let failures = Changeset(book, casting: #"{"pages": 0}"#, allowing: ["pages"]).report
/// for failure in failures {
///   if let site = failure.ruleSite { print(site.file, site.line) }
/// }
/// ```
/// Two sites are always equal: where a model was written down is no part of what it is, so models
/// stay equal when lines move.
public struct DeclarationSite: Sendable, Codable {
  /// The file as `Module/File.swift`, or a path.
  public let file: String
  /// The line, from 1; 0 where it is not known.
  public let line: Int
  /// The column, from 1, in Unicode scalars; 0 where it is not known, as in Swift.
  public let column: Int

  /// Makes a site.
  public init(file: String, line: Int, column: Int = 0) {
    self.file = Self.shown(file)
    self.line = line
    self.column = column
  }

  /// A file that is called otherwise than its module calls it: a script, by the path that the user has given.
  ///
  /// Set before the first line of the script runs, and by nothing else.
  package nonisolated(unsafe) static var renamedFile: (name: String, path: String)?

  private static func shown(_ file: String) -> String {
    guard let renamedFile, renamedFile.name == file else { return file }
    return renamedFile.path
  }

  /// The site of what was made from data rather than declared.
  public static let unknown = DeclarationSite(file: "", line: 0)
}

extension DeclarationSite: Hashable {
  /// Always true.
  public static func == (left: DeclarationSite, right: DeclarationSite) -> Bool { true }

  /// Feeds nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension DeclarationSite: CustomStringConvertible {
  /// `Module/File.swift:12`, with a column where it is known; empty for an unknown site.
  public var description: String {
    line == 0 ? file : "\(file):\(line)" + (column == 0 ? "" : ":\(column)")
  }
}

extension DeclarationSite {
  private enum CodingKeys: String, CodingKey { case file, line, column }

  /// Decodes a site; the column may be absent.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      file: try members.decode(String.self, forKey: .file),
      line: try members.decode(Int.self, forKey: .line),
      column: try members.decode(.column, or: 0))
  }

  /// Encodes the site, without a column that is not known.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(file, forKey: .file)
    try members.encode(line, forKey: .line)
    try members.encode(column, .column, unless: 0)
  }
}
