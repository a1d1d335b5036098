import Armature
import Foundation

/// What another process does with a store: `reliability worker open|steps|count|migrate <store> <path> <number>`.
final class Worker {
  let process = Process()
  private let pipe = Pipe()
  /// What it has told so far.
  private var heard = Data()
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

  /// Opens a store, and tells when it begins and when it is done.
  static func open(_ kind: StoreKind, _ path: String) throws {
    tell(0)
    _ = try kind.open(path)
    tell(1)
  }

  /// Takes steps in the ledger of a store, and tells of each that is saved.
  static func steps(_ kind: StoreKind, _ path: String, killAt call: Int?) throws {
    let ledger = try kind.patiently { try Ledger(kind.open(path).context) }
    tell(try kind.patiently { try ledger.steps })
    if let call {
      try InjectedFaults().arm(path, Fault(Fault.Calls.others.union(.write), .kill), call)
    }
    while true {
      let number = try kind.patiently {
        // One that has failed halfway is begun anew.
        ledger.context.rollback()
        try ledger.takeStep()
        return try ledger.steps
      }
      try kind.patiently { try ledger.context.save() }
      tell(number)
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

  /// Waits for a line that was not heard yet, or for the end.
  ///
  /// - Throws: ``Failure`` if neither comes in two minutes.
  func awaitNews() throws {
    let handle = pipe.fileHandleForReading
    var request = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, 120_000) <= 0 { throw Failure("a process has told nothing for too long") }
    heard += handle.availableData
  }

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
  func lastNumber() -> Int? {
    heard += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // What does not end with a line break was cut off.
    let lines = String(decoding: heard, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().last.flatMap { Int($0) }
  }
}
