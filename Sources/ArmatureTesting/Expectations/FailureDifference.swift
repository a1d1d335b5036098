import Armature

/// The difference between the expected failures and the failures of a report.
struct FailureDifference: CustomStringConvertible {
  private let missing: [ExpectedFailure]
  private let surplus: [ValidationFailure]
  private let unknownCodes: [String]

  private static let codes = MessageCatalog.codes.map(\.key)

  /// Compares the failures. Fails if they are as expected.
  init?(_ expected: [ExpectedFailure], _ report: ValidationReport) {
    var surplus = report.failures
    var missing = expected
    // Expected failures that name their rule are matched first.
    for takesNames in [true, false] {
      missing.removeAll { failure in
        guard (failure.code.name != nil) == takesNames,
          let index = surplus.firstIndex(where: { failure.matches(ExpectedFailure($0)) })
        else { return false }
        surplus.remove(at: index)
        return true
      }
    }
    if missing.isEmpty, surplus.isEmpty { return nil }
    self.missing = missing
    self.surplus = surplus
    unknownCodes = expected.map(\.code.text).filter { !Self.codes.contains($0) }
  }

  var description: String {
    var lines = ["The failures differ from the expected ones."]
    lines += missing.map { "- missing: \($0)" }
    lines += surplus.map { "+ surplus: \(ExpectedFailure($0)): \($0.message)" }
    lines += unknownCodes.map { code in
      let suggestion = nearMiss(code, in: Self.codes)
      return "The code \"\(code)\" is unknown."
        + (suggestion.map { " Did you mean \"\($0)\"?" } ?? "")
    }
    return lines.joined(separator: "\n")
  }
}
