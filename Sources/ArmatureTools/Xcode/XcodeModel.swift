import Armature
public import ArmatureModel

/// A model that was made with Xcode, read from its file.
///
/// ```swift
/// let text = #"<model><entity name="Cup"><attribute name="photo" attributeType="Transformable"/></entity></model>"#
/// try Data(text.utf8).write(to: URL(filePath: "shop.xml"))
/// let shop = try XcodeModel(contentsOf: "shop.xml")  // or "Shop.xcdatamodeld"
/// let photo = shop.model["Cup"]?.property(named: "photo")?.asAttribute
/// print(photo?.type.swiftName ?? "", shop.issues.map(\.code))  // Data [keptAsUserInfo]
/// ```
/// Names, types, defaults, bounds, patterns, derivations, relationships, uniqueness, indexes, fetch requests and
/// fetched properties become what Armature has for them. What it has no word for is kept in the user info of
/// entity or property under its name in the file with `xcode.` before it, such as `xcode.valueTransformerName`.
/// Values of classes that Core Data transforms are data. Every declaration has its line and column in the file.
public struct XcodeModel: Sendable {
  /// The name of the version; that of the model where there are no versions.
  public let version: String
  /// The model.
  public let model: ManagedObjectModel
  /// What the model has otherwise than the file, or could not take over, in the order of the file.
  public let issues: [ModelIssue]

  /// Reads a model.
  ///
  /// - Parameters:
  ///   - path: An `.xcdatamodeld`, a bare `.xcdatamodel`, or a file `contents`, which may have any name.
  ///   - version: A version of an `.xcdatamodeld`, by the name of its file, with or without the ending; unless
  ///     given, the current one.
  /// - Throws: `FileReadError` for a file that cannot be read; `ModelError` with every mistake in it. Files of
  ///   more than 16 MiB, binary formats, and document types, which could define entities, are mistakes.
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

  /// The names of the versions of an `.xcdatamodeld`, numbers in them by their size; empty for anything else.
  ///
  /// To read all: `try XcodeModel.versions(of: path).map { try XcodeModel(contentsOf: path, version: $0) }`.
  public static func versions(of path: String) -> [String] { XcodeBundle(path).versions ?? [] }
}
