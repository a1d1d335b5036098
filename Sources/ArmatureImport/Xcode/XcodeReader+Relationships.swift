import Armature
import ArmatureModel

extension XcodeReader {
  private static let deleteRules: [String: DeleteRule] = [
    "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
  ]

  /// Returns a relationship of an entity.
  func relationship(_ element: MarkupElement, of entity: String) -> RelationshipDescription? {
    let place = ImportFindings.Place(entity: entity, position: element.position)
    guard let name = name(of: element, place, "relationship") else { return nil }
    let fields = XcodeFields(
      element, .init(entity: entity, property: name, position: element.position), findings)
    // The inverse's entity follows from the destination; indexes are read with the others.
    fields.ignore("name", "syncable", "indexed", "inverseEntity")
    fields.checkChildren([])
    guard let destination = fields.text("destinationEntity") else {
      findings.error(.invalidMarkup, fields.place, " must have a destination, but has none.")
      return nil
    }
    let (isToMany, isOrdered) = (fields.flag("toMany"), fields.flag("ordered"))
    var relationship = RelationshipDescription(
      name, to: destination, isToMany ? isOrdered ? .ordered : .toMany : .toOne,
      inverse: fields.text("inverseName"), isOptional: fields.flag("optional"),
      isTransient: fields.flag("transient"),
      versionHashModifier: fields.text("versionHashModifier"),
      site: findings.site(element.position))
    relationship.renamingIdentifier = fields.text("elementID").flatMap {
      $0 == name || $0.isEmpty ? nil : $0
    }
    if let written = fields.attribute("deletionRule") {
      if let rule = Self.deleteRules[written.value] {
        relationship.deleteRule = rule
      } else {
        fields.invalid(written, Self.deleteRules.keys.sorted().joined(separator: ", "))
      }
    }
    // To-one relationships lead to at most one object in any case.
    let (least, most) = (fields.count("minCount"), fields.count("maxCount"))
    if isToMany { (relationship.minimumCount, relationship.maximumCount) = (least ?? 0, most ?? 0) }
    keepSpotlight(fields)
    fields.finish()
    relationship.userInfo = fields.userInfo
    return relationship
  }

  private func keepSpotlight(_ fields: XcodeFields) {
    for name in ["spotlightIndexingEnabled", "storedInTruthFile"]
    where
      fields.element.attributes.contains(where: { $0.name == name && $0.value != "NO" })
    {
      fields.keep(name)
    }
  }
}

extension XcodeReader {
  /// Adds uniqueness constraints.
  func addUniqueness(_ element: MarkupElement, to entity: inout EntityDescription) {
    for list in element.children(named: "uniquenessConstraints") {
      for constraint in list.children(named: "uniquenessConstraint") {
        entity.uniquenessConstraints.append(
          UniquenessConstraint(
            values(of: constraint, "constraint", entity.name),
            site: findings.site(constraint.position)))
      }
    }
  }

  /// Adds the indexes from all notations that Xcode has used, without repetitions.
  func addIndexes(_ element: MarkupElement, to entity: inout EntityDescription) {
    for property in element.children
    where property.name == "attribute" || property.name == "relationship" {
      func value(_ name: String) -> String? { property.attributes.first { $0.name == name }?.value }
      // A to-many relationship has no column, so an index on it has no use.
      guard value("indexed") == "YES", value("toMany") != "YES", let name = value("name") else {
        continue
      }
      entity.indexes.append(
        IndexDescription([.init(name)], site: findings.site(property.position)))
    }
    for index in element.children(named: "compoundIndexes").flatMap({
      $0.children(named: "compoundIndex")
    }) {
      let elements = values(of: index, "index", entity.name).map { IndexDescription.Element($0) }
      entity.indexes.append(
        IndexDescription(elements, site: findings.site(index.position)))
    }
    for index in element.children(named: "fetchIndex") { addFetchIndex(index, to: &entity) }
    var seen: Set<IndexDescription> = []
    entity.indexes.removeAll { !seen.insert($0).inserted }
  }

  private func addFetchIndex(_ element: MarkupElement, to entity: inout EntityDescription) {
    let place = ImportFindings.Place(entity: entity.name, position: element.position)
    let name = element.attributes.first { $0.name == "name" }?.value ?? ""
    var elements: [IndexDescription.Element] = []
    for part in element.children(named: "fetchIndexElement") {
      let fields = XcodeFields(part, place.at(part.position), findings)
      let isAscending = fields.text("order") != "descending"
      let kind = fields.text("type") == "RTree" ? IndexDescription.Kind.rTree : .binary
      guard let property = fields.text("property") else {
        let expression = fields.text("expression") ?? ""
        entity.userInfo["\(XcodeFields.prefix)fetchIndex.\(name)"] = expression
        return findings.note(
          .changedByImport, place,
          " has the index \(name.quotedForMessage) over the expression \(expression.quotedForMessage), and not over"
            + " properties. It was left out, and is kept in the user info.")
      }
      elements.append(.init(property, isAscending: isAscending, kind: kind))
    }
    var predicate: FetchPredicate?
    if let written = element.attributes.first(where: { $0.name == "partialIndexPredicate" }) {
      predicate = try? FetchPredicate(written.value)
      if predicate == nil {
        findings.note(
          .changedByImport, place.at(written.position),
          " has the index \(name.quotedForMessage) with a condition that cannot be read. It is over all objects here."
        )
      }
    }
    entity.indexes.append(
      IndexDescription(elements, where: predicate, site: findings.site(element.position)))
  }

  /// Returns the values in a list of properties. A single element can contain several values, separated by commas.
  private func values(of list: MarkupElement, _ name: String, _ entity: String) -> [String] {
    list.children(named: name).flatMap { element in
      let value = element.attributes.first { $0.name == "value" }?.value ?? ""
      return value.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
    }
  }
}
