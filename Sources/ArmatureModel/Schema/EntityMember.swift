/// A member of an entity's body, as data.
package enum EntityMember: Sendable {
  case property(PropertyDescription)
  case unique(UniquenessConstraint)
  case index(IndexDescription)
  case template(FetchTemplateDescription)
  case rule(ValidationRule)
}
