public import Armature
public import Testing

// Functions with names of their own, as macros of the framework are: `#expect` shows a Boolean,
// these show the report.

/// Expects that an object, a view, a context or a report has no error; warnings do not count.
///
/// Otherwise it records an issue with the whole report at the line of the call.
///
/// - Returns: Whether there is no error.
@discardableResult public func expectValid(
  _ subject: some Validatable, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let report = subject.validate()
  if report.isValid { return true }
  record("There must be no errors, but there are.\n\(report)", comment, sourceLocation)
  return false
}

/// Expects exactly these failures of an object, a view, a context or a report, warnings included.
///
/// Their order does not count; a failure that is expected twice must be there twice. Otherwise it
/// records an issue with what is missing, what is surplus, and the whole report.
///
/// - Returns: Whether the failures are those expected.
@discardableResult public func expectFailures(
  of subject: some Validatable, _ expected: [ExpectedFailure], _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let report = subject.validate()
  guard let difference = FailureDifference(expected, report) else { return true }
  record("\(difference)\n\(report)", comment, sourceLocation)
  return false
}

/// Expects that saving a context fails, with exactly these failures if some are given.
///
/// Otherwise it records an issue. What a save throws that is no report is an issue, too.
///
/// - Returns: The report of the save; `nil` if there is none.
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

/// Expects that two models, contexts, or texts are the same, line by line.
///
/// Otherwise it records an issue with the lines that differ: `-` marks those that are expected and
/// missing, `+` those that are there and not expected. Contexts are compared by their JSON.
///
/// - Returns: Whether they are the same.
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

/// Expects that a store does what stores must.
///
/// Otherwise it records an issue for each rule that is broken: what was done, what must be and what is.
///
/// - Returns: Whether all checks found the store right.
@discardableResult public func expectConformance(
  _ conformance: StoreConformance, _ checks: [StoreCheck] = StoreCheck.allCases,
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async -> Bool {
  let findings = await conformance.findings(checks)
  for finding in findings {
    record("A store must do what stores do, but does not.\n\(finding)", comment, sourceLocation)
  }
  return findings.isEmpty
}

func record(_ text: String, _ comment: Comment?, _ sourceLocation: SourceLocation) {
  let comment = comment.map { "\($0.rawValue)\n" } ?? ""
  Issue.record(Comment(rawValue: comment + text), sourceLocation: sourceLocation)
}
