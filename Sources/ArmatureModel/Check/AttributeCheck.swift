/// Checks an attribute: its role, type, rules and default.
enum AttributeCheck {
  static func check(
    _ attribute: AttributeDescription, of entity: Int, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    RoleCheck.check(attribute, at: place, &findings)
    DerivationCheck.check(attribute, of: entity, at: place, in: draft, &findings)
    checkValue(attribute, of: entity, at: place, in: draft, &findings)
    StandInCheck.check(attribute, at: place, in: draft, &findings)
    SilencingCheck.check(attribute.silenced, at: place, &findings)
    if attribute.isOptional, attribute.derivation == nil, !attribute.isTransient,
      attribute.type.isPlainNumber
    {
      findings.warning(
        .optionalNumber, at: place,
        " is an optional number, and stores distinguish a missing value from 0: sums and orders "
          + "must handle both. Make it required with a default, unless you need the difference.")
    }
  }

  /// Checks the type, rules and default of an attribute or of an element of a composite.
  static func checkValue(
    _ attribute: AttributeDescription, of entity: Int, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    // Issues with the rules and default of an invalid type would only repeat the issue.
    guard AttributeTypeCheck.check(attribute.type, of: entity, at: place, in: draft, &findings)
    else { return }
    let rules = AttributeRuleCheck.check(attribute, of: entity, at: place, in: draft, &findings)
    DefaultCheck.check(attribute, rules: rules, at: place, in: draft, &findings)
  }
}

extension AttributeType {
  /// Whether the type itself, rather than only its stored type, is numeric.
  fileprivate var isPlainNumber: Bool {
    switch self {
    case .int16, .int32, .int64, .decimal, .double, .float: true
    default: false
    }
  }

  /// The type in messages about a declaration.
  var inMessage: String {
    switch self {
    case .enumeration(let name, _, .some), .transformable(let name, _): "a \(name)"
    case .composite: "a composite"
    case .list(let element): "a list of \(element.swiftName)"
    default: storage == .data ? "data" : phrase
    }
  }
}

extension AttributeValue {
  /// The kind of the value and the value itself: `the text "a"`.
  var inMessage: String {
    switch self {
    case .null: "no value"
    case .bool(let value): "\(value)"
    default: "\(typeName) \(self)"
    }
  }
}

/// Checks that a required attribute has a placeholder. Rules and hooks read the placeholder while the attribute has no
/// value.
enum StandInCheck {
  static func check(
    _ attribute: AttributeDescription, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard draft.runsUserCode, !attribute.isOptional, let test = attribute.accepts, !test.hasZeros,
      attribute.standIn == nil
    else { return }
    let refused = attribute.standIns.first.map { ", but its type rejects \($0)" } ?? ""
    findings.error(
      .noStandIn, at: place,
      " must have a value for rules and hooks that read it while it has none\(refused)."
        + " Declare a static var standIn in the type, or give the attribute a default.")
  }
}
