import Armature

/// The path of a script, which replaces the library's name for the file in messages.
struct ScriptPath {
  private let path: String
  private let fileID: String

  /// Creates a path as given; `-` is the standard input.
  init(_ path: String) {
    let location = Script.location(of: path)
    self.path = path == "-" ? location : path.shown
    fileID = "\(Script.moduleName)/\(Script.fileName(of: location))"
  }

  /// Returns a text with the script's path in place of its file identifier.
  func located(_ text: String) -> String { text.replacing("\(fileID):", with: "\(path):") }

  /// The path to show, by file identifier.
  var paths: [String: String] { [fileID: path] }

  /// Returns a site with the script's path if it is in the script.
  func located(_ site: DeclarationSite) -> DeclarationSite {
    site.file == fileID ? DeclarationSite(file: path, line: site.line) : site
  }

  /// Returns a report with the script's path in the sites of rules.
  func located(_ report: ValidationReport) -> ValidationReport {
    ValidationReport(
      report.map { failure in
        guard let site = failure.ruleSite, site.file == fileID else { return failure }
        var failure = failure
        failure.ruleSite = located(site)
        return failure
      })
  }
}
