import ArmatureModel

/// Properties of records.
extension SchemaReader {
  /// What a property of a schema becomes.
  struct Found {
    let property: PropertyDescription
    /// Rules of the entity.
    var rules: [ValidationRule] = []
    /// That a value may be missing and not null, or null and not missing, which cannot be said here.
    var looseness: String?
  }

  func property(
    _ member: SchemaNode.Member, _ name: String, _ entity: String, isRequired: Bool
  ) -> Found? {
    // What is never valid must not be there, as any key that is no property.
    if member.node.bool == false { return nil }
    let form = form(of: member.node)
    if form.isBroken { return nil }
    var subject = SchemaSubject(self, entity, name)
    let key = dataKey(member, name, &subject)
    if form.isNull {
      subject.note(member.offset, " can be nothing but null. It was left out.")
      return nil
    }
    let found: Found?
    if let (destination, isMany, items) = link(form, name, entity) {
      let keywords = form.keywords + (items?.keywords ?? [])
      let relationship = relationship(
        name, key, to: destination, isMany: isMany, form, keywords, isRequired: isRequired,
        &subject)
      found = Found(property: .relationship(relationship))
    } else {
      found = attribute(name, key, form, isRequired: isRequired, &subject)
    }
    guard var found else { return nil }
    if isRequired == form.isNullable, isRequired || !hasDefault(found.property, form) {
      found.looseness =
        isRequired
        ? " must be there, but may be null" : " may be missing, but must not be null"
    }
    return found
  }

  /// Whether what is missing is something; a to-many relationship leads to nothing then.
  private func hasDefault(_ property: PropertyDescription, _ form: SchemaForm) -> Bool {
    if let attribute = property.asAttribute { return attribute.defaultValue != nil }
    return form["default"]?.isEmptyArray ?? false
  }

  /// The key that a property has in data, where it is not the name.
  func dataKey(
    _ member: SchemaNode.Member, _ name: String, _ subject: inout SchemaSubject
  ) -> String? {
    if member.key.isEmpty {
      subject.note(
        member.offset,
        " has the key \(name.quotedForMessage) in data, since a key has some characters here.")
      return nil
    }
    return member.key == name ? nil : member.key
  }

  /// The entity that a form leads to, whether to several of its objects, and what it says of each of them.
  private func link(
    _ form: SchemaForm, _ name: String, _ entity: String
  ) -> (entity: String, isMany: Bool, items: SchemaForm?)? {
    if let destination = destination(of: form, name, entity, isItem: false) {
      return (destination, false, nil)
    }
    guard form.isArray, form["prefixItems"] == nil, let items = form["items"], items.isObject else {
      return nil
    }
    let item = self.form(of: items)
    return destination(of: item, name, entity, isItem: true).map { ($0, true, item) }
  }

  /// The entity of the records that a form asks for; `nil` for what are none.
  private func destination(
    of form: SchemaForm, _ name: String, _ entity: String, isItem: Bool
  ) -> String? {
    if form.isBroken { return nil }
    let isExtended =
      form.hasProperties && (form.targets.count == 1 || isItem || !isPlain(form, depth: 0))
    if isExtended {
      let part = ImportNames.entity(isItem ? ImportNames.singular(name) : name)
      return addEntity(form.node, form.node["title"]?.text.map(ImportNames.entity) ?? entity + part)
    }
    guard !form.targets.isEmpty else { return nil }
    let destination = form.targets.count == 1 ? form.targets[0] : union(of: form, name, isItem)
    for identity in form.identities {
      var subject = SchemaSubject(self, destination)
      subject.isMute = true
      if let type = scalarType(of: identity, name, &subject), identities[destination] == nil {
        identities[destination] = type
      }
    }
    return destination
  }

  /// An entity that stands for one of several.
  private func union(of form: SchemaForm, _ name: String, _ isItem: Bool) -> String {
    let members = Set(form.targets)
    if let known = unions.first(where: { Set($0.members) == members }) { return known.name }
    let unique = uniqueName(ImportNames.entity(isItem ? ImportNames.singular(name) : name))
    unions.append(SchemaUnion(name: unique, node: form.node, members: form.targets))
    return unique
  }

  /// Whether an object has nothing but values, so that it can be a composite.
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
    _ name: String, _ key: String?, to destination: String, isMany: Bool, _ form: SchemaForm,
    _ keywords: [SchemaNode.Member], isRequired: Bool, _ subject: inout SchemaSubject
  ) -> RelationshipDescription {
    var relationship = RelationshipDescription(
      name, to: destination, isMany ? .toMany : .toOne,
      isOptional: !isRequired || form.isNullable, key: key, site: site(form.node))
    for member in keywords {
      switch member.key {
      case "minItems":
        guard isMany else { continue }
        relationship.minimumCount = count(member, &subject)
      case "maxItems":
        guard isMany else { continue }
        relationship.maximumCount = count(member, &subject)
        if relationship.maximumCount == 0 {
          subject.keep(member, "but a relationship leads to some objects here")
        }
      case "items", "uniqueItems", "properties", "required", "additionalProperties",
        "unevaluatedProperties":
        continue
      case "default":
        if !member.node.isNull, !member.node.isEmptyArray {
          subject.keep(member, "but a relationship has no default here")
        }
      case "discriminator":
        subject.keep(member, "but a record says in \"@entity\" which entity it is of")
      default: subject.keep(member)
      }
    }
    // An array may be empty unless it is said to have some.
    if isMany, relationship.minimumCount == 0 { relationship.isOptional = true }
    if isMany, relationship.isOptional, let member = form.member("minItems"),
      relationship.minimumCount > 0
    {
      subject.note(
        member.offset,
        " may be missing or have at least \(relationship.minimumCount). Here an empty array is the same as a missing one."
      )
    }
    // What is required leads to one at least.
    if !relationship.isOptional, relationship.minimumCount == 1, relationship.maximumCount == 0 {
      relationship.minimumCount = 0
    }
    relationship.userInfo = subject.userInfo
    return relationship
  }

  private func count(_ member: SchemaNode.Member, _ subject: inout SchemaSubject) -> Int {
    if let number = member.node.number.flatMap(SchemaNumber.integer), 0...1_000_000_000 ~= number {
      return Int(number)
    }
    subject.keep(member, "which is no count here")
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
