import Armature
import Foundation

/// What another process does with a file of a store: `reliability worker steps|count|migrate <store> <path>
/// <number>`.
struct Worker {
  let process = Process()
  private let pipe = Pipe()
  /// Where this program is.
  static let program = URL(filePath: CommandLine.arguments[0]).standardizedFileURL

  /// Starts this program with other arguments.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = pipe
    try process.run()
  }

  /// Takes steps in the ledger of a file, and tells of each that is saved.
  static func steps(_ kind: StoreKind, _ path: String, killAt call: Int?) throws {
    let ledger = try Ledger(kind.open(path).context)
    tell(try ledger.steps)
    if let call {
      try InjectedFaults().arm(path, Fault(Fault.Calls.others.union(.write), .kill), call)
    }
    while true {
      try ledger.takeStep()
      try ledger.context.save()
      tell(try ledger.steps)
    }
  }

  /// Adds 1 to the number of steps so often, whatever others do.
  static func count(_ kind: StoreKind, _ path: String, times: Int) throws {
    let (store, context) = try kind.open(path)
    var count = 0
    while count < times {
      do {
        guard let counter = try context.fetch("Counter").first else { throw Failure("no counter") }
        counter.steps = (counter.steps ?? 0) + 1
        try context.save()
        count += 1
      } catch {
        try kind.catchUp(store, context, after: error)
      }
    }
  }

  /// Migrates a file, and tells when it begins and when it is done.
  static func migrate(_ kind: StoreKind, _ path: String, killAt call: Int?) throws {
    tell(0)
    if let call {
      try InjectedFaults().arm(path, Fault(Fault.Calls.others.union(.write), .kill), call)
    }
    try MovedLedger.migrate(kind, path)
    tell(1)
  }

  /// A line at once, which whoever waits for it has, whatever happens to this process.
  static func tell(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Waits for the first line, or for the end.
  func awaitFirstLine() -> Data { pipe.fileHandleForReading.availableData }

  /// Waits for the end, and returns what was printed.
  ///
  /// - Throws: ``Failure`` if it ended with another status than 0.
  func output() throws -> String {
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure("a process ended with \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Waits for the end, and returns the last number that was told.
  func lastNumber(after first: Data = Data()) -> Int? {
    let rest = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // What does not end with a line break was cut off.
    let lines = String(decoding: first + rest, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().last.flatMap { Int($0) }
  }
}
