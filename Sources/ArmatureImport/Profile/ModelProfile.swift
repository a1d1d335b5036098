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

/// The limits of a ``ModelProfile``'s targets.
extension ModelIssue.Code {
  /// CloudKit does not support unique values.
  public static let cloudKitUniqueness = Self(rawValue: "cloudKitUniqueness")
  /// CloudKit may deliver an object without this value. The value must therefore be optional or have a default.
  public static let cloudKitRequired = Self(rawValue: "cloudKitRequired")
  /// CloudKit delivers objects in any order. It can link an object only if the relationship has an inverse.
  public static let cloudKitInverse = Self(rawValue: "cloudKitInverse")
  /// CloudKit does not keep the order of objects.
  public static let cloudKitOrder = Self(rawValue: "cloudKitOrder")
  /// CloudKit does not support the deny rule.
  public static let cloudKitDenial = Self(rawValue: "cloudKitDenial")
  /// CloudKit does not link objects of different configurations.
  public static let cloudKitConfiguration = Self(rawValue: "cloudKitConfiguration")
  /// A table has too many columns for the database.
  public static let tooManyColumns = Self(rawValue: "tooManyColumns")
  /// A name is too long for the database, which would shorten it.
  public static let longName = Self(rawValue: "longName")
  /// A schema cannot express a condition, so only a load checks it.
  public static let unsupportedBySchema = Self(rawValue: "unsupportedBySchema")
}
