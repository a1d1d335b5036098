import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of an Xcode model. It is an `.xcdatamodeld` folder with versions, an `.xcdatamodel` folder, or a single
/// file.
struct XcodeBundle {
  /// The given path without trailing slashes.
  let path: String
  /// The names of the versions, in natural order; `nil` without versions.
  let versions: [String]?

  static let versionEnding = ".xcdatamodel"
  static let ending = ".xcdatamodeld"
  /// The maximum size of a file in bytes. The largest known models have a few hundred thousand bytes.
  static let sizeLimit = 16 << 20

  init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    guard path.hasSuffix(Self.ending), let names = Self.names(in: path) else {
      versions = nil
      return
    }
    versions = names.filter { $0.hasSuffix(Self.versionEnding) }
      .map { String($0.dropLast(Self.versionEnding.count)) }.sorted(by: Self.isBefore)
  }

  /// The name of the model: the file name without its extension.
  var name: String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [Self.ending, Self.versionEnding, ".xml"]
    where last.hasSuffix(ending) && last != ending {
      return String(last.dropLast(ending.count))
    }
    // Special folder names do not name the model.
    if ["", ".", ".."].contains(last) { return "Model" }
    return last == "contents" ? XcodeBundle(String(path.dropLast("contents".count))).name : last
  }

  /// Returns the version that Xcode builds. The file `.xccurrentversion` names it, or it is the only version.
  func currentVersion() throws(ModelError) -> String {
    let versions = versions ?? []
    if versions.isEmpty {
      throw Self.error(
        .unknownVersion, path,
        "The model must contain a version, a folder \(Self.versionEnding), but does not.")
    }
    let mark = "\(path)/.xccurrentversion"
    if let named = try Self.currentVersion(in: mark) {
      if versions.contains(named) { return named }
      throw Self.error(
        .unknownVersion, mark,
        "The current version must be one of the model, but \(named.quotedForMessage) is "
          + "not.\(list(near: named))"
      )
    }
    if versions.count == 1 { return versions[0] }
    // Xcode names the first version after the model.
    if versions.contains(name) { return name }
    throw Self.error(
      .unknownVersion, path,
      "One version must be the current one, but no file .xccurrentversion says which. Choose one.\(list(near: ""))"
    )
  }

  /// Returns the file of a version. If the model has no versions, returns the file of the model.
  func contents(_ version: String?) throws(ModelError) -> String {
    guard let versions else {
      if let version {
        throw Self.error(
          .unknownVersion, path,
          "The version \(version.quotedForMessage) must be in an \(Self.ending), but this is "
            + "another file."
        )
      }
      return try Self.contents(of: path)
    }
    let chosen = if let version { version } else { try currentVersion() }
    let name =
      chosen.hasSuffix(Self.versionEnding)
      ? String(chosen.dropLast(Self.versionEnding.count)) : chosen
    guard versions.contains(name) else {
      throw Self.error(
        .unknownVersion, path,
        "\(chosen.quotedForMessage) must be a version of the model, but is not.\(list(near: name))"
      )
    }
    return try Self.contents(of: "\(path)/\(name)\(Self.versionEnding)")
  }

  /// Returns the name of the version that a `contents` file belongs to.
  static func versionName(of contents: String) -> String {
    XcodeBundle(String(contents.dropLast("/contents".count))).name
  }

  private func list(near name: String) -> String {
    let versions = versions ?? []
    if let near = nearMiss(name, in: versions) { return " Did you mean \(near.quotedForMessage)?" }
    let shown = versions.prefix(10).map(\.quotedForMessage).joined(separator: ", ")
    return versions.isEmpty
      ? " There are no versions." : " There are \(shown)\(versions.count > 10 ? ", …" : "")."
  }

  private static func contents(of path: String) throws(ModelError) -> String {
    guard let names = names(in: path) else { return path }
    if names.contains("contents") { return "\(path)/contents" }
    if names.contains("elements") {
      throw error(
        .binaryModel, "\(path)/elements",
        "The model must be in XML, but is in the binary format of Xcode 3. Open it in Xcode 4 or later and save it,"
          + " which writes it as XML; or load it in a program and save it as a new model.")
    }
    if names.contains(where: { $0.hasSuffix(".mom") || $0.hasSuffix(".omo") }) {
      throw error(
        .binaryModel, path,
        "The model must be a source, but is compiled. Choose the .xcdatamodeld that it was made "
          + "from."
      )
    }
    throw error(
      .unreadableModel, path,
      "The folder of a model must contain a file called contents, but does not. Choose an "
        + ".xcdatamodeld, or an"
        + " .xcdatamodel in one.")
  }

  /// Reads a file and checks its first bytes.
  ///
  /// - Throws: `FileReadError` if the file cannot be read. `ModelError` if the file is too large or has a binary
  ///   format.
  static func read(_ path: String) throws -> JSONText {
    let text: JSONText
    do throws(FileReadError) {
      text = try JSONText.file(path, sizeLimit: sizeLimit)
    } catch {
      guard error.reason == .tooLarge(limit: sizeLimit) else { throw error }
      throw Self.error(
        .unreadableModel, path,
        "A model must have at most \(sizeLimit >> 20) MiB, but the file has more.")
    }
    let isBinary = text.withBytes { $0.starts(with: "bplist".utf8) || $0.starts(with: "momv".utf8) }
    if isBinary {
      throw error(
        .binaryModel, path,
        "The model must be in XML, but is a binary property list, as Xcode 3 and its compiler write them. Open the"
          + " model in Xcode 4 or later and save it, which writes it as XML.")
    }
    return text
  }

  /// Returns the version named by `.xccurrentversion`; `nil` if the file does not exist.
  private static func currentVersion(in path: String) throws(ModelError) -> String? {
    guard let text = try? JSONText.file(path, sizeLimit: 1 << 16) else { return nil }
    let limits = MarkupScanner.Limits(depth: 10, parts: 100, allowsDocumentType: true)
    let root: MarkupElement
    do throws(MarkupError) {
      root = try text.withBytes { bytes throws(MarkupError) in
        try MarkupScanner.root(of: bytes, limits: limits)
      }
    } catch {
      let site = DeclarationSite(
        file: path, line: error.position.line, column: error.position.column)
      throw ModelError([
        ModelIssue(.unreadableModel, entity: "", message: error.message, site: site)
      ])
    }
    let values = root.children.first { $0.name == "dict" }?.children ?? []
    for (key, value) in zip(values, values.dropFirst())
    where key.name == "key" && key.text == "_XCCurrentVersionName" && value.name == "string" {
      return value.text.hasSuffix(versionEnding)
        ? String(value.text.dropLast(versionEnding.count)) : value.text
    }
    return nil
  }

  static func error(_ code: ModelIssue.Code, _ path: String, _ message: String) -> ModelError {
    ModelError([
      ModelIssue(code, entity: "", message: message, site: DeclarationSite(file: path, line: 0))
    ])
  }

  /// Returns the names in a folder; `nil` if the path is not a folder.
  private static func names(in path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// Compares names with numbers by value: `Model 2`, `Model 10`.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    func parts(_ name: String) -> [(text: Substring, number: Int?)] {
      var (parts, rest) = ([(text: Substring, number: Int?)](), name[...])
      while let first = rest.first {
        let isDigit = first.isASCII && first.isNumber
        let part = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
        parts.append((part, isDigit ? Int(part) : nil))
        rest = rest[part.endIndex...]
      }
      return parts
    }
    for (a, b) in zip(parts(left), parts(right)) where a.text != b.text {
      if let a = a.number, let b = b.number, a != b { return a < b }
      return a.text < b.text
    }
    return left.count == right.count ? left < right : left.count < right.count
  }
}
