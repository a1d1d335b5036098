public import Armature
public import Testing

// These are functions rather than `#expect`, which would show only a Boolean. They show the whole report.

/// Expects that an object, a view, a context or a report has no errors.
///
/// Warnings do not count. If the expectation fails, it records an issue with the whole report at the line of the
/// call.
///
/// - Returns: True if there are no errors.
@discardableResult public func expectValid(
  _ subject: some Validatable, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let report = subject.validate()
  if report.isValid { return true }
  record("Expected no errors, but found these.\n\(report)", comment, sourceLocation)
  return false
}

/// Expects that an object, a view, a context or a report has exactly the given failures.
///
/// Warnings count as failures. The order does not matter, and a failure that is listed twice must occur twice. If the
/// expectation fails, it records an issue with the missing and surplus failures and the whole report.
///
/// - Returns: True if the failures are as expected.
@discardableResult public func expectFailures(
  of subject: some Validatable, _ expected: [ExpectedFailure], _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let report = subject.validate()
  guard let difference = FailureDifference(expected, report) else { return true }
  record("\(difference)\n\(report)", comment, sourceLocation)
  return false
}

/// Expects that saving a context fails.
///
/// If failures are given, the report must have exactly these failures. If the expectation fails, or the save throws
/// an error other than a report, it records an issue.
///
/// - Returns: The report of the save, or `nil`.
@discardableResult public func expectSaveFails(
  _ context: ManagedObjectContext, _ expected: [ExpectedFailure]? = nil,
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) -> ValidationReport? {
  do {
    let state = context.hasChanges ? "succeeded" : "had nothing to save"
    try context.save()
    record("The save must fail, but \(state).", comment, sourceLocation)
    return nil
  } catch let report as ValidationReport {
    if let expected {
      expectFailures(of: report, expected, comment, sourceLocation: sourceLocation)
    }
    return report
  } catch {
    record("The save must fail with a report, but threw: \(error)", comment, sourceLocation)
    return nil
  }
}

/// Expects that two models, contexts or texts are equal, line by line.
///
/// Contexts are compared by their JSON. If the expectation fails, it records an issue with the different lines: `-`
/// marks missing lines, and `+` marks surplus lines.
///
/// - Returns: True if the two are equal.
@discardableResult public func expectEqual<Subject: LineComparable>(
  _ found: Subject, _ expected: Subject, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  do {
    guard let difference = try found.difference(from: expected) else { return true }
    record("The two must be equal, but differ.\n\(difference)", comment, sourceLocation)
  } catch {
    record("The two cannot be compared: \(error)", comment, sourceLocation)
  }
  return false
}

/// Expects that a store conforms to the requirements of `PersistentStore`.
///
/// If the expectation fails, it records an issue for each violated rule, with the action, the expected result and the
/// actual result.
///
/// - Returns: True if all checks succeed.
@discardableResult public func expectConformance(
  _ conformance: StoreConformance, _ checks: [StoreCheck] = StoreCheck.allCases,
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async -> Bool {
  let findings = await conformance.findings(checks)
  for finding in findings {
    record("The store violates a rule for stores.\n\(finding)", comment, sourceLocation)
  }
  return findings.isEmpty
}

func record(_ text: String, _ comment: Comment?, _ sourceLocation: SourceLocation) {
  let comment = comment.map { "\($0.rawValue)\n" } ?? ""
  Issue.record(Comment(rawValue: comment + text), sourceLocation: sourceLocation)
}
