import Armature
import ArmatureModel

/// The attributes of an element. A reader takes the attributes that it knows. All remaining attributes are unknown.
final class XcodeFields {
  let element: MarkupElement
  let place: ImportFindings.Place
  let findings: ImportFindings
  private var rest: [MarkupAttribute]
  /// The user info to store in the model. It contains the element's own user info, and the attributes that Armature
  /// does not support.
  private(set) var userInfo: [String: String] = [:]

  /// The prefix of Xcode's names in user info.
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

  /// Returns the value of an attribute without taking it.
  func value(_ name: String) -> String? { rest.first { $0.name == name }?.value }

  /// Takes an attribute that is `YES` or `NO`; a missing one is `NO`.
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

  /// Adds an error about an invalid value.
  func invalid(_ attribute: MarkupAttribute, _ what: String) {
    findings.error(
      .invalidMarkup, place.at(attribute.position),
      " must have \(what) as \(attribute.name), but has \(attribute.value.quotedForMessage).")
  }

  /// Takes attributes that have no effect on the model.
  func ignore(_ names: String...) { for name in names { _ = attribute(name) } }

  /// Takes attributes that are only of interest to tools and keeps them.
  func keepSilently(_ names: String...) {
    for name in names {
      if let value = text(name) { userInfo[Self.prefix + name] = value }
    }
  }

  /// Takes an attribute that Armature does not support, keeps it, and adds a note.
  func keep(_ name: String) {
    if let attribute = attribute(name) {
      keep(attribute, .keptAsUserInfo, "which Armature does not support")
    }
  }

  /// Keeps an attribute that a reader has taken, and notes the reason.
  func keep(_ attribute: MarkupAttribute, _ code: ModelIssue.Code, _ reason: String) {
    let key = Self.prefix + attribute.name
    userInfo[key] = attribute.value
    findings.note(
      code, place.at(attribute.position),
      " has \(attribute.name) \(attribute.value.quotedForMessage(limit: 200)), \(reason). It is kept in the user info, as"
        + " \(key.quotedForMessage).")
  }

  /// Keeps the remaining attributes, and the entries of the element's own user info. These entries take precedence.
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

  /// Notes unknown children, which are left out.
  func checkChildren(_ names: Set<String>) {
    for child in element.children where !names.contains(child.name) && child.name != "userInfo" {
      findings.note(
        .unknownMarkup, place.at(child.position),
        " has <\(child.name.shortenedName)>, which is unknown here. It was left out.")
    }
  }
}
