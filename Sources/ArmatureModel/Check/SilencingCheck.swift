/// Checks that declarations silence only known kinds of warnings.
enum SilencingCheck {
  static func check(
    _ codes: [ModelIssue.Code], at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    for code in codes where !ModelIssue.Code.warnings.contains(code) {
      findings.error(
        .unknownWarning, at: place,
        " must silence warnings of models, but \(code.rawValue.quotedForMessage) is not one."
          + suggestion(for: code.rawValue, in: ModelIssue.Code.warnings.map(\.rawValue)))
    }
  }
}
