import Armature
import ArmatureModel

/// Builds a model from descriptions in another format that allows more than Armature does.
///
/// A rejected declaration is changed as little as possible. If its meaning could be useful, it is kept in the user
/// info. Each change is reported.
struct ImportRepair {
  var entities: [EntityDescription]
  let findings: ImportFindings
  /// The prefix of the other format's names in user info.
  let prefix: String

  /// Returns the model. Each change that was necessary becomes a note.
  ///
  /// - Throws: `ModelError` with the issues that are also errors in the other format.
  static func model(
    _ name: String, _ entities: [EntityDescription], _ findings: ImportFindings, prefix: String
  ) throws(ModelError) -> ManagedObjectModel {
    var repair = ImportRepair(entities: entities, findings: findings, prefix: prefix)
    while true {
      let refused: [ModelIssue]
      do {
        let model = try ManagedObjectModel(name, entities: repair.entities)
        if findings.errors.isEmpty { return model }
        refused = []
      } catch {
        refused = (error as? ModelError)?.issues ?? []
      }
      // Each repair removes something or assigns a free name, so the loop ends.
      var isBetter = false
      for issue in refused { isBetter = repair.repair(issue) || isBetter }
      if !isBetter { throw ModelError(findings.errors + refused) }
    }
  }

  /// Repairs an issue; returns false if the declaration is invalid in any format.
  private mutating func repair(_ issue: ModelIssue) -> Bool {
    guard let entity = entities.firstIndex(where: { $0.name == issue.entity }) else { return false }
    let property = issue.property.flatMap { name in
      entities[entity].ownProperties.firstIndex { $0.name == name }
    }
    switch issue.code {
    case .abstractWithoutSubentities:
      entities[entity].isAbstract = false
      keep("isAbstract", "YES", entity)
      return note("It is not abstract here.", issue)
    case .reservedName:
      guard let property else { return false }
      return note(
        "It is called \(rename(property, of: entity).quotedForMessage) here, and its key in data is as before.",
        issue)
    case .unsupportedProperty, .repeatedProperty, .emptyPropertyList, .mixedIndex:
      return dropList(issue, entity)
    case .invalidPattern, .invalidSchema, .unsupportedRule, .invalidBound, .defaultBreaksRule,
      .unsupportedExternalStorage,
      .derivedDefault, .derivationType:
      guard let property, case .attribute(var attribute) = entities[entity].ownProperties[property]
      else {
        return false
      }
      let change = repair(&attribute, issue)
      entities[entity].ownProperties[property] = .attribute(attribute)
      return note(change, issue)
    case .unknownPath, .invalidCondition, .unboundVariable:
      return dropCondition(issue, entity, property)
    case .inverseNotMutual:
      guard let property,
        case .relationship(var relationship) = entities[entity].ownProperties[property],
        let inverse = relationship.inverse
      else { return false }
      relationship.inverse = nil
      relationship.userInfo[prefix + "inverseName"] = inverse
      entities[entity].ownProperties[property] = .relationship(relationship)
      return note("It has no inverse here.", issue)
    default: return false
    }
  }

  private func note(_ change: String?, _ issue: ModelIssue) -> Bool {
    guard let change else { return false }
    findings.note(change: change, because: issue)
    return true
  }

  private mutating func keep(_ name: String, _ value: String, _ entity: Int) {
    entities[entity].userInfo[prefix + name] = value
  }

  /// Removes the part of an attribute that causes an issue, and returns a description of this part. Returns `nil` if
  /// the attribute has no such part.
  private func repair(_ attribute: inout AttributeDescription, _ issue: ModelIssue) -> String? {
    func isSame(_ rule: ValidationRule) -> Bool { hasPlace(rule.site, of: issue) }
    switch issue.code {
    case .defaultBreaksRule, .derivedDefault:
      guard case .constant(let value)? = attribute.defaultValue else { return nil }
      attribute.defaultValue = nil
      attribute.userInfo[prefix + "defaultValueString"] = "\(value)"
      return "It has no default here."
    case .unsupportedExternalStorage:
      guard attribute.allowsExternalBinaryDataStorage else { return nil }
      attribute.allowsExternalBinaryDataStorage = false
      attribute.userInfo[prefix + "allowsExternalBinaryDataStorage"] = "YES"
      return "It is stored with the row here."
    case .derivationType:
      guard let derivation = attribute.derivation else { return nil }
      attribute.derivation = nil
      attribute.userInfo[prefix + "derivationExpression"] = "\(derivation)"
      return "It is an ordinary attribute here."
    default:
      guard let index = attribute.rules.firstIndex(where: isSame) ?? attribute.rules.indices.first
      else {
        return nil
      }
      let rule = attribute.rules.remove(at: index)
      attribute.userInfo[prefix + "rule"] = "\(rule)"
      return "The rule was left out."
    }
  }

  /// Removes an unsupported uniqueness constraint or index.
  private mutating func dropList(_ issue: ModelIssue, _ entity: Int) -> Bool {
    if let index = entities[entity].uniquenessConstraints.firstIndex(where: {
      hasPlace($0.site, of: issue)
    }) {
      let constraint = entities[entity].uniquenessConstraints.remove(at: index)
      keep("uniquenessConstraint", constraint.properties.joined(separator: ","), entity)
      return note("The constraint was left out.", issue)
    }
    if let index = entities[entity].indexes.firstIndex(where: { hasPlace($0.site, of: issue) }) {
      let names = entities[entity].indexes.remove(at: index).elements.map(\.property)
      keep("index.\(names.joined(separator: ","))", "", entity)
      return note("The index was left out.", issue)
    }
    return false
  }

  /// Removes a template, a fetched property or a derivation that refers to missing properties or cannot be computed.
  private mutating func dropCondition(_ issue: ModelIssue, _ entity: Int, _ property: Int?) -> Bool
  {
    if let property {
      switch entities[entity].ownProperties[property] {
      case .fetched(let fetched):
        entities[entity].ownProperties.remove(at: property)
        keep("fetchedProperty.\(fetched.name)", "\(fetched.predicate)", entity)
        return note("The fetched property was left out.", issue)
      case .attribute(var attribute) where attribute.derivation != nil:
        attribute.userInfo[prefix + "derivationExpression"] = attribute.derivation.map {
          "\($0)"
        }
        attribute.derivation = nil
        entities[entity].ownProperties[property] = .attribute(attribute)
        return note("It is an ordinary attribute here.", issue)
      case .attribute, .relationship: return false
      }
    }
    if let index = entities[entity].indexes.firstIndex(where: {
      $0.predicate != nil && hasPlace($0.site, of: issue)
    }) {
      entities[entity].indexes[index].predicate = nil
      return note("The index is over all objects here.", issue)
    }
    // If the template's own position is unknown, its issue has the position of the entity.
    guard
      let index = entities[entity].fetchTemplates.firstIndex(where: { hasPlace($0.site, of: issue) }
      )
    else {
      return false
    }
    let template = entities[entity].fetchTemplates.remove(at: index)
    keep("fetchRequest.\(template.name).predicateString", "\(template.predicate)", entity)
    return note("The template was left out.", issue)
  }

  /// Returns whether a declaration is at the place of an issue. `==` cannot be used, because all sites are equal.
  private func hasPlace(_ site: DeclarationSite, of issue: ModelIssue) -> Bool {
    site.line == issue.site.line && site.column == issue.site.column
  }

  /// Renames a property that has the name of a member of all objects. References to the property are changed too.
  private mutating func rename(_ property: Int, of entity: Int) -> String {
    let (owner, old) = (entities[entity].name, entities[entity].ownProperties[property].name)
    let new =
      owner.prefix(1).lowercased() + owner.dropFirst() + old.prefix(1).uppercased()
      + old.dropFirst()
    switch entities[entity].ownProperties[property] {
    case .attribute(var attribute):
      attribute.name = new
      attribute.key = old
      attribute.renamingIdentifier = attribute.renamingIdentifier ?? old
      entities[entity].ownProperties[property] = .attribute(attribute)
    case .relationship(var relationship):
      relationship.name = new
      relationship.key = old
      relationship.renamingIdentifier = relationship.renamingIdentifier ?? old
      entities[entity].ownProperties[property] = .relationship(relationship)
    case .fetched(var fetched):
      fetched.name = new
      entities[entity].ownProperties[property] = .fetched(fetched)
    }
    let family = self.family(of: owner)
    for other in entities.indices {
      if family.contains(entities[other].name) { renameInLists(old, new, of: other) }
      for index in entities[other].ownProperties.indices {
        guard case .relationship(var relationship) = entities[other].ownProperties[index],
          relationship.inverse == old, family.contains(relationship.destination)
        else { continue }
        relationship.inverse = new
        entities[other].ownProperties[index] = .relationship(relationship)
      }
    }
    return new
  }

  private mutating func renameInLists(_ old: String, _ new: String, of entity: Int) {
    for index in entities[entity].indexes.indices {
      for part in entities[entity].indexes[index].elements.indices
      where entities[entity].indexes[index].elements[part].property == old {
        entities[entity].indexes[index].elements[part].property = new
      }
    }
    for index in entities[entity].uniquenessConstraints.indices {
      entities[entity].uniquenessConstraints[index].properties =
        entities[entity].uniquenessConstraints[index].properties.map { $0 == old ? new : $0 }
    }
  }

  /// Returns an entity and its descendants.
  private func family(of entity: String) -> Set<String> {
    var family: Set<String> = [entity]
    var isGrowing = true
    while isGrowing {
      let children = entities.filter { $0.parent.map(family.contains) ?? false }.map(\.name)
      isGrowing = !family.isSuperset(of: children)
      family.formUnion(children)
    }
    return family
  }
}
