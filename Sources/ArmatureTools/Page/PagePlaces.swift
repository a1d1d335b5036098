// For `displayEscaped`, which is no part of the public API: one rule for what no text shows.
import Armature
import ArmatureModel

/// How places of declarations are shown.
struct PagePlaces {
  private let paths: [String: String]
  /// The file that places leave out, as it is shown.
  private(set) var file: String?

  /// - Parameter paths: The paths that stand for files.
  init(_ paths: [String: String]) { self.paths = paths }

  /// Places that leave out the file of one.
  func within(_ site: DeclarationSite?) -> PagePlaces {
    var places = self
    places.file = site.flatMap { $0.file.isEmpty ? nil : shown($0.file) }
    return places
  }

  /// `Shop.swift:12`, or `:12` in the file that is left out; `nil` for an unknown place.
  func text(_ site: DeclarationSite?) -> String? {
    guard let site, !site.file.isEmpty else { return nil }
    let file = shown(site.file)
    let isLeftOut = file == self.file && site.line > 0
    return DeclarationSite(file: isLeftOut ? "" : file, line: site.line, column: site.column)
      .description
  }

  private func shown(_ file: String) -> String { (paths[file] ?? file).displayEscaped() }

  /// A message in which places may be named.
  func located(_ message: String) -> String {
    paths.reduce(message) { $0.replacing("\($1.key):", with: "\($1.value):") }
  }
}
