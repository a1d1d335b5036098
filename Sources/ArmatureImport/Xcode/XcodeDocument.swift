import Armature
import ArmatureDocuments
public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of an Xcode model. Use it to write a model that Xcode and ``XcodeModel`` can read.
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
/// If Core Data supports a declaration, it is the same after the file is read again. All other declarations are left
/// out and listed in ``issues``. An imported model can have user info with keys that begin with `xcode.`. It is written
/// back unchanged.
public struct XcodeDocument: Sendable {
  /// The text of the `contents` file.
  public let text: String
  /// The differences between the file and the model.
  public let issues: [ModelIssue]

  /// A file and its path.
  ///
  /// ```swift
  /// let files = XcodeDocument(of: model).files(at: "Library.xcdatamodeld")
  /// print(files.map(\.path).last ?? "")  // Library.xcdatamodeld/.xccurrentversion
  /// ```
  public struct File: Sendable {
    /// The path of the file.
    public let path: String
    /// The text of the file.
    public let text: String
  }

  /// Creates the document of a model.
  ///
  /// - Complexity: O(*n*) in the size of the model.
  public init(of model: ManagedObjectModel) {
    var writer = XcodeWriter(model)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    writer.root().append(to: &text, depth: 0)
    self.text = text
    issues = writer.issues
  }

  /// Returns the files of the model for a path.
  ///
  /// - Parameter path: The path of an `.xcdatamodeld` folder, an `.xcdatamodel` folder, or a single file with any other
  ///   name. In an `.xcdatamodeld` folder, the model becomes the current version and has the name of the folder.
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

  /// Writes the files and creates missing folders. Other versions in an `.xcdatamodeld` folder stay unchanged.
  ///
  /// - Throws: The system's error if a file cannot be written.
  public func write(to path: String) throws {
    for file in files(at: path) {
      let folder = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? ""
      if !folder.isEmpty {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      try Data(file.text.utf8).write(to: URL(filePath: file.path), options: .atomic)
    }
  }

  /// Returns the text of the file that names the current version.
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
