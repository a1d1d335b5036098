import Armature
import ArmatureModel

/// Creates descriptions from an Xcode model file.
struct XcodeReader {
  let findings: ImportFindings
  /// The composite types, by name.
  var composites: [String: MarkupElement] = [:]
  private(set) var entities: [EntityDescription] = []
  /// The first entity with each name.
  private var indexes: [String: Int] = [:]

  /// The maximum number of entities in a model.
  static let entityLimit = 10_000
  /// The maximum number of properties in an entity.
  private static let propertyLimit = 10_000

  init(_ root: MarkupElement, _ findings: ImportFindings) {
    self.findings = findings
    let place = ImportFindings.Place(position: root.position)
    guard root.name == "model" else {
      findings.error(
        .unreadableModel, place,
        " must be an element <model>, but is <\(root.name)>. Choose the file contents of an .xcdatamodel."
      )
      return
    }
    let fields = XcodeFields(root, place, findings)
    fields.ignore(
      "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
      "minimumToolsVersion",
      "sourceLanguage", "userDefinedModelVersionIdentifier", "macOSVersion", "iOSVersion",
      "tvOSVersion",
      "watchOSVersion", "xrOSVersion", "visionOSVersion", "defaultUninstrumentedVersion")
    for name in ["usedWithCloudKit", "usedWithSwiftData"] {
      guard let attribute = fields.attribute(name), ["YES", "true"].contains(attribute.value) else {
        continue
      }
      findings.note(
        .keptAsUserInfo, place.at(attribute.position),
        " is \(name), which Armature does not know: its requirements on a model are not checked "
          + "here."
      )
    }
    fields.finish()
    for key in fields.userInfo.keys.sorted() where !key.hasPrefix(XcodeFields.prefix) {
      findings.note(
        .changedByImport, place,
        " has user info, \(key.quotedForMessage), which models do not have. It was left out.")
    }
    fields.checkChildren(["entity", "elements", "composite", "configuration", "fetchRequest"])
    read(root)
  }

  private mutating func read(_ root: MarkupElement) {
    for composite in root.children(named: "composite") {
      let place = ImportFindings.Place(position: composite.position)
      guard let name = name(of: composite, place, "composite") else { continue }
      if composites.updateValue(composite, forKey: name) != nil {
        findings.error(
          .invalidMarkup, place,
          " must have composites of different names, but two are called \(name.quotedForMessage).")
      }
    }
    let elements = root.children(named: "entity")
    guard elements.count <= Self.entityLimit else {
      return findings.error(
        .tooManyEntities, ImportFindings.Place(position: root.position),
        " must have at most \(Self.entityLimit) entities, but has \(elements.count).")
    }
    for element in elements { addEntity(element) }
    for element in root.children(named: "fetchRequest") { addFetchRequest(element) }
    for element in root.children(named: "configuration") { addConfiguration(element) }
  }

  private mutating func addEntity(_ element: MarkupElement) {
    guard let name = name(of: element, ImportFindings.Place(position: element.position), "entity")
    else { return }
    let place = ImportFindings.Place(entity: name, position: element.position)
    guard element.children.count <= Self.propertyLimit else {
      return findings.error(
        .tooManyProperties, place,
        " must have at most \(Self.propertyLimit) properties, but has \(element.children.count) parts."
      )
    }
    let fields = XcodeFields(element, place, findings)
    fields.ignore("name", "syncable")
    fields.checkChildren([
      "attribute", "relationship", "fetchedProperty", "uniquenessConstraints", "compoundIndexes",
      "fetchIndex",
    ])
    var entity = EntityDescription(
      name, isAbstract: fields.flag("isAbstract"), parent: fields.text("parentEntity"),
      versionHashModifier: fields.text("versionHashModifier"), site: findings.site(element.position)
    )
    entity.renamingIdentifier = fields.text("elementID").flatMap {
      $0 == name || $0.isEmpty ? nil : $0
    }
    setClass(of: &entity, fields)
    fields.keepSilently("codeGenerationType")
    for child in element.children {
      if let property = property(child, of: name) { entity.ownProperties.append(property) }
    }
    addUniqueness(element, to: &entity)
    addIndexes(element, to: &entity)
    fields.finish()
    entity.userInfo.merge(fields.userInfo) { $1 }
    if indexes[name] == nil { indexes[name] = entities.count }
    entities.append(entity)
  }

  /// Sets the class name, without its module.
  private func setClass(of entity: inout EntityDescription, _ fields: XcodeFields) {
    guard let written = fields.text("representedClassName"), !written.isEmpty else { return }
    let parts = written.split(separator: ".", omittingEmptySubsequences: true)
    guard let name = parts.last, name != "NSManagedObject" else { return }
    entity.className = String(name)
    if parts.count > 1 { entity.userInfo[XcodeFields.prefix + "representedClassName"] = written }
  }

  private func property(_ element: MarkupElement, of entity: String) -> PropertyDescription? {
    switch element.name {
    case "attribute": attribute(element, of: entity).map(PropertyDescription.attribute)
    case "relationship": relationship(element, of: entity).map(PropertyDescription.relationship)
    case "fetchedProperty": fetchedProperty(element, of: entity).map(PropertyDescription.fetched)
    default: nil
    }
  }

  /// Returns the name of an element. If it is missing, reports an error.
  func name(of element: MarkupElement, _ place: ImportFindings.Place, _ what: String) -> String? {
    let name = element.attributes.first { $0.name == "name" }?.value ?? ""
    if !name.isEmpty { return name }
    findings.error(.invalidMarkup, place, " must have a name for each \(what), but one has none.")
    return nil
  }

  private mutating func addConfiguration(_ element: MarkupElement) {
    let place = ImportFindings.Place(position: element.position)
    guard let name = name(of: element, place, "configuration") else { return }
    for member in element.children(named: "memberEntity") {
      guard
        let entity = self.name(of: member, place.at(member.position), "member of a configuration")
      else {
        continue
      }
      guard
        let index = index(
          of: entity, place.at(member.position), "the configuration \(name.quotedForMessage)")
      else { continue }
      entities[index].configurations.append(name)
    }
  }

  /// Returns the index of a referenced entity. If the entity is missing, reports an error.
  func index(of entity: String, _ place: ImportFindings.Place, _ what: String) -> Int? {
    if let index = indexes[entity] { return index }
    let near =
      findings.wantsSuggestions
      ? nearMiss(entity, in: entities.map(\.name)).map {
        " Did you mean \($0.quotedForMessage)?"
      } ?? "" : ""
    findings.error(
      .unknownDestination, place,
      " must have the entity \(entity.quotedForMessage) that \(what) names, but lacks it.\(near)")
    return nil
  }

  /// Changes an entity that was read.
  mutating func changeEntity(_ index: Int, _ change: (inout EntityDescription) -> Void) {
    change(&entities[index])
  }
}
