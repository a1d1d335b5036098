import Armature
import ArmatureModel

/// The attributes of an element of a model file, each taken by the one who knows it; what is left is not known.
final class XcodeFields {
  let element: MarkupElement
  let place: ImportFindings.Place
  let findings: ImportFindings
  private var rest: [MarkupAttribute]
  /// What the model keeps for tools: the element's own user info, and what Armature has no word for.
  private(set) var userInfo: [String: String] = [:]

  /// What stands before the names of Xcode in user info.
  static let prefix = "xcode."

  init(_ element: MarkupElement, _ place: ImportFindings.Place, _ findings: ImportFindings) {
    (self.element, self.place, self.findings) = (element, place, findings)
    rest = element.attributes
  }

  /// Takes an attribute.
  func attribute(_ name: String) -> MarkupAttribute? {
    rest.firstIndex { $0.name == name }.map { rest.remove(at: $0) }
  }

  /// Takes the value of an attribute.
  func text(_ name: String) -> String? { attribute(name)?.value }

  /// The value of an attribute, which stays to be taken.
  func value(_ name: String) -> String? { rest.first { $0.name == name }?.value }

  /// Takes an attribute that is `YES` or `NO`; one that is not there is `NO`.
  func flag(_ name: String) -> Bool {
    guard let attribute = attribute(name) else { return false }
    switch attribute.value.lowercased() {
    case "yes", "true", "1": return true
    case "no", "false", "0": return false
    default:
      invalid(attribute, "YES or NO")
      return false
    }
  }

  /// Takes an attribute that is a whole number of at least 0.
  func count(_ name: String) -> Int? {
    guard let attribute = attribute(name) else { return nil }
    guard let number = Int(attribute.value), number >= 0 else {
      invalid(attribute, "a whole number of at least 0")
      return nil
    }
    return number
  }

  /// Says that the value of an attribute is none that it may have.
  func invalid(_ attribute: MarkupAttribute, _ what: String) {
    findings.error(
      .invalidMarkup, place.at(attribute.position),
      " must have \(what) as \(attribute.name), but has \(attribute.value.quotedForMessage).")
  }

  /// Takes attributes that say nothing of the model.
  func ignore(_ names: String...) { for name in names { _ = attribute(name) } }

  /// Takes attributes that tools may want to know, and keeps them.
  func keepSilently(_ names: String...) {
    for name in names {
      if let value = text(name) { userInfo[Self.prefix + name] = value }
    }
  }

  /// Takes an attribute which Armature does not support: keeps it, and says so.
  func keep(_ name: String) {
    if let attribute = attribute(name) {
      keep(attribute, .keptAsUserInfo, "which Armature does not support")
    }
  }

  /// Keeps an attribute that was taken, and says why it is no more than user info.
  func keep(_ attribute: MarkupAttribute, _ code: ModelIssue.Code, _ reason: String) {
    let key = Self.prefix + attribute.name
    userInfo[key] = attribute.value
    findings.note(
      code, place.at(attribute.position),
      " has \(attribute.name) \(attribute.value.quotedForMessage(limit: 200)), \(reason). It is kept in the user info, as"
        + " \(key.quotedForMessage).")
  }

  /// Keeps what nobody has taken, and the entries of the user info, which win over it.
  func finish() {
    for attribute in rest { keep(attribute, .unknownMarkup, "which is unknown here") }
    rest = []
    for entry in element.children(named: "userInfo").flatMap({ $0.children(named: "entry") }) {
      let value = { name in entry.attributes.first { $0.name == name }?.value }
      guard let key = value("key") else {
        findings.error(
          .invalidMarkup, place.at(entry.position),
          " must have user info with keys, but one has none.")
        continue
      }
      userInfo[key] = value("value") ?? ""
    }
  }

  /// Says of children that nobody knows that they were left out.
  func checkChildren(_ names: Set<String>) {
    for child in element.children where !names.contains(child.name) && child.name != "userInfo" {
      findings.note(
        .unknownMarkup, place.at(child.position),
        " has <\(child.name.shortenedName)>, which is unknown here. It was left out.")
    }
  }
}
