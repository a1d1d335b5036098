/// What may stand in the body of an entity, after the words of the language have been read.
package enum EntityMember: Sendable {
  case property(PropertyDescription)
  case unique(UniquenessConstraint)
  case index(IndexDescription)
  case template(FetchTemplateDescription)
  case rule(ValidationRule)
}
