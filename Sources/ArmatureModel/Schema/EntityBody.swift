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

/// A part of an ``Entity``, such as an attribute, a relationship or a rule.
///
/// Conform a type to this protocol to share declarations between entities. For example, the following type declares an
/// amount and its currency. If you don't need a type of your own, a function is enough:
/// `@PropertyBuilder func stamps() -> EntityBody { … }`.
///
/// ```swift
/// struct Money: EntityPart {
///   let name: String
///   @PropertyBuilder var entityBody: EntityBody {
///     Attribute("\(name)Amount", Decimal.self).range(0...)
///     Attribute("\(name)Currency", String.self).default("EUR")
///   }
/// }
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Money(name: "price") }
/// }
/// print(model["Product"]?.attributes.map(\.name) ?? [])  // ["priceAmount", "priceCurrency"]
/// ```
public protocol EntityPart {
  /// The members that the part adds to the entity.
  var entityBody: EntityBody { get }
}

/// A member of an entity's body, as data.
package enum EntityMember: Sendable {
  case property(PropertyDescription)
  case unique(UniquenessConstraint)
  case index(IndexDescription)
  case template(FetchTemplateDescription)
  case rule(ValidationRule)
}
