import ArmatureDocuments
public import ArmatureModel

/// A target, such as another framework or a database, that a model should work with. A target may support less than
/// Armature does.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("code", String.self).unique() }
/// }
/// for issue in model.issues(for: .cloudKit) { print(issue.message) }
/// ```
public enum ModelProfile: String, Hashable, Sendable, CaseIterable {
  /// Core Data, with the Xcode model file that ``XcodeDocument`` writes.
  case coreData = "coredata"
  /// CloudKit, with stores that `NSPersistentCloudKitContainer` mirrors.
  case cloudKit = "cloudkit"
  /// A SQLite store.
  case sqlite
  /// A database that uses the PostgreSQL protocol.
  case postgreSQL = "postgresql"
  /// The documents that a ``/ArmatureDocuments/ModelSchema`` describes.
  case jsonSchema = "json-schema"
}

extension ManagedObjectModel {
  /// Returns issues about the declarations that a target does not support, in the order of the entities.
  ///
  /// The article <doc:/Armature/Profiles> lists the rules with their sources.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public func issues(for profile: ModelProfile) -> [ModelIssue] {
    switch profile {
    case .coreData: XcodeDocument(of: self).issues
    case .cloudKit: CloudKitCheck(self).issues
    case .sqlite: DatabaseCheck(self, .sqlite).issues
    case .postgreSQL: DatabaseCheck(self, .postgreSQL).issues
    case .jsonSchema:
      // Remarks without an entity apply to the documents of any model.
      ModelSchema(self).unsupported.filter { !$0.entity.isEmpty }.map { remark in
        ModelIssue(
          .unsupportedBySchema, entity: remark.entity, property: remark.property,
          message:
            "\(remark.entity)\(remark.property.map { ".\($0)" } ?? "") has a requirement that "
            + "only a load can check: \(remark.sentence). Validate documents with both.",
          site: self[remark.entity]?.site(of: remark.property) ?? .unknown)
      }
    }
  }
}

extension EntityDescription {
  /// Returns the site of a property, or of the entity.
  fileprivate func site(of property: String?) -> DeclarationSite {
    property.flatMap { self.property(named: $0) }?.site ?? site
  }
}
