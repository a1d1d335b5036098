import Foundation

/// The figures of `peers.py`, measured in this run on the same bytes; each peer runs once.
final class PythonPeers {
  enum Outcome {
    case nanoseconds(Double)
    case skipped(String)
  }

  private var outcomes: [String: Outcome] = [:]

  func outcome(_ peer: String) -> Outcome {
    outcomes[peer] ?? .skipped("peers.py did not report it")
  }

  /// Runs the script for those of the peers that have no outcome yet.
  func measure(_ peers: [String]) {
    let missing = Set(peers).subtracting(outcomes.keys).sorted()
    guard !missing.isEmpty else { return }
    do {
      for line in try run(missing) { outcomes[line.peer] = line.outcome }
    } catch {
      let reason = (error as? Skipped)?.reason ?? "\(error)"
      for peer in missing { outcomes[peer] = .skipped(reason) }
    }
  }

  private struct Line: Decodable {
    let peer: String
    let ns: Double?
    let skipped: String?

    var outcome: Outcome {
      if let ns { .nanoseconds(ns) } else { .skipped(skipped ?? "no figure") }
    }
  }

  /// `Benchmarks/peers.py`, found from where this file was compiled.
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../../peers.py").standardizedFileURL

  private func run(_ peers: [String]) throws -> [Line] {
    guard FileManager.default.fileExists(atPath: Self.script.path) else {
      throw Skipped(reason: "peers.py is not beside the package")
    }
    let document = FileManager.default.temporaryDirectory
      .appendingPathComponent("armature-books-\(ProcessInfo.processInfo.processIdentifier).json")
    try Data(BookDocument.json(BookDocument.recordCount)).write(to: document)
    defer { try? FileManager.default.removeItem(at: document) }
    let child = try ChildProcess.run(
      "/usr/bin/env", ["python3", Self.script.path, document.path] + peers)
    guard child.status != 127 else { throw Skipped(reason: "python3 is not installed") }
    guard child.status == 0 else { throw Skipped(reason: "peers.py ended with \(child.status)") }
    return try child.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }
}
