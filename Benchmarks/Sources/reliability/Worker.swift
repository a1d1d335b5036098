import Armature
import Foundation

/// Another process that works on a store: `reliability worker open|steps|count|tally|migrate <store> <path> <number>`.
final class Worker {
  let process = Process()
  private let pipe = Pipe()
  /// The output so far.
  private var heard = Data()
  /// The path of this program.
  static let program = URL(filePath: CommandLine.arguments[0]).standardizedFileURL

  /// Starts this program with other arguments.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = pipe
    try process.run()
  }

  /// Opens a store and prints a line before and after.
  static func open(_ kind: StoreKind, _ path: String) throws {
    tell(0)
    _ = try kind.open(path)
    tell(1)
  }

  /// Takes steps in a store's ledger and prints a line for each saved one.
  static func steps(_ kind: StoreKind, _ path: String, killAt call: Int?) throws {
    let ledger = try kind.patiently { try Ledger(kind.open(path).context) }
    tell(try kind.patiently { try ledger.steps })
    if let call {
      try InjectedFaults().arm(path, Fault(Fault.Calls.others.union(.write), .kill), call)
    }
    while true {
      let number = try kind.patiently {
        // A step that failed halfway is repeated.
        ledger.context.rollback()
        try ledger.takeStep()
        return try ledger.steps
      }
      try kind.patiently { try ledger.context.save() }
      tell(number)
    }
  }

  /// Increments the number of steps repeatedly, in competition with other processes.
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

  /// Migrates a file and prints a line before and after.
  static func migrate(_ kind: StoreKind, _ path: String, killAt call: Int?) throws {
    tell(0)
    if let call {
      try InjectedFaults().arm(path, Fault(Fault.Calls.others.union(.write), .kill), call)
    }
    try MovedLedger.migrate(kind, path)
    tell(1)
  }

  /// Prints a line immediately, so that it survives the end of this process.
  static func tell(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Passes the output to a handler on another thread; no data is the end of the output.
  func onOutput(_ hear: @escaping @Sendable (Data) -> Void) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread {
      while true {
        let data = handle.availableData
        hear(data)
        if data.isEmpty { return }
      }
    }
  }

  /// Waits for a new line or for the end of the output.
  ///
  /// - Throws: ``Failure`` after two minutes.
  func awaitNews() throws {
    let handle = pipe.fileHandleForReading
    var request = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, 120_000) <= 0 { throw Failure("a process has told nothing for too long") }
    heard += handle.availableData
  }

  /// Waits for the end and returns the output.
  ///
  /// - Throws: ``Failure`` if the exit status is not 0.
  func output() throws -> String {
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure("a process ended with \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Waits for the end and returns the last printed number.
  func lastNumber() -> Int? {
    heard += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // A line without a line break is incomplete.
    let lines = String(decoding: heard, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().last.flatMap { Int($0) }
  }
}
