import ArmatureModel

/// Attributes, and elements of composites.
extension SchemaReader {
  /// Returns an attribute, or an element of the composite at `path`. If its type is not supported, reports this and
  /// returns `nil`.
  func attribute(
    _ name: String, _ key: String?, _ form: SchemaForm, inside path: [String] = [],
    isRequired: Bool, _ subject: inout SchemaSubject
  ) -> Found? {
    if needsJSON(form) { return jsonValue(name, key, form, isRequired: isRequired, &subject) }
    var form = form
    let type: AttributeType?
    if form.hasProperties {
      type = composite(form, inside: path + [name], &subject)
      keepChoices(of: form, &subject)
    } else if isOwnJSON(form) {
      type = .json
    } else if form.isArray {
      subject.takesRest = !file.isOurs
      type = list(form, name, &subject)
      keepChoices(of: form, &subject)
    } else {
      let read = form.typesAreAlternatives ? form.choices.first : nil
      type = scalarType(of: &form, name, &subject)
      subject.takesRest = !file.isOurs && type?.hasJSONValues ?? false
      keepChoices(of: form, except: read, &subject)
    }
    guard let type else { return nil }
    if type != .json, form.types == nil, form.values == nil, form.alternatives.isEmpty {
      untyped.add(subject, form.node)
    }
    var attribute = AttributeDescription(
      name, type, isOptional: !isRequired || form.isNullable, key: key, site: site(form.node))
    var rules = SchemaRules(self, form, type, path: path + [name])
    rules.read(&subject)
    attribute.rules = rules.ofAttribute + ownRules(of: form.node)
    if let rule = rule(by: subject.takeRest(), of: form.node, &subject) {
      attribute.rules.append(rule)
    }
    setDefault(of: &attribute, form, rules, isElement: !path.isEmpty, &subject)
    attribute.userInfo = subject.userInfo
    return Found(
      property: .attribute(attribute), rules: rules.ofEntity, looseness: subject.looseness)
  }

  private func setDefault(
    of attribute: inout AttributeDescription, _ form: SchemaForm, _ rules: SchemaRules,
    isElement: Bool, _ subject: inout SchemaSubject
  ) {
    guard let member = form.member("default"), !member.node.isNull else { return }
    if isElement {
      return subject.keep(member, "but only the whole of a composite can have a default here")
    }
    guard let value = attribute.type.value(of: member.node) else {
      return subject.keep(
        member, "which is not a valid \(attribute.type.swiftName), so it has no default here")
    }
    guard rules.allows(value) else {
      return subject.keep(member, "which breaks its own rules, so it has no default here")
    }
    attribute.defaultValue = .constant(value)
    // A missing value gets the default, so only null would leave it empty. In the documents of others, it is missing.
    if file.isOurs, !form.isNullable { attribute.isOptional = false }
  }

  // MARK: Types with parts

  /// Returns a composite. Only schemas of this project have some: a composite has no other keys than its elements.
  private func composite(
    _ form: SchemaForm, inside path: [String], _ subject: inout SchemaSubject
  ) -> AttributeType? {
    let members = form.keywords.filter { $0.key == "properties" }.flatMap(\.node.members)
    let required = Set(
      form.keywords.filter { $0.key == "required" }.flatMap(\.node.elements).compactMap(\.text))
    findings.elementCount += members.count
    guard path.count <= 20, findings.elementCount <= ImportFindings.elementLimit else {
      findings.error(
        .tooDeep, place(at: form.node.offset, entity: subject.entity, property: subject.property),
        " must be nested at most 20 objects deep, and a model must have at most"
          + " \(ImportFindings.elementLimit) elements of composites in all, but there are more.")
      return nil
    }
    var (elements, keys) = ([AttributeDescription](), Set<String>())
    for member in members where member.node.bool != false && keys.insert(member.key).inserted {
      let part = self.form(of: member.node)
      if part.isBroken { continue }
      var inner = SchemaSubject(
        self, subject.entity, "\(path.joined(separator: ".")).\(member.key)")
      inner.isMute = subject.isMute
      let name = member.key
      let isRequired = required.contains(member.key)
      let found = attribute(
        name, dataKey(member, name, &inner), part, inside: path, isRequired: isRequired, &inner)
      guard let attribute = found?.property.asAttribute else { continue }
      elements.append(attribute)
      if isRequired == part.isNullable, subject.looseness == nil {
        subject.looseness = SchemaLooseness(
          member.offset, (path + [name]).joined(separator: "."), isRequired: isRequired)
      }
      subject.looseness = subject.looseness ?? found?.looseness
    }
    if elements.isEmpty {
      leaveOut(form, "is an object without properties that there is a type for", &subject)
      return nil
    }
    return .composite(elements)
  }

  private func list(
    _ form: SchemaForm, _ name: String, _ subject: inout SchemaSubject
  ) -> AttributeType? {
    guard form["prefixItems"] == nil, let items = form["items"], items.isObject else {
      leaveOut(form, "is an array whose elements have no schema, or one for each place", &subject)
      return nil
    }
    var item = self.form(of: items)
    if item.isBroken { return nil }
    if item.isImpossible {
      leaveOut(form, "is an array whose elements have no value", &subject)
      return nil
    }
    if item.isArray || item.hasProperties || item.types == ["object"] {
      leaveOut(form, "is a list of lists or of objects without properties", &subject)
      return nil
    }
    let read = item.typesAreAlternatives ? item.choices.first : nil
    guard let type = scalarType(of: &item, name, &subject) else { return nil }
    keepChoices(of: item, except: read, &subject)
    if item.types == nil, item.values == nil, item.alternatives.isEmpty {
      untyped.add(subject, item.node)
    }
    if item.isNullable {
      subject.note(items.offset, " may have elements that are null. Here it must not.")
    }
    // The values of elements are part of the list's type. No other rule applies to elements.
    if let values = item.values {
      let cases = values.compactMap { type.value(of: $0) }
      if cases.count == values.count, !cases.isEmpty {
        return .list(
          .enumeration(name: ImportNames.entity(name), raw: type, cases: cases.withoutRepetition))
      }
    }
    SchemaRules(self, item, type, path: [name]).keepAll(&subject)
    return .list(type)
  }

  func leaveOut(_ form: SchemaForm, _ what: String, _ subject: inout SchemaSubject) {
    subject.note(
      form.node.offset,
      " \(what), for which Armature has no type. It was left out\(form.node.withKeywords).")
  }
}

extension [AttributeValue] {
  /// The values without repetitions.
  var withoutRepetition: [AttributeValue] {
    var seen: Set<AttributeValue> = []
    return filter { seen.insert($0).inserted }
  }
}
