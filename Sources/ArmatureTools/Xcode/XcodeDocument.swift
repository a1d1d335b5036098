import Armature
public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model as a file for Xcode, which ``XcodeModel`` reads.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("price", Int.self).range(0...).default(1) }
/// }
/// let document = XcodeDocument(of: model)
/// print(document.issues.count)  // 0
/// try document.write(to: "Shop.xcdatamodeld")
/// print(try XcodeModel(contentsOf: "Shop.xcdatamodeld").model == model)  // true
/// ```
/// What Core Data can hold is read back equal. What it has no word for is left out and told; user info whose keys
/// begin with `xcode.`, as that of an imported model, becomes again what it was in the file.
public struct XcodeDocument: Sendable {
  /// The text of the file `contents`.
  public let text: String
  /// What the file lacks, or has otherwise than the model.
  public let issues: [ModelIssue]

  /// A file with its path.
  ///
  /// ```swift
  /// let files = XcodeDocument(of: model).files(at: "Library.xcdatamodeld")
  /// print(files.map(\.path).last ?? "")  // Library.xcdatamodeld/.xccurrentversion
  /// ```
  public struct File: Sendable {
    /// The path.
    public let path: String
    /// The text.
    public let text: String
  }

  /// Writes the text of a model.
  ///
  /// - Complexity: O(*n*) in the size of the model.
  public init(of model: ManagedObjectModel) {
    var writer = XcodeWriter(model)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    writer.root().append(to: &text, depth: 0)
    self.text = text
    issues = writer.issues
  }

  /// The files that a model of a path consists of.
  ///
  /// - Parameter path: An `.xcdatamodeld`, of which the model becomes the version that is called like it, and the
  ///   current one; an `.xcdatamodel`; or a single file of any other name.
  public func files(at path: String) -> [File] {
    let bundle = XcodeBundle(path)
    if bundle.path.hasSuffix(XcodeBundle.ending) {
      let version = bundle.name + XcodeBundle.versionEnding
      return [
        File(path: "\(bundle.path)/\(version)/contents", text: text),
        File(path: "\(bundle.path)/.xccurrentversion", text: Self.mark(of: version)),
      ]
    }
    let isFolder = bundle.path.hasSuffix(XcodeBundle.versionEnding)
    return [File(path: isFolder ? "\(bundle.path)/contents" : path, text: text)]
  }

  /// Writes the files, with the folders around them; other versions of an `.xcdatamodeld` stay as they are.
  ///
  /// - Throws: What the system says where a file cannot be written.
  public func write(to path: String) throws {
    for file in files(at: path) {
      let folder = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? ""
      if !folder.isEmpty {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      try Data(file.text.utf8).write(to: URL(filePath: file.path), options: .atomic)
    }
  }

  /// What says that a version is the current one.
  private static func mark(of version: String) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>_XCCurrentVersionName</key>

      """
    text += "\t<string>\(MarkupText.escaped(version))</string>\n</dict>\n</plist>\n"
    return text
  }
}
