import ArmatureModel

/// Properties of records.
extension SchemaReader {
  /// The result of reading a property.
  struct Found {
    let property: PropertyDescription
    /// Rules of the entity.
    var rules: [ValidationRule] = []
    /// The note that the property, or a value inside of it, may be missing but not null, or null but not missing.
    var looseness: SchemaLooseness?
    /// Whether the schema allows null.
    var isNullable = false
    /// The schema of `null` and an empty array in place of a value.
    var absence: JSONValue?
    /// Whether the key must be there, although the property may have no value.
    var needsPresence = false
    /// Whether the property has exactly the values that the schema allows, missing ones and null included.
    var isExact = false
  }

  func property(
    _ member: SchemaNode.Member, _ name: String, _ entity: String, isRequired: Bool
  ) -> Found? {
    // In schemas of this project, a property without valid values must be absent, like any unknown key.
    if file.isOurs, member.node.bool == false { return nil }
    let form = form(of: member.node)
    if form.isBroken { return nil }
    var subject = SchemaSubject(self, entity, name)
    let key = dataKey(member, name, &subject)
    let found: Found?
    if let link = link(form, name, entity) {
      let relationship = relationship(
        name, key, link, form, isRequired: isRequired, &subject)
      found = Found(property: .relationship(relationship))
    } else {
      found = attribute(name, key, form, isRequired: isRequired, &subject)
    }
    guard var found else { return nil }
    if found.isExact { return found }
    found.isNullable = form.isNullable
    if file.isOurs {
      if isRequired == form.isNullable, isRequired || !hasDefault(found.property, form) {
        found.looseness = SchemaLooseness(member.offset, name, isRequired: isRequired)
      }
      return found
    }
    found.absence = absence(of: found.property, form, isRequired: isRequired, &found.needsPresence)
    return found
  }

  /// Returns the schema of `null` and an empty array in place of a value, which a load keeps among the other keys.
  ///
  /// - Parameter needsPresence: Receives whether the key must be there, although the property may have no value.
  private func absence(
    of property: PropertyDescription, _ form: SchemaForm, isRequired: Bool,
    _ needsPresence: inout Bool
  ) -> JSONValue {
    if let relationship = property.asRelationship, relationship.isToMany {
      needsPresence = isRequired && relationship.isOptional
      var schema = JSONObject()
      schema["type"] = form.isNullable ? ["array", "null"] : "array"
      if relationship.minimumCount > 0 {
        schema["minItems"] = .number(JSONNumber(relationship.minimumCount))
      }
      return .object(schema)
    }
    needsPresence = isRequired && form.isNullable
    if form.isNullable { return true }
    guard let types = property.asRelationship == nil ? form.types : ["object"] else {
      return ["not": ["type": "null"]]
    }
    var schema: JSONObject = ["type": .array(types.map { .string($0) })]
    // A load also reads other notations of a date.
    if let format = form["format"]?.text, TextFormat(rawValue: format) != nil {
      schema["format"] = .string(format)
    }
    return .object(schema)
  }

  /// Returns whether a missing value has a default. For a to-many relationship, the default is an empty list.
  private func hasDefault(_ property: PropertyDescription, _ form: SchemaForm) -> Bool {
    if let attribute = property.asAttribute { return attribute.defaultValue != nil }
    return form["default"]?.isEmptyArray ?? false
  }

  /// Returns the key that a property has in data. Returns `nil` if it is the name.
  func dataKey(
    _ member: SchemaNode.Member, _ name: String, _ subject: inout SchemaSubject
  ) -> String? {
    if member.key.isEmpty {
      subject.note(
        member.offset,
        " has the key \(name.quotedForMessage) in data, since a key cannot be empty here.")
      return nil
    }
    return member.key == name ? nil : member.key
  }

  /// The destination of a form.
  private struct Link {
    let entity: String
    /// The statements about each object, for a to-many relationship.
    var items: SchemaForm?
    /// Whether an entity covers all keywords of the form or its items.
    let isWhole: Bool

    var isMany: Bool { items != nil }
  }

  private func link(_ form: SchemaForm, _ name: String, _ entity: String) -> Link? {
    if !file.isOurs, !isExactLink(form) { return nil }
    func isWhole(_ form: SchemaForm) -> Bool {
      form.hasProperties && names[ObjectIdentifier(form.node)] != nil
        || toldAlternatives(form.node) != nil
    }
    if let destination = destination(of: form, name, entity, isItem: false) {
      return Link(entity: destination, isWhole: isWhole(form))
    }
    guard form.isArray, form["prefixItems"] == nil, let items = form["items"], items.isObject else {
      return nil
    }
    let item = self.form(of: items)
    return destination(of: item, name, entity, isItem: true).map {
      Link(entity: $0, items: item, isWhole: isWhole(item))
    }
  }

  /// Returns whether a relationship to one entity has exactly the values that a form allows.
  private func isExactLink(_ form: SchemaForm) -> Bool {
    guard form.isArray else { return isExactEnd(form) }
    guard form["prefixItems"] == nil, let items = form["items"], items.isObject,
      form.choices.isEmpty,
      form.values == nil,
      form.keywords.allSatisfy({
        ["items", "minItems", "maxItems"].contains($0.key)
          || !SchemaBundle.keywords.contains($0.key)
      }), form["maxItems"]?.number.flatMap(SchemaNumber.integer) != 0
    else { return false }
    let item = self.form(of: items)
    return !item.isNullable && isExactEnd(item)
  }

  private func isExactEnd(_ form: SchemaForm) -> Bool {
    guard form.identities.isEmpty, !form.isNull, !form.isImpossible,
      mixedEntities.isDisjoint(with: form.targets),
      form.types.map({ $0 == ["object"] }) ?? true
    else { return false }
    if isToldUnion(form) { return true }
    // The entity of an object with properties has rules for the other keywords.
    if form.hasProperties { return form.targets.count < 2 }
    return form.targets.count == 1 && !unions.contains { $0.name == form.targets[0] }
      && form.choices.isEmpty && form.values == nil
      && !form.keywords.contains { SchemaBundle.keywords.contains($0.key) }
  }

  /// Returns the entity of the records that a form describes. Returns `nil` if the form does not describe records.
  private func destination(
    of form: SchemaForm, _ name: String, _ entity: String, isItem: Bool
  ) -> String? {
    if form.isBroken { return nil }
    if let union = toldUnion(form.node, isItem ? ImportNames.singular(name) : name, entity) {
      return union
    }
    let isExtended =
      form.hasProperties
      && (!file.isOurs || form.targets.count == 1 || isItem || !isPlain(form, depth: 0))
    if isExtended {
      let part = ImportNames.entity(isItem ? ImportNames.singular(name) : name)
      return addEntity(form.node, form.node["title"]?.text.map(ImportNames.entity) ?? entity + part)
    }
    guard !form.targets.isEmpty else { return nil }
    let destination = form.targets.count == 1 ? form.targets[0] : union(of: form, name, isItem)
    for identity in form.identities {
      var subject = SchemaSubject(self, destination)
      subject.isMute = true
      var identity = identity
      if let type = scalarType(of: &identity, name, &subject), identities[destination] == nil {
        identities[destination] = type
      }
    }
    return destination
  }

  /// Returns whether a form is a choice whose alternatives become sub-entities.
  private func isToldUnion(_ form: SchemaForm) -> Bool {
    guard let alternatives = toldAlternatives(form.node) else { return false }
    let known = alternatives.compactMap { names[ObjectIdentifier($0)] }
    return unions.allSatisfy { union in
      union.isTold && union.members == known || Set(union.members).isDisjoint(with: known)
    }
  }

  /// Returns the entity for a choice between entities.
  private func union(of form: SchemaForm, _ name: String, _ isItem: Bool) -> String {
    let members = Set(form.targets)
    if let known = unions.first(where: { Set($0.members) == members }) { return known.name }
    let unique = uniqueName(ImportNames.entity(isItem ? ImportNames.singular(name) : name))
    unions.append(SchemaUnion(name: unique, node: form.node, members: form.targets))
    return unique
  }

  /// Returns whether an object contains only values, so that it can be a composite.
  func isPlain(_ form: SchemaForm, depth: Int) -> Bool {
    guard depth < 20, form.targets.isEmpty else { return false }
    let properties = form.keywords.filter { $0.key == "properties" }.flatMap(\.node.members)
    return properties.allSatisfy { member in
      let part = self.form(of: member.node)
      guard part.targets.isEmpty else { return false }
      if part.hasProperties { return isPlain(part, depth: depth + 1) }
      guard part.isArray, let items = part["items"] else { return true }
      let item = self.form(of: items)
      return item.targets.isEmpty && !item.hasProperties
    }
  }

  // MARK: Relationships

  private func relationship(
    _ name: String, _ key: String?, _ link: Link, _ form: SchemaForm, isRequired: Bool,
    _ subject: inout SchemaSubject
  ) -> RelationshipDescription {
    let isMany = link.isMany
    var relationship = RelationshipDescription(
      name, to: link.entity, isMany ? .toMany : .toOne,
      isOptional: !isRequired || form.isNullable, key: key, site: site(form.node))
    if !file.isOurs {
      // Parts of a document belong to it, in their order.
      if isMany { relationship.arity = .ordered }
      relationship.deleteRule = .cascade
      relationship.isOwned = isPart(link.entity)
    }
    if !link.isWhole { keepChoices(of: link.items ?? form, &subject) }
    if isMany { keepChoices(of: form, &subject) }
    for member in form.keywords + (link.items?.keywords ?? []) {
      switch member.key {
      case "minItems":
        guard isMany else { continue }
        relationship.minimumCount = count(member, &subject)
      case "maxItems":
        guard isMany else { continue }
        relationship.maximumCount = count(member, &subject)
      // In the schemas of this project, the entity has these keywords.
      case "items", "properties", "uniqueItems", "required", "additionalProperties",
        "unevaluatedProperties":
        continue
      case "default":
        if !member.node.isNull, !member.node.isEmptyArray {
          subject.keep(member, "but a relationship has no default here")
        }
      case "discriminator" where toldAlternatives((link.items ?? form).node) != nil: continue
      case "discriminator":
        subject.keep(member, "but a record says in \"@entity\" which entity it is of")
      // In the schemas of others, a relationship is exact: its entity has all other keywords.
      case _ where !file.isOurs && SchemaBundle.keywords.contains(member.key): continue
      default: subject.keep(member)
      }
    }
    // An array may be empty unless it has a minimum length.
    if isMany, relationship.minimumCount == 0 { relationship.isOptional = true }
    if isMany, file.isOurs, relationship.isOptional, let member = form.member("minItems"),
      relationship.minimumCount > 0
    {
      subject.note(
        member.offset,
        " may be missing or have at least \(relationship.minimumCount). Here an empty array is the same as a missing one."
      )
    }
    // A required relationship already has at least one object.
    if !relationship.isOptional, relationship.minimumCount == 1, relationship.maximumCount == 0 {
      relationship.minimumCount = 0
    }
    relationship.userInfo = subject.userInfo
    return relationship
  }

  /// Keeps the choices that the form does not cover.
  func keepChoices(
    of form: SchemaForm, except read: SchemaNode.Member? = nil, _ subject: inout SchemaSubject
  ) {
    for choice in form.choices where choice.offset != read?.offset {
      subject.keep(choice, "which is not checked here")
    }
    if form.values != nil, !form.targets.isEmpty || form.hasProperties,
      let member = form.node.member("enum") ?? form.node.member("const")
    {
      subject.keep(member, "which is not checked here")
    }
  }

  private func count(_ member: SchemaNode.Member, _ subject: inout SchemaSubject) -> Int {
    if let number = member.node.number.flatMap(SchemaNumber.integer), 0...1_000_000_000 ~= number {
      return Int(number)
    }
    subject.keep(member, "which is not a valid count here")
    return 0
  }
}

extension SchemaForm {
  /// Whether the values are arrays.
  var isArray: Bool {
    types.map { $0 == ["array"] }
      ?? (values == nil && (self["items"] != nil || self["prefixItems"] != nil))
  }
}

extension SchemaNode {
  fileprivate var isEmptyArray: Bool {
    if case .array(let elements) = value { elements.isEmpty } else { false }
  }
}
