/// What stands in the body of an entity.
public struct EntityBody: EntityPart, Sendable {
  package let members: [EntityMember]

  package init(_ members: [EntityMember]) { self.members = members }

  /// The body itself.
  public var entityBody: EntityBody { self }
}

/// What may stand in the body of an entity, after the words of the language have been read.
package enum EntityMember: Sendable {
  case property(PropertyDescription)
  case unique(UniquenessConstraint)
  case index(IndexDescription)
  case template(FetchTemplateDescription)
  case rule(ValidationRule)
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
