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

  /// Makes a site.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
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
  /// `Module/File.swift:12`; empty for an unknown site.
  public var description: String { line == 0 ? file : "\(file):\(line)" }
}
