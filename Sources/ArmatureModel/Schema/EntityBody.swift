/// The content of an entity's body. It can contain properties, rules, constraints, indexes and fetch templates.
///
/// ```swift
/// @PropertyBuilder func stamps() -> EntityBody {
///   Attribute("made", Date.self).default(.now)
///   Attribute("changed", Date?.self)
/// }
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { stamps() }
///   Entity("Customer") { stamps() }
/// }
/// ```
public struct EntityBody: EntityPart, Sendable {
  package let members: [EntityMember]

  package init(_ members: [EntityMember]) { self.members = members }

  /// The body itself.
  public var entityBody: EntityBody { self }
}

extension EntityDescription {
  package mutating func add(_ members: [EntityMember]) {
    for member in members {
      switch member {
      case .property(let property): ownProperties.append(property)
      case .unique(let constraint): uniquenessConstraints.append(constraint)
      case .index(let index): indexes.append(index)
      case .template(let template): fetchTemplates.append(template)
      case .rule(let rule): rules.append(rule)
      }
    }
  }
}
