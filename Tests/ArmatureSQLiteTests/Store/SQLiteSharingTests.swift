import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Concurrent readers and writers of one file.
@Suite(.needsSQLite) struct SQLiteSharingTests {
  /// Another program that locks a file until it is told to release it.
  private final class Holder {
    private let process = Process()
    private let input = Pipe()

    /// Runs statements and keeps running.
    init(_ path: String, _ statements: [String]) throws {
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments =
        [
          "python3", "-c",
          """
          import sqlite3, sys
          c = sqlite3.connect(sys.argv[1], isolation_level=None)
          for s in sys.argv[2:]: c.execute(s).fetchall()
          print("held", flush=True)
          sys.stdin.read()
          """, path,
        ] + statements
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      try #require(output.fileHandleForReading.availableData.count > 0)
    }

    func letGo() throws {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  @Test func `a writer who stays too long is told, and nothing is lost`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let ledger = try Ledger(path, busyTimeout: .milliseconds(150))
    try ledger.start()
    let context = ledger.container.makeContext()
    _ = try ledger.add(context)
    let holder = try Holder(path, ["BEGIN IMMEDIATE", "UPDATE Account SET number = 99"])
    for _ in 0..<2 {
      let error = #expect(throws: SQLiteStoreError.self) { try ledger.add(context) }
      #expect(error == .busy(path: path))
      #expect(error?.isBusy == true)
      #expect(context.hasChanges)
      // Uncommitted changes are invisible and do not block readers.
      #expect(try ledger.number() == 1)
      context.rollback()
    }
    try context.insert("Entry").setValue(2, forKey: "number")
    #expect(throws: SQLiteStoreError.busy(path: path)) { try context.save() }
    try holder.letGo()
    try context.save()
    #expect(try ledger.container.makeContext().count("Entry") == 4)
    context.rollback()
    #expect(try ledger.add(context) == 2)
  }

  @Test func `a reader who stays for long keeps nobody from saving, and its state`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let ledger = try Ledger(path, busyTimeout: .milliseconds(150))
    try ledger.start()
    let holder = try Holder(path, ["BEGIN", "SELECT * FROM Account"])
    let reader = try ledger.container.store.reader()
    // The reader's state is the one of its first answer.
    #expect(try reader.count(FetchRequest("Entry")) == 0)
    let context = ledger.container.makeContext()
    for _ in 0..<40 { _ = try ledger.add(context) }
    #expect(try reader.count(FetchRequest("Entry")) == 0)
    #expect(try ledger.number() == 40)
    try holder.letGo()
    #expect(try ledger.add(context) == 41)
  }

  @Test func `a walk over batches sees one state while others save`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let (mine, theirs) = (try Ledger(path), try Ledger(path))
    let (context, other) = (mine.container.makeContext(), theirs.container.makeContext())
    for number in 0..<100 { try other.insert("Entry").setValue(number, forKey: "number") }
    try other.save()
    for isSame in [false, true] {
      let writer = isSame ? mine.container.makeContext() : other
      try context.refreshAll()
      context.reset()
      let before = try context.fetch("Entry").map { try $0.value(forKey: "number", as: Int.self) }
      context.reset()
      var request = FetchRequest("Entry")
      request.batchSize = 7
      var seen: [Int?] = []
      try context.forEachBatch(of: request) { batch in
        for entry in batch { seen.append(try entry.value(forKey: "number", as: Int.self)) }
        try writer.refreshAll()
        for entry in try writer.fetch("Entry") {
          let number = try #require(try entry.value(forKey: "number", as: Int.self))
          try entry.setValue(number + 1000, forKey: "number")
        }
        try writer.insert("Entry")
        try writer.save()
      }
      #expect(seen == before, "by \(isSame ? "a context of the same store" : "another store")")
    }
  }

  @Test(arguments: [["-wal"], ["-shm"], ["-wal", "-shm"]], [false, true])
  func `nothing is saved to a log that was removed or replaced under an open store`(
    _ ends: [String], _ isLinked: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    try Ledger(file).start()
    let path = isLinked ? folder.file("link") : file
    if isLinked {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: file)
    }
    let ledger = try Ledger(path)
    let context = ledger.container.makeContext()
    for _ in 0..<3 { _ = try ledger.add(context) }
    for end in ends {
      try FileManager.default.moveItem(atPath: file + end, toPath: file + end + ".old")
    }
    for isReplaced in [false, true] {
      if isReplaced { for end in ends { try Data().write(to: URL(filePath: file + end)) } }
      #expect(throws: SQLiteStoreError.replaced(path: path)) { try ledger.add(context) }
      context.rollback()
    }
    for end in ends {
      try FileManager.default.removeItem(atPath: file + end)
      try FileManager.default.moveItem(atPath: file + end + ".old", toPath: file + end)
    }
    #expect(try ledger.add(context) == 4)
    #expect(try Ledger(path).number() == 4)
  }
}
