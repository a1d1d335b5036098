import Armature
import Foundation

/// A store in a file, which appends each change as a line of JSON.
///
/// The rows are in memory, where requests find them. Opening the file replays its lines. An incomplete last line
/// belongs to a commit that was interrupted and never reported as saved.
///
/// `@unchecked Sendable`: the lock guards all mutable state.
final class JournalStore: PersistentStore, StoreReader, @unchecked Sendable {
  let identifier: UUID
  let path: String
  let file: FileHandle
  private let lock = NSLock()
  private var rows: InMemoryStore
  private var failure: (any Error)?

  /// A line of the file. The first line has the format and the identifier, the second the model.
  private struct Line: Codable {
    var format: Int?
    var store: UUID?
    var model: ModelFingerprint?
    var keys: Int?
    var commit: StoreTransaction?
  }

  /// Opens a file, or creates a new one.
  init(at path: String) throws {
    self.path = path
    if !FileManager.default.fileExists(atPath: path) {
      // Written atomically, so the file is never visible without its first line.
      try Self.data(Line(format: 1, store: UUID())).write(to: URL(filePath: path), options: .atomic)
    }
    file = try FileHandle(forUpdating: URL(filePath: path))
    guard let first = try Self.lines(of: file).first, let identifier = first.store else {
      throw JournalError.noJournal(path: path)
    }
    if let format = first.format, format != 1 {
      throw JournalError.newerFormat(path: path, format)
    }
    self.identifier = identifier
    rows = InMemoryStore(identifier: identifier)
  }

  func open(_ model: ManagedObjectModel) throws {
    try lock.withLock {
      let rows = InMemoryStore(identifier: identifier)
      try rows.open(model)
      let lines = try Self.lines(of: file)
      for line in lines {
        if let other = line.model, other != model.fingerprint {
          throw PersistentStoreError.otherModel
        }
        if let count = line.keys { _ = try rows.reserveKeys(count) }
        if let transaction = line.commit { _ = try rows.commit(transaction) }
      }
      self.rows = rows
      if lines.count == 1 { try append(Line(model: model.fingerprint)) }
    }
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try using { rows in
      try append(Line(keys: count))
      return try rows.reserveKeys(count)
    }
  }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try using { rows in
      // A rejected transaction does not become a line.
      let versions = try rows.commit(changes)
      try append(Line(commit: changes.transaction))
      return versions
    }
  }

  func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    try using { try $0.fetch(request, into: rows) }
  }

  func count(_ request: FetchRequest) throws -> Int { try using { try $0.count(request) } }

  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    try using { try $0.rows(for: keys, of: entity, into: rows) }
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try using { try $0.links(for: keys, along: relationship, of: entity) }
  }

  private func using<Result>(_ body: (InMemoryStore) throws -> Result) throws -> Result {
    try lock.withLock {
      if let failure { throw failure }
      return try body(rows)
    }
  }

  /// Appends a line and waits until it is on disk.
  ///
  /// After an error, the rows in memory may be ahead of the file, so the store must be reopened.
  private func append(_ line: Line) throws {
    let data = try Self.data(line)
    var end: UInt64?
    do {
      end = try file.seekToEnd()
      try file.write(contentsOf: data)
      try file.synchronize()
    } catch {
      if let end { try? file.truncate(atOffset: end) }
      failure = JournalError.notWritten(reason: "\(error)")
      throw error
    }
  }

  private static func data(_ line: Line) throws -> Data {
    try JSONEncoder().encode(line) + Data("\n".utf8)
  }

  /// Returns the lines of a file, and truncates the file after the last complete line.
  private static func lines(of file: FileHandle) throws -> [Line] {
    try file.seek(toOffset: 0)
    let data = try file.readToEnd() ?? Data()
    let newline = UInt8(ascii: "\n")
    let end = data.lastIndex(of: newline).map { $0 + 1 } ?? 0
    if end < data.count { try file.truncate(atOffset: UInt64(end)) }
    return try data[..<end].split(separator: newline).map {
      try JSONDecoder().decode(Line.self, from: $0)
    }
  }
}
