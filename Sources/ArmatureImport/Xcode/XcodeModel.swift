import Armature
public import ArmatureModel

/// A model that was imported from an Xcode model file.
///
/// ```swift
/// let text = #"<model><entity name="Cup"><attribute name="photo" attributeType="Transformable"/></entity></model>"#
/// try Data(text.utf8).write(to: URL(filePath: "shop.xml"))
/// let shop = try XcodeModel(contentsOf: "shop.xml")  // or "Shop.xcdatamodeld"
/// let photo = shop.model["Cup"]?.property(named: "photo")?.asAttribute
/// print(photo?.type.swiftName ?? "", shop.issues.map(\.code))  // Data [keptAsUserInfo]
/// ```
/// Entities, attributes with their rules, relationships, indexes, fetch requests and fetched properties become the
/// corresponding declarations. Transformable values become data. All other attributes of the file are kept in the user
/// info with the prefix `xcode.`, such as `xcode.valueTransformerName`. Each declaration has its line and column in the
/// file.
public struct XcodeModel: Sendable {
  /// The name of the version. If the file has no versions, this is the name of the model.
  public let version: String
  /// The model.
  public let model: ManagedObjectModel
  /// The differences between the model and the file, in the order of the file.
  public let issues: [ModelIssue]

  /// Reads a model.
  ///
  /// - Parameters:
  ///   - path: The path of an `.xcdatamodeld` folder, an `.xcdatamodel` folder, or a `contents` file with any name.
  ///   - version: The file name of a version in an `.xcdatamodeld` folder, with or without its extension. By default,
  ///     the current version is used.
  /// - Throws: `FileReadError` if the file cannot be read. `ModelError` with all issues if the file is invalid, has a
  ///   binary format or is larger than 16 MiB. It is also thrown if the file has a document type, because a document
  ///   type could define entities.
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

  /// Returns the names of the versions in an `.xcdatamodeld` folder, in natural order. The array is empty for other
  /// files.
  ///
  /// To read all versions, write
  /// `try XcodeModel.versions(of: path).map { try XcodeModel(contentsOf: path, version: $0) }`.
  public static func versions(of path: String) -> [String] { XcodeBundle(path).versions ?? [] }
}
