public import Armature
public import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Expects that a report, a context or a text equals a text that you have recorded earlier.
///
/// The recorded text is in the file `Snapshots/<name of the test file>/<name>.txt` next to the test file. In the name
/// of the file, a character that is not a letter or digit is replaced by `-`.
///
/// To record a text, run the tests with the environment variable `ARMATURE_RECORD_SNAPSHOTS=1`. Then review and commit
/// the file. Recording fails if the environment variable `CI` is set.
///
/// If the file is missing or differs, the test gets an issue with the different lines. The snapshot of a report does
/// not contain the line numbers of rules, so it stays the same when source code moves.
///
/// - Returns: `true` if the text equals the recorded text.
@discardableResult public func expectSnapshot(
  of subject: some SnapshotConvertible, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let snapshot = Snapshot(name, filePath, ProcessInfo.processInfo.environment)
  do {
    guard let problem = try snapshot.compare(try subject.snapshotText()) else { return true }
    Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return false
}

/// A recorded text and the settings for recording it.
struct Snapshot {
  let path: String
  private let isRecording: Bool
  private let isInCI: Bool

  init(_ name: String, _ filePath: String, _ environment: [String: String]) {
    let parts = filePath.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.last.map { $0.hasSuffix(".swift") ? $0.dropLast(6) : $0 } ?? ""
    let safe = String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    path = (parts.dropLast() + ["Snapshots", file, "\(safe).txt"]).joined(separator: "/")
    isInCI = environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
    isRecording = environment["ARMATURE_RECORD_SNAPSHOTS"] == "1"
  }

  /// Compares a text with the file, or writes the file. Returns a description of the problem.
  func compare(_ text: String) throws -> String? {
    let text = text.hasSuffix("\n") ? text : text + "\n"
    if isRecording {
      if isInCI { return "Snapshots must not be recorded in CI. Record \(path) and commit it." }
      let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: path))
      return nil
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      return "The snapshot \(path) is missing."
        + " Run the tests with ARMATURE_RECORD_SNAPSHOTS=1 to record it:\n\(text)"
    }
    let difference = LineDifference(from: String(decoding: data, as: UTF8.self), to: text)
    return difference.map {
      "The text must equal the snapshot \(path), but differs.\n\($0)\n"
        + "If the new text is correct, run the tests with ARMATURE_RECORD_SNAPSHOTS=1."
    }
  }
}

/// A type with values that can be compared with a recorded text, for `expectSnapshot`.
///
/// ```swift
/// struct Invoice: SnapshotConvertible {
///   let total: Decimal
///   func snapshotText() -> String { "Total: \(total)\n" }
/// }
/// expectSnapshot(of: Invoice(total: 10), named: "invoice")
/// ```
public protocol SnapshotConvertible {
  /// Returns the value as text.
  ///
  /// The text must be the same for the same content. It must not contain source locations, which change when code
  /// moves.
  func snapshotText() throws -> String
}

extension String: SnapshotConvertible {
  /// Returns the text itself.
  public func snapshotText() -> String { self }
}

extension ValidationReport: SnapshotConvertible {
  /// Returns the report as text. The text contains the files of rules, but not their line numbers.
  public func snapshotText() -> String {
    let failures = map { failure -> ValidationFailure in
      var failure = failure
      failure.ruleSite = failure.ruleSite.map { DeclarationSite(file: $0.file, line: 0) }
      return failure
    }
    return ValidationReport(failures).rendered(as: .text)
  }
}

extension ManagedObjectContext: SnapshotConvertible {
  /// Returns all objects as JSON.
  ///
  /// - Throws: `ValidationReport` with the values that JSON cannot represent.
  public func snapshotText() throws -> String { String(decoding: try json(), as: UTF8.self) }
}
