public import ArmatureModel

/// What a model is to be used with beside Armature, which may hold less than a model says.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("code", String.self).unique() }
/// }
/// for issue in model.issues(for: .cloudKit) { print(issue.message) }
/// ```
public enum ModelProfile: String, Hashable, Sendable, CaseIterable {
  /// Core Data, with a model of Xcode's that an ``XcodeDocument`` is.
  case coreData = "coredata"
  /// CloudKit, as `NSPersistentCloudKitContainer` mirrors stores.
  case cloudKit = "cloudkit"
  /// A store of SQLite.
  case sqlite
  /// A database of PostgreSQL, or what speaks its protocol.
  case postgreSQL = "postgresql"
  /// The documents that a ``ModelSchema`` describes.
  case jsonSchema = "json-schema"
}

extension ManagedObjectModel {
  /// What a target cannot hold of the model, in the order of the entities; none if it holds everything.
  ///
  /// The article <doc:/Armature/Profiles> has the rules, with the document that each is from.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public func issues(for profile: ModelProfile) -> [ModelIssue] {
    switch profile {
    case .coreData: XcodeDocument(of: self).issues
    case .cloudKit: CloudKitCheck(self).issues
    case .sqlite: DatabaseCheck(self, .sqlite).issues
    case .postgreSQL: DatabaseCheck(self, .postgreSQL).issues
    case .jsonSchema:
      // What is said of no entity holds for documents of any model.
      ModelSchema(self).unsaid.filter { !$0.entity.isEmpty }.map { remark in
        ModelIssue(
          .leftToLoad, entity: remark.entity, property: remark.property,
          message:
            "\(remark.entity)\(remark.property.map { ".\($0)" } ?? "") has a requirement that "
            + "only a load can check: \(remark.sentence). Validate documents with both.",
          site: self[remark.entity]?.site(of: remark.property) ?? .unknown)
      }
    }
  }
}

extension EntityDescription {
  /// Where a property is declared, or the entity itself.
  fileprivate func site(of property: String?) -> DeclarationSite {
    property.flatMap { self.property(named: $0) }?.site ?? site
  }
}
