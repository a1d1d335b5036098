/// Checks that the typed accessors of a class match the entity in names, types and optionality.
enum AccessorCheck {
  static func check(
    _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard let objectClass = draft.declarations[entity].objectClass else { return }
    if objectClass.maker == nil {
      findings.warning(
        .unboundClass, at: place,
        " has objects of the class \(objectClass.name), which was not encoded. Bind it with"
          + " binding(_:in:), or they are plain objects.")
    }
    for member in objectClass.plainMembers() {
      guard let found = draft.find(member, in: entity) else { continue }
      rejectPlain(member, of: objectClass.name, draft[found], at: place, &findings)
    }
    let accessors = objectClass.accessors()
    if accessors.isEmpty { return }
    let names = Dictionary(
      grouping: draft.entities[entity].properties.map(\.name),
      by: { $0.withPropertyName(\.accessorHash) })
    for accessor in accessors {
      let place = place.at(accessor.site)
      let named = Set(names[accessor.hash] ?? []).sorted()
      guard let name = named.first, let found = draft.find(name, in: entity) else {
        guard draft.lineages[entity].isComplete else { continue }
        findings.error(
          .unknownAccessor, at: place,
          " must have a property for each @Property of \(objectClass.name), but has none with "
            + "the name of \(accessor.member.quotedForMessage)."
            + remedy(for: accessor, entity, in: draft))
        continue
      }
      if named.count > 1 {
        findings.error(
          .ambiguousAccessor, at: place,
          " has the properties \(named.map(\.quotedForMessage).joined(separator: " and ")), "
            + "whose names have the same hash, so @Property cannot distinguish them. Rename one "
            + "of them.")
        continue
      }
      if case .fetched(let fetched) = draft[found] {
        reject(accessor, of: objectClass.name, fetched, at: place, in: draft, &findings)
      } else if let objects = accessor.objects {
        check(
          accessor, objects, of: objectClass.name, draft[found], at: place, in: draft, &findings)
      } else {
        check(accessor, of: objectClass.name, draft[found], at: place, &findings)
      }
    }
  }

  /// Returns the remedy for an unknown name. Only the hash of the declared name is known, so the remedy uses the name
  /// of the member as a hint.
  private static func remedy(
    for accessor: ObjectClass.Accessor, _ entity: Int, in draft: ModelDraft
  ) -> String {
    draft.find(accessor.member, in: entity) == nil
      ? draft.propertySuggestion(for: accessor.member, in: entity)
      : " Write @Property(\(accessor.member.quotedForMessage))."
  }

  /// Reports a stored property that hides a property of the entity. Values set on it would not be saved.
  private static func rejectPlain(
    _ member: String, of className: String, _ property: PropertyDescription,
    at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    findings.error(
      .hiddenProperty, at: place.property(property),
      " must not be hidden by a stored property, but \(className) stores "
        + "\(member.quotedForMessage) itself, so it is neither saved nor validated. Write "
        + "@Property(\(member.quotedForMessage)), or rename the member."
    )
  }

  /// Reports an accessor for a fetched property, and suggests the code that reads the property instead.
  private static func reject(
    _ accessor: ObjectClass.Accessor, of className: String, _ property: FetchedPropertyDescription,
    at place: DeclarationPlace, in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    let destination = draft.positions[property.destination].map { draft.entities[$0] }
    let type = destination?.objectClass?.name ?? EntityDescription.baseClassName
    findings.error(
      .fetchedAccessor, at: place.property(.fetched(property)).at(place.site),
      " is fetched again each time and must have no @Property, but \(className) declares one. Write"
        + " var \(accessor.member): [\(type)] { self[dynamicMember: \(property.name.quotedForMessage)] ?? [] }."
    )
  }

  /// Checks an accessor for objects.
  private static func check(
    _ accessor: ObjectClass.Accessor, _ objects: ObjectClass.Accessor.Objects,
    of className: String, _ property: PropertyDescription, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    let needed: String
    switch property {
    // Fetched properties have already been reported.
    case .fetched: return
    case .attribute(let attribute):
      needed = attribute.type.swiftName + (attribute.isOptional ? "?" : "")
    case .relationship(let relationship):
      // An unknown destination is a separate issue.
      guard let destination = draft.positions[relationship.destination] else { return }
      let isAbsentable = objects.areMany || accessor.isOptional || !relationship.isOptional
      if objects.areMany == relationship.isToMany, isAbsentable,
        draft.objectClasses(of: destination).allSatisfy(objects.admit)
      {
        return
      }
      let name = draft.entities[destination].objectClass?.name ?? EntityDescription.baseClassName
      needed = relationship.isToMany ? "[\(name)] or Set<\(name)>" : "\(name)?"
    }
    findings.error(
      .accessorType, at: place.property(property).at(place.site),
      " must have an accessor of type \(needed), but \(className) declares \(objects.declared).")
  }

  private static func check(
    _ accessor: ObjectClass.Accessor, of className: String, _ property: PropertyDescription,
    at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    // An accessor without a type is for objects or accepts any value.
    guard let type = accessor.type else { return }
    let site = place.site
    let place = place.property(property).at(site)
    let declared = type.swiftName + (accessor.isOptional ? "?" : "")
    guard case .attribute(let attribute) = property else {
      findings.error(
        .accessorType, at: place,
        " is \(property.kindInMessage) and must have an accessor for objects, but \(className)"
          + " declares \(declared).")
      return
    }
    guard !attribute.type.isAccessible(as: type) || attribute.isOptional != accessor.isOptional
    else { return }
    let needed = attribute.type.swiftName + (attribute.isOptional ? "?" : "")
    findings.error(
      .accessorType, at: place,
      " must have an accessor of type \(needed), but \(className) declares \(declared).")
  }
}

extension ModelDraft {
  /// Returns the classes of the objects of an entity and its sub-entities. The class is `nil` for the base class.
  /// Unbound classes are omitted.
  fileprivate func objectClasses(of entity: Int) -> [(any PropertyContainer.Type)?] {
    var classes: [(any PropertyContainer.Type)?] = []
    var pending = [entity]
    while let entity = pending.popLast() {
      let objectClass = entities[entity].objectClass
      if objectClass == nil || objectClass?.maker != nil { classes.append(objectClass?.maker) }
      pending += lineages[entity].children
    }
    return classes
  }
}

extension AttributeType {
  /// Returns whether an accessor of this attribute type can read and write an attribute of another type.
  fileprivate func isAccessible(as type: AttributeType) -> Bool {
    if case .composite(let mine) = self, case .composite(let theirs) = type {
      // The rules and defaults of elements may be declared on only one side.
      return mine.map(\.name).sorted() == theirs.map(\.name).sorted()
        && mine.allSatisfy { element in
          theirs.contains { $0.name == element.name && element.type.isAccessible(as: $0.type) }
        }
    }
    if case .enumeration(let mine, let raw, _) = self,
      case .enumeration(let theirs, let otherRaw, _) = type
    {
      return mine == theirs && raw == otherRaw
    }
    return self == type
  }
}
