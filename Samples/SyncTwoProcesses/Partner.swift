import Foundation

/// The other process, which reads commands and writes their output as lines.
final class Partner {
  private let process = Process()
  private let (commands, answers) = (Pipe(), Pipe())
  private var text = ""

  /// Starts this program as a second process.
  init(_ file: String) throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    if !FileManager.default.fileExists(atPath: "/proc/self/exe") {
      process.executableURL = Bundle.main.executableURL
    }
    process.arguments = [file, "partner"]
    (process.standardInput, process.standardOutput) = (commands, answers)
    try process.run()
  }

  /// Sends a command to the other process, and waits for its output.
  func perform(_ command: String) -> [String] {
    commands.fileHandleForWriting.write(Data("\(command)\n".utf8))
    var lines: [String] = []
    while let line = nextLine(), line != "." { lines.append(line) }
    return lines
  }

  private func nextLine() -> String? {
    while !text.contains("\n") {
      let data = answers.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      text += String(decoding: data, as: UTF8.self)
    }
    let line = text.prefix { $0 != "\n" }
    text = String(text.dropFirst(line.count + 1))
    return String(line)
  }

  /// Ends the other process.
  ///
  /// - Returns: The exit code of the process.
  func end() throws -> Int32 {
    try commands.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Executes commands in the other process.
  static func run(_ editor: Editor) throws {
    while let command = readLine() {
      let lines = try editor.perform(command) + ["."]
      FileHandle.standardOutput.write(Data(lines.map { "\($0)\n" }.joined().utf8))
    }
  }
}
