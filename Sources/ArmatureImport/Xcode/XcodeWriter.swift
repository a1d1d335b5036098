import Armature
import ArmatureModel

/// Creates the elements of a model file and notes unsupported declarations.
struct XcodeWriter {
  let model: ManagedObjectModel
  private(set) var issues: [ModelIssue] = []
  /// The composite types and their names, each once.
  private var composites: [(elements: [AttributeDescription], name: String)] = []
  /// The elements of the composite types.
  private var compositeElements: [XcodeElement] = []

  init(_ model: ManagedObjectModel) { self.model = model }

  /// Returns the element of the model.
  mutating func root() -> XcodeElement {
    var root = XcodeElement(
      "model",
      [
        "type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0",
        "minimumToolsVersion": "Automatic", "sourceLanguage": "Swift",
        "userDefinedModelVersionIdentifier": "",
      ])
    let entities = model.completedDeclarations.map { element(of: $0) }
    root.children = compositeElements + entities + templates() + configurations()
    return root
  }

  /// Notes an unsupported declaration; the text follows the name of its subject.
  mutating func note(_ entity: String, _ property: String?, _ site: DeclarationSite, _ what: String)
  {
    let name =
      entity.isEmpty
      ? "The model" : entity.shortenedName + (property.map { ".\($0.shortenedName)" } ?? "")
    issues.append(
      ModelIssue(
        .omittedForXcode, entity: entity, property: property, message: "\(name) has \(what)",
        site: site))
  }

  private mutating func element(of entity: EntityDescription) -> XcodeElement {
    var element = XcodeElement("entity", ["name": entity.name])
    var info = entity.userInfo
    element.set("representedClassName", representedClass(of: entity, &info))
    element.set("isAbstract", entity.isAbstract)
    element.set("parentEntity", entity.parent)
    element.set("elementID", entity.renamingIdentifier)
    element.set("versionHashModifier", entity.versionHashModifier)
    element.set("syncable", true)
    Self.restore(["codeGenerationType", "isAbstract"], from: &info, to: &element)
    for property in entity.ownProperties {
      switch property {
      case .attribute(let attribute):
        element.children.append(self.element(of: attribute, in: entity.name))
      case .relationship(let relationship):
        element.children.append(self.element(of: relationship, in: entity.name))
      case .fetched(let fetched):
        element.children.append(self.element(of: fetched, in: entity.name))
      }
    }
    addUniqueness(of: entity, to: &element)
    addIndexes(of: entity, to: &element)
    element.add(info)
    noteLeftOut(of: entity, info)
    return element
  }

  /// Returns the class name, with its original module if there was one.
  private func representedClass(
    of entity: EntityDescription, _ info: inout [String: String]
  ) -> String? {
    if entity.className == EntityDescription.baseClassName { return nil }
    let key = XcodeFields.prefix + "representedClassName"
    guard let whole = info[key],
      whole.split(separator: ".").last.map(String.init) == entity.className
    else { return entity.className }
    info[key] = nil
    return whole
  }

  private mutating func noteLeftOut(of entity: EntityDescription, _ info: [String: String]) {
    checkTexts(info, entity.name, nil, entity.site)
    if let key = entity.key, key != entity.name {
      note(entity.name, nil, entity.site, "\(Self.key(key)) \(Self.noWord)")
    }
    if entity.discriminator != nil || entity.discriminatorValue != nil {
      note(entity.name, nil, entity.site, "a discriminator, \(Self.noWord)")
    }
    for rule in entity.rules {
      note(entity.name, nil, rule.site, "the rule \(Self.name(of: rule)), \(Self.noWord)")
    }
    if !entity.silenced.isEmpty {
      note(entity.name, nil, entity.site, "warnings that are silenced, \(Self.noWord)")
    }
  }

  /// The end of a sentence about an unsupported declaration.
  static let noWord = "which Core Data does not support. It was left out."

  static func key(_ key: String) -> String { "the key \(key.quotedForMessage) in data," }

  private static func name(of rule: ValidationRule) -> String {
    switch rule.requirement {
    case .predicate(let name, _), .document(let name, _, _), .custom(let name, _):
      name.quotedForMessage
    default: "\(rule)"
    }
  }

  /// Notes texts that XML cannot contain.
  mutating func checkTexts(
    _ info: [String: String], _ entity: String, _ property: String?, _ site: DeclarationSite
  ) {
    let isWhole = info.allSatisfy { XcodeElement.canHave($0.key) && XcodeElement.canHave($0.value) }
    if !isWhole {
      note(
        entity, property, site,
        "user info with characters that XML does not allow. They were replaced.")
    }
  }

  /// Moves values that were kept in user info back to attributes.
  static func restore(
    _ names: [String], from info: inout [String: String], to element: inout XcodeElement
  ) {
    for name in names where !element.has(name) {
      element.set(name, info.removeValue(forKey: XcodeFields.prefix + name))
    }
  }

  /// Returns the name of a composite type. It is the name of an equal type, the name that was imported, or a name
  /// derived from the attribute.
  mutating func compositeName(
    of attribute: AttributeDescription, _ elements: [AttributeDescription], in entity: String
  ) -> String {
    let wanted = attribute.userInfo[XcodeFields.prefix + "composite"]
    let equal = composites.first { $0.elements == elements && ($0.name == wanted || wanted == nil) }
    if let equal { return equal.name }
    let stem = wanted ?? entity + attribute.name.prefix(1).uppercased() + attribute.name.dropFirst()
    let name = stem.firstFree { name in composites.contains { $0.name == name } }
    composites.append((elements, name))
    var element = XcodeElement("composite", ["name": name])
    element.children = elements.map { self.element(of: $0, in: entity, isElement: true) }
    compositeElements.append(element)
    return name
  }

  /// Returns the named fetch requests.
  private mutating func templates() -> [XcodeElement] {
    model.completedDeclarations.flatMap { entity in
      entity.fetchTemplates.compactMap { template in
        var element = XcodeElement("fetchRequest", ["name": template.name, "entity": entity.name])
        guard let text = text(of: template.predicate) else {
          note(
            entity.name, nil, template.site,
            "the template \(template.name.quotedForMessage) with a condition that cannot be "
              + "written as text. It was left out."
          )
          return nil
        }
        element.set("predicateString", text)
        return element
      }
    }
  }

  /// Returns a condition as text. Returns `nil` if the text would not be read as the same condition.
  func text(of predicate: FetchPredicate) -> String? {
    let text = "\(predicate)"
    return XcodeElement.canHave(text) && (try? FetchPredicate(text)) == predicate ? text : nil
  }

  /// Returns the configurations, in the order of their first use.
  private func configurations() -> [XcodeElement] {
    var names: [String] = []
    for name in model.completedDeclarations.flatMap(\.configurations) where !names.contains(name) {
      names.append(name)
    }
    return names.map { name in
      var element = XcodeElement("configuration", ["name": name])
      element.children = model.completedDeclarations.filter { $0.configurations.contains(name) }
        .map { XcodeElement("memberEntity", ["name": $0.name]) }
      return element
    }
  }
}

extension XcodeElement {
  /// Adds user info.
  mutating func add(_ info: [String: String]) {
    if info.isEmpty { return }
    var element = XcodeElement("userInfo")
    element.children = info.sorted { $0.key < $1.key }.map {
      XcodeElement("entry", ["key": $0.key, "value": $0.value])
    }
    children.append(element)
  }
}
