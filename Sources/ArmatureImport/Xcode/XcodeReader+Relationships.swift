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
