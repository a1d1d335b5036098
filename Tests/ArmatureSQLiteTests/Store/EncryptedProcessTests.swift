#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import Foundation
import TestSupport
import Testing

@testable import ArmatureSQLite

/// Processes that are killed while they save to an encrypted file or change its key, and several concurrent ones.
@Suite(.needsEncryption) struct EncryptedProcessTests {
  private static let kills = Kills.count(usual: 5)

  @Test func `a process that is killed while it changes the key leaves a file with either key`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let keys = [EncryptedFileTests.key, EncryptedFileTests.other]
    let ledger = try Ledger(path, key: keys[0])
    try ledger.start()
    let context = ledger.container.makeContext()
    for number in 0..<3_000 {
      try context.insert("Entry").setValue(
        String(repeating: "\(number)", count: 300), forKey: "text")
    }
    try context.save()
    try #require(ledger.container.store as? SQLiteStore).closeConnections()
    var random = SplitMix64(seed: 3)
    var current = 0
    for _ in 0..<Self.kills {
      let delay = random.below(40_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int, current = current as Int] in
        let keys = [EncryptedFileTests.key, EncryptedFileTests.other]
        let store = SQLiteStore(path, key: { keys[current] })
        try store.open(Ledger.model())
        Kills.killThisProcess(after: delay)
        try store.rekey(to: keys[1 - current])
        while true { pause() }
      }
      func count(_ key: SQLiteKey) throws -> Int {
        try Ledger(path, key: key).container.makeContext().count("Entry")
      }
      do {
        #expect(try count(keys[current]) == 3_000)
      } catch SQLiteStoreError.wrongKey {
        current = 1 - current
        #expect(try count(keys[current]) == 3_000)
      }
      #expect(throws: SQLiteStoreError.wrongKey(path: path)) { try count(keys[1 - current]) }
    }
    #expect(
      try Ledger(path, key: keys[current]).container.verify().filter { $0.severity == .error }
        .allSatisfy { $0.entity == "Entry" })
  }

  @Test func `processes that save at the same time lose nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let ledger = try Ledger(path, key: EncryptedFileTests.key)
    try ledger.start()
    async let first = #expect(processExitsWith: .success) { [path = path as String] in
      try Ledger(path, key: EncryptedFileTests.key).add(count: 20)
    }
    async let second = #expect(processExitsWith: .success) { [path = path as String] in
      try Ledger(path, key: EncryptedFileTests.key).add(count: 20)
    }
    try ledger.add(count: 20)
    _ = await (first, second)
    #expect(try ledger.number() == 60)
    #expect(try files(containing: "entry", in: folder.path).isEmpty)
  }
}
