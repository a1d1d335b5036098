/// Checks types that contain other types. These are enumerations, composites, lists and transformables.
enum AttributeTypeCheck {
  /// - Returns: True if the type is valid.
  static func check(
    _ type: AttributeType, of entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) -> Bool {
    switch type {
    case .enumeration(let name, let raw, let cases):
      return checkEnumeration(name, raw, cases, at: place, &findings)
    case .transformable(_, let stored):
      return check(stored, of: entity, at: place, in: draft, &findings)
    case .composite(let elements):
      return checkComposite(elements, of: entity, at: place, in: draft, &findings)
    case .list(let element):
      return checkList(of: element, of: entity, at: place, in: draft, &findings)
    default: return true
    }
  }

  private static func checkList(
    of element: AttributeType, of entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) -> Bool {
    switch element.storage {
    case .composite, .list:
      findings.error(
        .invalidListElement, at: place,
        " must be a list of simple values, but is one of \(element.swiftName). Declare an entity"
          + " for them, and a relationship to it.")
      return false
    case .json:
      findings.error(
        .invalidListElement, at: place,
        " must be a list of simple values, but is one of JSONValue. Declare a JSONValue, which can"
          + " be an array.")
      return false
    default: return check(element, of: entity, at: place, in: draft, &findings)
    }
  }

  private static func checkEnumeration(
    _ name: String, _ raw: AttributeType, _ cases: [AttributeValue]?, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) -> Bool {
    switch raw {
    case .enumeration, .composite, .list, .json, .transformable:
      findings.error(
        .invalidRawType, at: place,
        " must have raw values of a built-in type, but those of \(name) are \(raw.inMessage).")
      return false
    default: break
    }
    guard let cases else { return true }
    if cases.isEmpty {
      findings.error(
        .enumerationWithoutCases, at: place, " must have a type with cases, but \(name) has none.")
    } else if let other = cases.first(where: { $0.isNull || !raw.admits($0) }) {
      findings.error(
        .invalidCase, at: place,
        " must have cases that are \(raw.inMessage), but \(name) has \(other.inMessage).")
    } else if let twice = cases.firstDuplicate {
      findings.error(
        .duplicateCase, at: place,
        " must have cases that differ, but \(name) has \(twice) twice. Remove one.")
    } else {
      return true
    }
    return false
  }

  private static func checkComposite(
    _ elements: [AttributeDescription], of entity: Int, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) -> Bool {
    if elements.isEmpty {
      findings.error(
        .compositeWithoutElements, at: place, " must have at least one element, but has none.")
      return false
    }
    if let twice = elements.map(\.name).firstDuplicate {
      findings.error(
        .duplicateElement, at: place,
        " must have elements of different names, but has two called \(twice.quotedForMessage)."
          + " Rename one, or remove it.")
    }
    for element in elements {
      let place = place.element(element)
      NameCheck.checkElement(element.name, at: place, &findings)
      RoleCheck.checkElement(element, at: place, &findings)
      AttributeCheck.checkValue(element, of: entity, at: place, in: draft, &findings)
    }
    return true
  }
}

extension Sequence where Element: Hashable {
  /// The first element that equals an earlier one.
  var firstDuplicate: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
