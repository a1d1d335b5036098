import Armature
public import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Expects that a report, a context or a text is what was recorded in a file earlier.
///
/// The file is `Snapshots/<name of the test file>/<name>.txt` beside the test file. It is written
/// when the tests run with `ARMATURE_RECORD_SNAPSHOTS=1` in the environment, to be looked at and
/// committed; never where `CI` is set. A file that is missing or differs is an issue, with the
/// lines that differ. In reports the lines of rules are left out, so a snapshot stays the same when
/// the source moves. What is no letter or digit in the name becomes `-`.
///
/// - Returns: Whether the text is the one that was recorded.
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

/// A recorded text, and whether it may be recorded anew.
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

  /// Compares a text with the file, or writes it; returns what is wrong.
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
      return "There must be a snapshot at \(path), but is none."
        + " Run the tests with ARMATURE_RECORD_SNAPSHOTS=1 to record it:\n\(text)"
    }
    let difference = LineDifference(from: String(decoding: data, as: UTF8.self), to: text)
    return difference.map {
      "The text must be that of the snapshot \(path), but differs.\n\($0)\n"
        + "If the new text is right, run the tests with ARMATURE_RECORD_SNAPSHOTS=1."
    }
  }
}
