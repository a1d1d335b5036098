import Armature
public import ArmatureModel

/// A model imported from an Xcode model file.
///
/// ```swift
/// let text = #"<model><entity name="Cup"><attribute name="photo" attributeType="Transformable"/></entity></model>"#
/// try Data(text.utf8).write(to: URL(filePath: "shop.xml"))
/// let shop = try XcodeModel(contentsOf: "shop.xml")  // or "Shop.xcdatamodeld"
/// let photo = shop.model["Cup"]?.property(named: "photo")?.asAttribute
/// print(photo?.type.swiftName ?? "", shop.issues.map(\.code))  // Data [keptAsUserInfo]
/// ```
/// Names, types, defaults, bounds, patterns, derivations, relationships, uniqueness, indexes, fetch requests and
/// fetched properties become the corresponding declarations. Other attributes of the file are kept in the user info
/// with the prefix `xcode.`, such as `xcode.valueTransformerName`. Transformable values become data. Each declaration
/// has its line and column in the file.
public struct XcodeModel: Sendable {
  /// The name of the version, or of the model if it has no versions.
  public let version: String
  /// The model.
  public let model: ManagedObjectModel
  /// The differences between the model and the file, in the order of the file.
  public let issues: [ModelIssue]

  /// Reads a model.
  ///
  /// - Parameters:
  ///   - path: The path of an `.xcdatamodeld`, an `.xcdatamodel`, or a `contents` file with any name.
  ///   - version: The file name of a version in an `.xcdatamodeld`, with or without extension. By default, the current
  ///     version is used.
  /// - Throws: `FileReadError` if the file cannot be read. `ModelError` with all issues if the file is invalid, larger
  ///   than 16 MiB, in a binary format, or has a document type, which could define entities.
  /// - Complexity: O(*n*) in the size of the file.
  public init(contentsOf path: String, version: String? = nil) throws {
    let bundle = XcodeBundle(path)
    let file = try bundle.contents(version)
    let findings = ImportFindings(file: file)
    let text = try XcodeBundle.read(file)
    let root: MarkupElement
    do {
      root = try text.withBytes { bytes throws(MarkupError) in try MarkupScanner.root(of: bytes) }
    } catch {
      throw ModelError([
        ModelIssue(
          .unreadableModel, entity: "", message: error.message, site: findings.site(error.position))
      ])
    }
    model = try ImportRepair.model(
      bundle.name, XcodeReader(root, findings).entities, findings, prefix: XcodeFields.prefix)
    self.version = bundle.versions == nil ? bundle.name : XcodeBundle.versionName(of: file)
    issues = findings.sortedNotes
  }

  /// Returns the names of the versions in an `.xcdatamodeld`, in natural order; empty for other files.
  ///
  /// To read all versions: `try XcodeModel.versions(of: path).map { try XcodeModel(contentsOf: path, version: $0) }`.
  public static func versions(of path: String) -> [String] { XcodeBundle(path).versions ?? [] }
}
