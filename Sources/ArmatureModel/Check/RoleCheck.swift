/// Checks that the roles of an attribute are compatible: transient, stored externally, derived, identifying.
enum RoleCheck {
  static func check(
    _ attribute: AttributeDescription, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    if attribute.derivation != nil {
      if attribute.isTransient {
        findings.error(
          .derivedTransient, at: place,
          " is derived, which stores keep, and transient, which they do not. Remove one of the two."
        )
      }
      if attribute.defaultValue != nil {
        findings.error(
          .derivedDefault, at: place,
          " is derived and must have no default, but has one. Remove it.")
      }
    }
    if attribute.allowsExternalBinaryDataStorage {
      checkExternalStorage(attribute, at: place, &findings)
    }
    if attribute.isIdentifying, let reason = reasonNotToIdentify(attribute) {
      findings.error(
        .invalidIdentity, at: place,
        " identifies objects and must be \(reason.requirement), but is \(reason.fact).")
    }
  }

  private static func checkExternalStorage(
    _ attribute: AttributeDescription, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    let requirement: String
    let fact: String
    if attribute.type.storage != .data {
      (requirement, fact) = ("data", attribute.type.inMessage)
    } else if attribute.isTransient {
      (requirement, fact) = ("stored", "transient")
    } else {
      return
    }
    findings.error(
      .unsupportedExternalStorage, at: place,
      " is stored externally and must be \(requirement), but is \(fact). Remove storedExternally()."
    )
  }

  private static func reasonNotToIdentify(
    _ attribute: AttributeDescription
  ) -> (requirement: String, fact: String)? {
    if attribute.isOptional { return ("required", "optional") }
    if attribute.isTransient { return ("stored", "transient") }
    if attribute.derivation != nil { return ("given by the data", "derived") }
    switch attribute.type.storage {
    case .composite, .list, .json, .data: return ("one simple value", attribute.type.inMessage)
    default: return nil
    }
  }

  /// Checks that an element of a composite has no role of its own.
  static func checkElement(
    _ element: AttributeDescription, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    var roles: [String] = []
    if element.isTransient { roles.append("transient") }
    if element.isIdentifying { roles.append("identifying or unique") }
    if element.derivation != nil { roles.append("derived") }
    if element.defaultValue != nil {
      findings.error(
        .elementDefault, at: place,
        " is an element of a composite and must not have a default, but has one. Give the "
          + "composite a default, or make the element optional.")
    }
    if element.allowsExternalBinaryDataStorage {
      findings.error(
        .unsupportedExternalStorage, at: place,
        " is stored externally and must be an attribute of its own, but is an element of a composite."
          + " Move it to the entity, or remove storedExternally().")
    }
    guard !roles.isEmpty else { return }
    findings.error(
      .elementRole, at: place,
      " is an element of a composite and must not be \(roles.joined(separator: " or ")), but is."
        + " Declare it for the composite.")
  }
}
