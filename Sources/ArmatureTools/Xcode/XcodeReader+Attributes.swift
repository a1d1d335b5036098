import Armature
import ArmatureModel

extension XcodeReader {
  /// How many composites may be one in the other.
  private static let compositeDepth = 20

  /// The types of Xcode that have no parts.
  private static let types: [String: AttributeType] = [
    "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Decimal": .decimal,
    "Double": .double,
    "Float": .float, "String": .string, "Boolean": .bool, "Date": .date, "Binary": .data,
    "UUID": .uuid,
    "URI": .url, "Transformable": .data,
  ]

  /// An attribute of an entity, or an element of a composite.
  ///
  /// - Parameter path: The composites around it.
  func attribute(
    _ element: MarkupElement, of entity: String, inside path: [String] = []
  ) -> AttributeDescription? {
    let place = ImportFindings.Place(entity: entity, position: element.position)
    guard let name = name(of: element, place, "attribute") else { return nil }
    let fields = XcodeFields(
      element, .init(entity: entity, property: name, position: element.position), findings)
    fields.ignore("name", "syncable", "indexed")
    fields.checkChildren([])
    let isTransient = fields.flag("transient")
    guard let type = type(fields, isTransient: isTransient, inside: path) else { return nil }
    var attribute = AttributeDescription(
      name, type, isOptional: fields.flag("optional"), isTransient: isTransient,
      allowsExternalBinaryDataStorage: fields.flag("allowsExternalBinaryDataStorage"),
      versionHashModifier: fields.text("versionHashModifier"), site: findings.site(element.position)
    )
    attribute.renamingIdentifier = fields.text("elementID").flatMap {
      $0 == name || $0.isEmpty ? nil : $0
    }
    setDerivation(of: &attribute, fields)
    setDefault(of: &attribute, fields)
    setBounds(of: &attribute, fields)
    setPattern(of: &attribute, fields)
    // With it, Xcode's classes have 0 for an absent number; it says nothing of others.
    if attribute.isOptional, fields.value("usesScalarValueType") == "YES" {
      fields.keepSilently("usesScalarValueType")
    } else {
      fields.ignore("usesScalarValueType")
    }
    for name in [
      "preserveAfterDeletion", "spotlightIndexingEnabled", "storedInTruthFile",
      "allowsCloudEncryption",
    ] {
      keepIfSet(name, fields)
    }
    if !path.isEmpty { dropRoles(of: &attribute, fields) }
    fields.finish()
    attribute.userInfo = fields.userInfo
    return attribute
  }

  private func keepIfSet(_ name: String, _ fields: XcodeFields) {
    guard let attribute = fields.attribute(name), attribute.value != "NO" else { return }
    fields.keep(attribute, .keptAsUserInfo, "which Armature does not support")
  }

  private func type(
    _ fields: XcodeFields, isTransient: Bool, inside path: [String]
  ) -> AttributeType? {
    guard let written = fields.attribute("attributeType"), written.value != "Undefined" else {
      return undefinedType(fields, isTransient)
    }
    if written.value == "Composite" { return composite(fields, inside: path) }
    guard let type = Self.types[written.value] else {
      let near =
        nearMiss(written.value, in: Self.types.keys.sorted())
        .map { " Did you mean \($0.quotedForMessage)?" } ?? ""
      fields.findings.error(
        .invalidMarkup, fields.place.at(written.position),
        " must have a type that Core Data has, but has \(written.value.quotedForMessage).\(near)")
      return nil
    }
    guard written.value == "Transformable" else {
      // Left over from an earlier type: Core Data does not look at them.
      for name in ["valueTransformerName", "customClassName"] { fields.keep(name) }
      return type
    }
    fields.keepSilently("valueTransformerName", "customClassName")
    fields.keep(
      written, .keptAsUserInfo,
      "which is stored as data: Armature has no value transformers")
    return type
  }

  /// What Xcode calls an undefined type: any object, which lives in memory only.
  private func undefinedType(_ fields: XcodeFields, _ isTransient: Bool) -> AttributeType? {
    guard isTransient else {
      findings.error(
        .invalidMarkup, fields.place,
        " must have a type, since it is stored, but has none. Choose one in Xcode.")
      return nil
    }
    fields.keepSilently("customClassName", "valueTransformerName")
    findings.note(
      .changedByImport, fields.place,
      " has no type, so it accepts any object; Armature has no such attribute. It became an "
        + "attribute of data."
    )
    return .data
  }

  private func composite(_ fields: XcodeFields, inside path: [String]) -> AttributeType? {
    guard let written = fields.attribute("composite"), let element = composites[written.value]
    else {
      let known = fields.element.attributes.first { $0.name == "composite" }?.value
      let near =
        known.flatMap { nearMiss($0, in: composites.keys.sorted()) }
        .map { " Did you mean \($0.quotedForMessage)?" } ?? ""
      findings.error(
        .invalidMarkup, fields.place,
        " must have a composite type of the model, but \(known.map { "\($0.quotedForMessage) is none" } ?? "names none").\(near)"
      )
      return nil
    }
    let name = written.value
    guard !path.contains(name) else {
      findings.error(
        .invalidMarkup, fields.place.at(written.position),
        " must not have a composite type in itself, but \(name.quotedForMessage) is.")
      return nil
    }
    let parts = element.children(named: "attribute")
    findings.elementCount += parts.count
    guard path.count < Self.compositeDepth else {
      findings.error(
        once: .tooDeep, fields.place,
        " must be in at most \(Self.compositeDepth) composites, one in the other, but is in more.")
      return nil
    }
    guard findings.elementCount <= ImportFindings.elementLimit else {
      findings.error(
        once: .tooDeep, ImportFindings.Place(position: fields.place.position),
        " must have at most \(ImportFindings.elementLimit) elements of composites in all, but has more: each composite"
          + " in a composite multiplies them.")
      return nil
    }
    let elements = parts.compactMap {
      attribute($0, of: fields.place.entity, inside: path + [name])
    }
    if elements.isEmpty {
      findings.note(
        .changedByImport, fields.place,
        " has the composite type \(name.quotedForMessage), which has no elements, so there is "
          + "nothing to store. It was left out.")
      return nil
    }
    fields.keep(
      MarkupAttribute(name: "composite", value: name, position: written.position), .keptAsUserInfo,
      "a name that composites have not here: each attribute has the elements itself")
    return .composite(elements)
  }

  /// Leaves out what an element of a composite cannot have here.
  private func dropRoles(of element: inout AttributeDescription, _ fields: XcodeFields) {
    func note(_ what: String) {
      findings.note(
        .changedByImport, fields.place,
        " is an element of a composite, and has \(what), which only the whole can have here. It was left out."
      )
    }
    if let value = element.defaultValue {
      if case .constant(let value) = value {
        note("the default \(value)")
      }
      element.defaultValue = nil
    }
    if element.isTransient { note("a value that is not stored") }
    if element.derivation != nil { note("a derivation") }
    if element.allowsExternalBinaryDataStorage { note("data in files of their own") }
    (element.isTransient, element.derivation, element.allowsExternalBinaryDataStorage) = (
      false, nil, false
    )
  }

  private func setDerivation(of attribute: inout AttributeDescription, _ fields: XcodeFields) {
    let isDerived = fields.flag("derived")
    guard let written = fields.attribute("derivationExpression") else {
      if isDerived {
        findings.error(
          .invalidMarkup, fields.place, " is derived and must have an expression, but has none.")
      }
      return
    }
    do {
      attribute.derivation = try FetchExpression(format: written.value)
    } catch {
      fields.keep(
        written, .changedByImport,
        "which cannot be read (\(error.reason.withoutFullStop)), so it is an ordinary attribute "
          + "here"
      )
    }
  }
}
