// For `displayEscaped`, which is no part of the public API: one rule for what no text shows.
import Armature
import ArmatureModel

/// How places of declarations are shown.
struct PagePlaces {
  private let paths: [String: String]

  /// - Parameter paths: The paths that stand for files.
  init(_ paths: [String: String]) { self.paths = paths }

  /// `Shop.swift:12`; `nil` for an unknown place.
  func text(_ site: DeclarationSite?) -> String? {
    guard let site, !site.file.isEmpty else { return nil }
    let place = DeclarationSite(
      file: paths[site.file] ?? site.file, line: site.line, column: site.column)
    return place.description.displayEscaped()
  }

  /// A message in which places may be named.
  func located(_ message: String) -> String {
    paths.reduce(message) { $0.replacing("\($1.key):", with: "\($1.value):") }
  }
}
