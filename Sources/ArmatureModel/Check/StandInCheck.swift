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
