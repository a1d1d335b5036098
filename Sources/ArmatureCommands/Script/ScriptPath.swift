import Armature

/// The path of a script, to stand where the library calls the file as it is called in its module.
struct ScriptPath {
  private let path: String
  private let fileID: String

  /// Takes the path as it was given; `-` is the standard input.
  init(_ path: String) {
    let location = Script.location(of: path)
    self.path = path == "-" ? location : path.shown
    fileID = "\(Script.moduleName)/\(Script.fileName(of: location))"
  }

  /// A text that names places in the script.
  func located(_ text: String) -> String { text.replacing("\(fileID):", with: "\(path):") }

  /// The path that stands for the file, by what the library calls it.
  var paths: [String: String] { [fileID: path] }

  /// A place in the script, or another one.
  func located(_ site: DeclarationSite) -> DeclarationSite {
    site.file == fileID ? DeclarationSite(file: path, line: site.line) : site
  }

  /// A report with the places of rules that were declared in the script.
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
