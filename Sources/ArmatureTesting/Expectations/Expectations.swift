public import Armature
public import Testing

// These are functions rather than `#expect`, which would show only a Boolean. They show the whole report.

/// Expects that an object, a view, a context or a report has no errors.
///
/// Warnings are ignored. If the expectation fails, the test gets an issue with the whole report at the line of the
/// call.
///
/// - Returns: `true` if there are no errors.
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
/// Warnings count as failures. The order of the failures does not matter. If you list a failure twice, it must occur
/// twice. If the expectation fails, the test gets an issue that shows the missing failures, the unexpected failures,
/// and the whole report.
///
/// - Returns: `true` if the failures are as expected.
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
/// If you pass failures, the save must fail with exactly these failures. The test gets an issue if the save succeeds,
/// if the failures differ, or if the save throws an error that is not a report.
///
/// - Returns: The report that the save has thrown, or `nil` if it has thrown no report.
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
/// Contexts are compared by their JSON. If the expectation fails, the test gets an issue with the different lines. A
/// missing line starts with `-`, and an unexpected line starts with `+`.
///
/// - Returns: `true` if the two are equal.
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
/// If the expectation fails, the test gets an issue for each violated rule. The issue contains the action, the expected
/// result and the actual result.
///
/// - Returns: `true` if all checks succeed.
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
