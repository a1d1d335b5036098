import Armature
import ArmatureModel

extension XcodeWriter {
  /// Returns the element of a relationship.
  mutating func element(
    of relationship: RelationshipDescription, in entity: String
  ) -> XcodeElement {
    var element = XcodeElement("relationship", ["name": relationship.name])
    var info = relationship.userInfo
    // The file names the inverse at both ends, even if the model declares it at one.
    let inverse =
      model[entity]?.property(named: relationship.name)?.asRelationship?.inverse
    element.set("optional", relationship.isOptional)
    element.set("transient", relationship.isTransient)
    element.set("toMany", relationship.isToMany)
    if relationship.isToMany {
      element.set("minCount", Self.count(relationship.minimumCount))
      element.set("maxCount", Self.count(relationship.maximumCount))
    } else {
      element.set("maxCount", "1")
    }
    element.set("ordered", relationship.arity == .ordered)
    element.set("deletionRule", Self.word(for: relationship.deleteRule))
    element.set("destinationEntity", relationship.destination)
    element.set("inverseName", inverse)
    Self.restore(
      ["inverseName", "spotlightIndexingEnabled", "storedInTruthFile"], from: &info, to: &element)
    if element.has("inverseName") { element.set("inverseEntity", relationship.destination) }
    element.set("elementID", relationship.renamingIdentifier)
    element.set("versionHashModifier", relationship.versionHashModifier)
    element.add(info)
    noteLeftOut(of: relationship, in: entity, info)
    return element
  }

  private static func count(_ count: Int) -> String? { count > 0 ? "\(count)" : nil }

  private static func word(for rule: DeleteRule) -> String {
    switch rule {
    case .noAction: "No Action"
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    }
  }

  private mutating func noteLeftOut(
    of relationship: RelationshipDescription, in entity: String, _ info: [String: String]
  ) {
    let (name, site) = (relationship.name, relationship.site)
    checkTexts(info, entity, name, site)
    let isCounted = relationship.minimumCount > 0 || relationship.maximumCount > 0
    if isCounted, !relationship.isToMany {
      note(entity, name, site, "counts of one object, \(Self.noWord)")
    } else if isCounted, relationship.countSeverity == .warning {
      note(entity, name, site, "counts that only warn. Those of Core Data are errors.")
    }
    if relationship.countMessage != nil {
      note(entity, name, site, "a message about its counts, \(Self.noWord)")
    }
    if relationship.isOwned {
      note(entity, name, site, "the ownership of its objects, \(Self.noWord)")
    }
    if relationship.isExpected {
      note(entity, name, site, "a warning if it has no object, \(Self.noWord)")
    }
    noteLeftOut(relationship.key, relationship.silenced, of: name, in: entity, site)
  }

  /// The attributes that an imported fetched property can keep in its user info.
  private static let requestWords = [
    "predicateString", "includeSubentities", "includePropertyValues", "includesPendingChanges",
    "returnObjectsAsFaults", "returnDistinctResults", "resultType", "fetchBatchSize",
  ]

  /// Returns the element of a fetched property.
  mutating func element(of fetched: FetchedPropertyDescription, in entity: String) -> XcodeElement {
    var element = XcodeElement("fetchedProperty", ["name": fetched.name, "optional": "YES"])
    var request = XcodeElement(
      "fetchRequest", ["name": "fetchedPropertyFetchRequest", "entity": fetched.destination])
    var info = fetched.userInfo
    Self.restore(Self.requestWords, from: &info, to: &request)
    if !request.has("predicateString") {
      let text = text(of: fetched.predicate)
      request.set("predicateString", text ?? "\(FetchPredicate.constant(false))")
      if text == nil {
        note(
          entity, fetched.name, fetched.site,
          "a condition that cannot be written as text. It finds nothing there.")
      }
    }
    if let limit = fetched.limit, limit > 0 {
      request.set("fetchLimit", "\(limit)")
    } else if fetched.limit != nil {
      note(entity, fetched.name, fetched.site, "the limit 0, \(Self.noWord)")
    }
    if !fetched.orderedBy.isEmpty {
      note(entity, fetched.name, fetched.site, "an order, \(Self.noWord)")
    }
    checkTexts(info, entity, fetched.name, fetched.site)
    element.children.append(request)
    element.add(info)
    return element
  }

  /// Adds uniqueness constraints.
  mutating func addUniqueness(of entity: EntityDescription, to element: inout XcodeElement) {
    var list = XcodeElement("uniquenessConstraints")
    for constraint in entity.uniquenessConstraints {
      // Xcode also reads one text as a list separated by commas.
      guard constraint.properties.allSatisfy({ !$0.contains(",") && !$0.hasPrefix(" ") }) else {
        note(
          entity.name, nil, constraint.site,
          "a constraint over a property with a comma or a blank in its name. It was left out.")
        continue
      }
      if constraint.severity == .warning {
        note(
          entity.name, nil, constraint.site,
          "a constraint that only warns. Those of Core Data are errors.")
      }
      var part = XcodeElement("uniquenessConstraint")
      part.children = constraint.properties.map { XcodeElement("constraint", ["value": $0]) }
      list.children.append(part)
    }
    if !list.children.isEmpty { element.children.append(list) }
  }

  /// Adds the indexes, which are named after their properties.
  mutating func addIndexes(of entity: EntityDescription, to element: inout XcodeElement) {
    var names: Set<String> = []
    for index in entity.indexes {
      if index.isFullText {
        note(entity.name, nil, index.site, "a full-text index. It is left out.")
        continue
      }
      let stem =
        "by"
        + index.elements.map { $0.property.prefix(1).uppercased() + $0.property.dropFirst() }
        .joined()
      let name = stem.firstFree { !names.insert($0).inserted }
      var part = XcodeElement("fetchIndex", ["name": name])
      if let predicate = index.predicate {
        let text = text(of: predicate)
        part.set("partialIndexPredicate", text)
        if text == nil {
          note(
            entity.name, nil, index.site,
            "an index with a condition that cannot be written as text. It is over all objects "
              + "there.")
        }
      }
      part.children = index.elements.map {
        XcodeElement(
          "fetchIndexElement",
          [
            "property": $0.property, "type": $0.kind == .rTree ? "RTree" : "Binary",
            "order": $0.isAscending ? "ascending" : "descending",
          ])
      }
      element.children.append(part)
    }
  }
}
