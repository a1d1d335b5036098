import Foundation

/// The peers of `peers.py`, measured round by round in one process on the same bytes.
///
/// The process waits while other subjects are timed. Its interpreter is the one in `.build-peers`, which
/// `install-peers` creates, or the first `python3` in the path.
final class PythonPeers {
  private var process: Result<RunningPeers, any Error>?
  private var versions: [String: String] = [:]

  /// Returns the version of a peer's library in its last round, such as `orjson 3.13.0`.
  func version(_ peer: String) -> String? { versions[peer] }

  /// The folder `Benchmarks`, derived from this file's path.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL

  /// Returns a program and its arguments for a script: the interpreter in `.build-peers`, or the first `python3` in the
  /// path.
  static func call(_ script: String) -> (path: String, arguments: [String]) {
    let installed = folder.appendingPathComponent(".build-peers/bin/python3").path
    let path = folder.appendingPathComponent(script).path
    return FileManager.default.isExecutableFile(atPath: installed)
      ? (installed, [path]) : ("/usr/bin/env", ["python3", path])
  }

  /// Runs a script in `Benchmarks` from a cold start to its end.
  ///
  /// - Throws: ``Skipped`` if Python or a library is missing.
  static func run(_ script: String, _ arguments: [String]) throws {
    let call = call(script)
    let outcome = try ChildProcess.run(
      call.path, call.arguments + arguments, mergesErrors: true)
    guard outcome.status == 0 else {
      let reason = outcome.output.split(separator: "\n").last ?? "status \(outcome.status)"
      throw Skipped(reason: "\(script) ended: \(reason)")
    }
  }

  /// Runs a peer once and returns its time per record.
  ///
  /// - Throws: ``Skipped`` if Python or the peer is missing.
  func nanoseconds(_ peer: String) throws -> Double {
    let running = process ?? Result { try RunningPeers() }
    process = running
    let line = try running.get().measure(peer)
    versions[peer] = line.version
    guard let time = line.ns else { throw Skipped(reason: line.skipped ?? "no figure") }
    return time
  }
}

/// The running script: reads the name of a peer on a line and answers with a line of JSON.
private final class RunningPeers {
  struct Line: Decodable {
    let ns: Double?
    let skipped: String?
    let version: String?
  }

  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private let documents: [URL]

  init() throws {
    let script = PythonPeers.folder.appendingPathComponent("peers.py").path
    guard FileManager.default.fileExists(atPath: script) else {
      throw Skipped(reason: "peers.py is not beside the package")
    }
    documents = ["books", "orders"].map {
      FileManager.default.temporaryDirectory.appendingPathComponent(
        "armature-\($0)-\(ProcessInfo.processInfo.processIdentifier).json")
    }
    try Data(BookDocument.json(BookDocument.recordCount)).write(to: documents[0])
    try Data(OrderDocument.json(OrderDocument.recordCount)).write(to: documents[1])
    let call = PythonPeers.call("peers.py")
    process.executableURL = URL(fileURLWithPath: call.path)
    process.arguments = call.arguments + documents.map(\.path)
    process.standardInput = requests
    process.standardOutput = answers
    // If the script has ended, a write should fail instead of raising a signal.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
  }

  deinit {
    try? requests.fileHandleForWriting.close()
    for document in documents { try? FileManager.default.removeItem(at: document) }
  }

  func measure(_ peer: String) throws -> Line {
    guard process.isRunning else { throw ended() }
    try requests.fileHandleForWriting.write(contentsOf: Data((peer + "\n").utf8))
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      // Available data is complete, because an answer is written at once.
      let bytes = answers.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw ended() }
      line += bytes
    }
    return try JSONDecoder().decode(Line.self, from: line)
  }

  private func ended() -> Skipped {
    process.waitUntilExit()
    let status = process.terminationStatus
    return Skipped(
      reason: status == 127 ? "python3 is not installed" : "peers.py ended with \(status)")
  }
}
