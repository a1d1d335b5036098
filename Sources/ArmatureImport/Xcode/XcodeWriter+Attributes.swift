import Armature
import ArmatureDocuments
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension XcodeWriter {
  /// The attributes that an imported attribute can keep in its user info.
  private static let words = [
    "valueTransformerName", "customClassName", "usesScalarValueType", "preserveAfterDeletion",
    "spotlightIndexingEnabled", "storedInTruthFile", "allowsCloudEncryption", "defaultValueString",
    "minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval",
    "regularExpressionString", "allowsExternalBinaryDataStorage", "derivationExpression",
  ]

  /// Returns the element of an attribute or of a composite's element.
  mutating func element(
    of attribute: AttributeDescription, in entity: String, isElement: Bool = false
  ) -> XcodeElement {
    var element = XcodeElement("attribute", ["name": attribute.name])
    var info = attribute.userInfo
    element.set("optional", attribute.isOptional)
    element.set("transient", attribute.isTransient)
    element.set("attributeType", typeWord(of: attribute, in: entity, &info))
    if case .composite(let elements) = attribute.type.storage {
      element.set("composite", compositeName(of: attribute, elements, in: entity))
      info[XcodeFields.prefix + "composite"] = nil
    }
    addDerivation(of: attribute, in: entity, to: &element)
    addDefault(of: attribute, in: entity, isElement, to: &element)
    for rule in attribute.rules where !add(rule, of: attribute, to: &element) {
      note(entity, attribute.name, rule.site, "the rule “\(rule)”, \(Self.noWord)")
    }
    element.set("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage)
    element.set("elementID", attribute.renamingIdentifier)
    element.set("versionHashModifier", attribute.versionHashModifier)
    Self.restore(Self.words, from: &info, to: &element)
    if element.has("derivationExpression") { element.set("derived", true) }
    let isScalar = attribute.type.isNumeric || attribute.type.storage == .bool
    if isScalar, attribute.type.storage != .decimal, !element.has("usesScalarValueType") {
      element.set("usesScalarValueType", attribute.isOptional ? "NO" : "YES")
    }
    element.add(info)
    noteLeftOut(of: attribute, in: entity, info)
    return element
  }

  private mutating func typeWord(
    of attribute: AttributeDescription, in entity: String, _ info: inout [String: String]
  ) -> String {
    switch attribute.type {
    case .enumeration(let name, _, _), .transformable(let name, _):
      note(
        entity, attribute.name, attribute.site,
        "the Swift type \(name), which Core Data does not have. It has the type of the stored "
          + "values.")
    default: break
    }
    let type = attribute.type.storage
    let word =
      switch type {
      case .int16: "Integer 16"
      case .int32: "Integer 32"
      case .int64: "Integer 64"
      case .decimal: "Decimal"
      case .double: "Double"
      case .float: "Float"
      case .string: "String"
      case .bool: "Boolean"
      case .data: info.removeValue(forKey: XcodeFields.prefix + "attributeType") ?? "Binary"
      case .uuid: "UUID"
      case .url: "URI"
      case .composite: "Composite"
      case .date, .zonedDate, .calendarDate: "Date"
      case .list, .json, .enumeration, .transformable: "Transformable"
      }
    switch type {
    case .zonedDate, .calendarDate, .list, .json:
      note(
        entity, attribute.name, attribute.site,
        "the type \(type.swiftName), which Core Data does not have. It became \(word).")
    default: break
    }
    return word
  }

  private mutating func addDerivation(
    of attribute: AttributeDescription, in entity: String, to element: inout XcodeElement
  ) {
    guard let derivation = attribute.derivation else { return }
    let text = "\(derivation)"
    if XcodeElement.canHave(text), (try? FetchExpression(format: text)) == derivation {
      element.set("derivationExpression", text)
    } else {
      note(
        entity, attribute.name, attribute.site,
        "a derivation that cannot be written as text. It is an ordinary attribute there.")
    }
  }

  private mutating func addDefault(
    of attribute: AttributeDescription, in entity: String, _ isElement: Bool,
    to element: inout XcodeElement
  ) {
    guard let value = attribute.defaultValue else { return }
    if case .constant(let value) = value, !isElement, let text = Self.text(value, attribute.type) {
      let isDate = attribute.type.storage == .date
      element.set(isDate ? "defaultDateTimeInterval" : "defaultValueString", text)
    } else {
      note(
        entity, attribute.name, attribute.site,
        "the default \(value.inWords { "\($0)" }), \(Self.noWord)")
    }
  }

  /// Returns the text of a value. Returns `nil` if no text is read as exactly this value.
  private static func text(_ value: AttributeValue, _ type: AttributeType) -> String? {
    let text =
      switch value {
      case .bool(let flag): flag ? "YES" : "NO"
      case .int(let number): "\(number)"
      case .double(let number): type.storage == .float ? "\(Float(number))" : "\(number)"
      case .decimal(let number): "\(number)"
      case .string(let text): text
      case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
      case .uuid(let uuid): uuid.uuidString
      case .url(let url): url.absoluteString
      default: ""
      }
    guard XcodeElement.canHave(text), let read = XcodeReader.value(of: text, type.storage),
      read.isExact, read.value == value
    else { return nil }
    return text
  }

  /// Adds a rule. Returns `false` if Core Data does not support the rule, or if the element already has another value.
  private func add(
    _ rule: ValidationRule, of attribute: AttributeDescription, to element: inout XcodeElement
  ) -> Bool {
    guard rule.severity == .error, rule.condition == nil, rule.message == nil else { return false }
    let type = attribute.type.storage
    let isDate = type == .date
    let words =
      isDate
      ? ["minDateTimeInterval", "maxDateTimeInterval"] : ["minValueString", "maxValueString"]
    switch rule.requirement {
    case .length(let least, let most) where type == .string && !words.contains(where: element.has):
      element.set(words[0], least.map { "\($0)" })
      element.set(words[1], most.map { "\($0)" })
      return true
    case .range(let least, var most, let excludesMost)
    where (attribute.type.isNumeric || isDate) && !words.contains(where: element.has):
      if excludesMost {
        // For integers, an exclusive maximum is the preceding number.
        guard type.isInteger, case .int(let number)? = most, number > .min else { return false }
        most = .int(number - 1)
      }
      let texts = [least, most].map { $0.map { Self.text($0, type) } }
      if texts.contains(.some(nil)) { return false }
      for (word, text) in zip(words, texts) { element.set(word, text ?? nil) }
      return true
    case .pattern(let pattern)
    where type == .string && XcodeElement.canHave(pattern)
      && !element.has("regularExpressionString"):
      element.set("regularExpressionString", pattern)
      return true
    default: return false
    }
  }

  private mutating func noteLeftOut(
    of attribute: AttributeDescription, in entity: String, _ info: [String: String]
  ) {
    checkTexts(info, entity, attribute.name, attribute.site)
    if attribute.isIdentifying {
      note(
        entity, attribute.name, attribute.site,
        "values that identify objects in data, \(Self.noWord)")
    }
    noteLeftOut(
      attribute.key, attribute.silenced, of: attribute.name, in: entity, attribute.site)
  }

  /// Notes unsupported characteristics that all properties can have.
  mutating func noteLeftOut(
    _ key: String?, _ silenced: [ModelIssue.Code], of property: String, in entity: String,
    _ site: DeclarationSite
  ) {
    if let key, key != property {
      note(entity, property, site, "\(Self.key(key)) \(Self.noWord)")
    }
    if !silenced.isEmpty {
      note(entity, property, site, "warnings that are silenced, \(Self.noWord)")
    }
  }
}
