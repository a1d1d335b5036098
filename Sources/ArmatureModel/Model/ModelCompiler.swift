/// A compiler that checks descriptions and completes them to a model.
enum ModelCompiler {
  /// The entities with their inherited properties, and the warnings.
  struct Output {
    var entities: [EntityDescription]
    var warnings: [ModelIssue]
  }

  /// Checks and completes descriptions.
  ///
  /// All declarations are checked, even if some of them have issues. An issue that only follows from another issue is
  /// not reported. For example, if the parent of an entity is missing, the names that it would declare are not reported
  /// as unknown. If declarations are too deep or too large to be checked, only this issue is reported.
  ///
  /// - Throws: All issues, sorted by entity. The issues of the entity itself come first, followed by those of its
  ///   properties and of its other parts.
  /// - Complexity: O(*n*) in the number of properties. Inherited properties count for each entity.
  static func compile(_ declarations: [EntityDescription]) throws(ModelError) -> Output {
    var findings = ModelFindings()
    NestingCheck.check(declarations, &findings)
    if !findings.errors.isEmpty { throw ModelError(findings.errors) }
    let draft = ModelDraft(Ownership.completing(declarations))
    let ownerless = OwnershipCheck.ownerless(in: draft)
    let cycles = CascadeCheck.cycles(in: draft)
    let keys = KeyCheck.entityKeys(in: draft)
    let names = RenamingCheck.entityIdentifiers(in: draft)
    var templates: Set<String> = []
    for position in declarations.indices {
      let place = DeclarationPlace(declarations[position])
      NestingCheck.checkCount(draft.entities[position].propertyCount, at: place, &findings)
      NameCheck.checkEntity(position, at: place, in: draft, &findings)
      SilencingCheck.check(declarations[position].silenced, at: place, &findings)
      SchemaCheck.check(position, at: place, in: draft, &findings)
      InheritanceCheck.check(position, at: place, in: draft, &findings)
      OwnershipCheck.checkEntity(position, ownerless, at: place, in: draft, &findings)
      KeyCheck.checkEntity(position, keys, at: place, in: draft, &findings)
      DiscriminatorCheck.check(position, at: place, in: draft, &findings)
      RenamingCheck.checkEntity(position, names, at: place, in: draft, &findings)
      checkProperties(of: position, at: place, in: draft, cycles, &findings)
      DerivationCheck.checkCycles(position, at: place, in: draft, &findings)
      EntityRuleCheck.check(position, at: place, in: draft, &findings)
      UniquenessCheck.check(position, at: place, in: draft, &findings)
      IndexCheck.check(position, at: place, in: draft, &findings)
      FetchTemplateCheck.check(position, at: place, in: draft, &templates, &findings)
      AccessorCheck.check(position, at: place, in: draft, &findings)
    }
    if !findings.errors.isEmpty { throw ModelError(findings.errors) }
    return Output(
      entities: draft.entities,
      warnings: findings.warnings.filter { !isSilenced($0, in: declarations) })
  }

  /// Returns true if the declaration silences a warning about it.
  private static func isSilenced(
    _ warning: ModelIssue, in declarations: [EntityDescription]
  ) -> Bool {
    guard let entity = declarations.first(where: { $0.name == warning.entity }) else {
      return false
    }
    if entity.silenced.contains(warning.code) { return true }
    switch entity.ownProperties.first(where: { $0.name == warning.property }) {
    case .attribute(let attribute): return attribute.silenced.contains(warning.code)
    case .relationship(let relationship): return relationship.silenced.contains(warning.code)
    case .fetched, nil: return false
    }
  }

  private static func checkProperties(
    of entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ cycles: CascadeCheck.Cycles, _ findings: inout ModelFindings
  ) {
    let keys = KeyCheck.propertyKeys(of: entity, in: draft)
    let names = RenamingCheck.propertyIdentifiers(of: entity, in: draft)
    for (index, property) in draft.entities[entity].ownProperties.enumerated() {
      let position = ModelDraft.PropertyPosition(entity: entity, property: index)
      let place = place.property(property)
      guard NameCheck.checkProperty(property, position, at: place, in: draft, &findings) else {
        continue
      }
      KeyCheck.check(property, keys, at: place, in: draft, &findings)
      RenamingCheck.check(property, names, at: place, &findings)
      switch property {
      case .attribute(let attribute):
        AttributeCheck.check(attribute, of: entity, at: place, in: draft, &findings)
      case .relationship(let relationship):
        RelationshipCheck.check(relationship, of: entity, at: place, in: draft, &findings)
        InverseCheck.check(relationship, position, at: place, in: draft, &findings)
        OwnershipCheck.check(relationship, at: place, in: draft, &findings)
        DeleteRuleCheck.check(relationship, position, at: place, in: draft, &findings)
        CascadeCheck.check(position, cycles, at: place, in: draft, &findings)
      case .fetched(let property):
        FetchedPropertyCheck.check(property, at: place, in: draft, &findings)
      }
    }
  }
}
