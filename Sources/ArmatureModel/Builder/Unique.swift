/// Uniqueness over one or several properties, relationships included: `Unique("title", "author")`.
public struct Unique: Sendable {
  let member: EntityMember

  /// Declares that no two objects agree in all of the named properties.
  public init(
    _ properties: String..., severity: ValidationRule.Severity = .error, file: String = #fileID,
    line: Int = #line
  ) {
    member = .unique(
      UniquenessConstraint(
        properties, severity: severity, site: DeclarationSite(file: file, line: line)))
  }
}

extension Unique: EntityPart {
  /// The uniqueness over several properties.
  public var entityBody: EntityBody { EntityBody([member]) }
}
