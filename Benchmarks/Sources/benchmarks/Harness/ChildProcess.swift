import Foundation

/// Runs programs and captures their output.
enum ChildProcess {
  struct Outcome {
    let status: Int32
    let output: String
  }

  /// The path of this executable.
  static var ownPath: String {
    Bundle.main.executablePath ?? CommandLine.arguments[0]
  }

  /// - Parameter mergesErrors: Whether standard error is captured as well; otherwise it is inherited.
  /// - Throws: The error of `Process` if the program cannot be started.
  static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    mergesErrors: Bool = false
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { _, new in new }
    let pipe = Pipe()
    process.standardOutput = pipe
    if mergesErrors { process.standardError = pipe }
    try process.run()
    // Read before waiting: a full pipe would block the child forever.
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}
