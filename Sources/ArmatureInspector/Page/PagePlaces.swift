import ArmatureModel

/// Formats the sites of declarations.
struct PagePlaces {
  private let paths: [String: String]
  /// The file that sites omit, in its displayed form.
  private(set) var file: String?

  /// - Parameter paths: The paths to show for file identifiers.
  init(_ paths: [String: String]) { self.paths = paths }

  /// Returns a formatter that omits the file of a site.
  func within(_ site: DeclarationSite?) -> PagePlaces {
    var places = self
    places.file = site.flatMap { $0.file.isEmpty ? nil : shown($0.file) }
    return places
  }

  /// Returns the text of a site: `Shop.swift:12`, or `:12` if the file is omitted. Returns `nil` for an unknown site.
  func text(_ site: DeclarationSite?) -> String? {
    guard let site, !site.file.isEmpty else { return nil }
    let file = shown(site.file)
    let isLeftOut = file == self.file && site.line > 0
    return DeclarationSite(file: isLeftOut ? "" : file, line: site.line, column: site.column)
      .description
  }

  private func shown(_ file: String) -> String { (paths[file] ?? file).displayEscaped() }

  /// Returns a message with the file identifiers in it replaced by paths.
  func located(_ message: String) -> String {
    paths.reduce(message) { $0.replacing("\($1.key):", with: "\($1.value):") }
  }
}
