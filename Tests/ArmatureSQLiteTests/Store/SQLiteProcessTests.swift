#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Processes that are killed at any moment, and several concurrent ones on one file.
@Suite(.needsSQLite) struct SQLiteProcessTests {
  private static let kills = Kills.count(usual: 6)

  /// Writes a number to a file, so that it survives the end of the process.
  private static func acknowledge(_ number: Int, _ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let text = Array("\(number)\n".utf8)
    _ = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  private static func acknowledged(_ path: String) -> Int {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").last.flatMap { Int($0) } ?? 0
  }

  @Test(arguments: [SQLiteStore.Durability.full, .normal])
  func `a process that is killed loses no save that it has heard of, and leaves none by half`(
    _ durability: SQLiteStore.Durability
  ) async throws {
    let folder = try TemporaryFolder()
    let (path, log) = (folder.file(), folder.file("log"))
    try Ledger(path).start()
    var random = SplitMix64(seed: 1)
    var saves = 0
    for round in 0..<Self.kills {
      let delay = 500 + random.below(30_000)
      let name = durability.rawValue
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          path = path as String, log = log as String, delay = delay as Int, name = name as String,
          round = round as Int
        ] in
        let ledger = try Ledger(path, durability: #require(.init(rawValue: name)))
        let context = ledger.container.makeContext()
        // On a busy machine, too, every second process must save.
        if round % 2 == 0 { Self.acknowledge(try ledger.add(context), log) }
        Kills.killThisProcess(after: delay)
        while true { Self.acknowledge(try ledger.add(context), log) }
      }
      expectIntact(path)
      let found = try Ledger(path).number()
      let told = Self.acknowledged(log)
      #expect(found == told || found == told + 1, "\(told) saves were acknowledged")
      // The next process starts there.
      if found > told { Self.acknowledge(found, log) }
      saves = found
    }
    #expect(saves > Self.kills / 3, "a test that kills before the first save shows nothing")
  }

  @Test func `several processes add to one account, and no addition is lost`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Ledger(path).start()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String] in
            try Ledger(path).add(count: 25)
          }
        }
      }
    }
    #expect(try Ledger(path).number() == 100)
    expectIntact(path)
  }

  @Test func `several processes make one file at the same time, and all of them have it`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, number = number as Int] in
            let context = try Ledger(path).container.makeContext()
            try context.insert("Entry").setValue(number, forKey: "number")
            try context.save()
          }
        }
      }
    }
    let context = try Ledger(path).container.makeContext()
    let numbers = try context.fetch("Entry").map { try $0.value(forKey: "number", as: Int.self) }
    #expect(Set(numbers) == [0, 1, 2, 3] && numbers.count == 4)
    expectIntact(path)
  }

  @Test func `a full disk is told, and the save succeeds once there is room`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Ledger(path).start()
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Otherwise the system would end the process.
      signal(SIGXFSZ, SIG_IGN)
      let ledger = try Ledger(path)
      let context = ledger.container.makeContext()
      for round in 0..<12 {
        limitFiles(to: 40_000 + round * 7_000)
        var number = try ledger.number()
        var failure: SQLiteStoreError?
        while failure == nil {
          do {
            number = try ledger.add(context)
          } catch let error as SQLiteStoreError {
            failure = error
          }
          try #require(number < 2000)
        }
        let text = try #require(failure).description
        #expect(text.contains("nothing"), "\(text)")
        #expect(context.hasChanges)
        #expect(try ledger.number() == number)
        limitFiles(to: nil)
        try context.save()
        #expect(try ledger.number() == number + 1)
      }
    }
    expectIntact(path)
  }

  @Test(arguments: ["file", "folder"])
  func `what may only be read is told, and stays as it is`(_ what: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    do {
      let ledger = try Ledger(path)
      try ledger.start()
      _ = try ledger.add(ledger.container.makeContext())
    }
    try runSQL("PRAGMA wal_checkpoint(TRUNCATE)", path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    await #expect(processExitsWith: .success) {
      [path = path as String, what = what as String, folder = folder.path as String] in
      chmod(what == "file" ? path : folder, what == "file" ? 0o444 : 0o555)
      if what == "file" { chmod(folder, 0o777) } else { chmod(path, 0o666) }
      // The superuser has all permissions.
      if getuid() == 0 { try #require(setuid(65534) == 0) }
      do {
        let ledger = try Ledger(path)
        _ = try ledger.add(ledger.container.makeContext())
        Issue.record("it is written")
      } catch let error as SQLiteStoreError {
        let text = error.description
        #expect(text.contains(path) && text.contains("Check"), "\(text)")
      }
    }
    chmod(folder.path, 0o700)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    #expect(try Ledger(path).number() == 1)
  }

  /// Returns a file with its last saves only in its log, as after killing a process.
  private func killed(_ folder: TemporaryFolder, saves: Int) async throws -> String {
    let path = folder.file("killed.sqlite")
    try Ledger(path).start()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, saves = saves as Int] in
      let ledger = try Ledger(path)
      let context = ledger.container.makeContext()
      for _ in 0..<saves { _ = try ledger.add(context) }
      kill(getpid(), SIGKILL)
    }
    return path
  }

  @Test func `a damaged log gives the saves before the damage, each as a whole`() async throws {
    let folder = try TemporaryFolder()
    let path = try await killed(folder, saves: 12)
    let log = try Data(contentsOf: URL(filePath: path + "-wal"))
    try #require(log.count > 20_000)
    var random = SplitMix64(seed: 3)
    var numbers: Set<Int> = []
    for round in 0..<24 {
      let copy = folder.file("copy.sqlite")
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) }
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      var bytes = log
      switch round % 4 {
      case 0: bytes = bytes.prefix(random.below(bytes.count))
      case 1: bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
      case 2: bytes.replaceSubrange(random.below(32)..<32, with: Data(count: 8))
      default: break
      }
      try bytes.write(to: URL(filePath: copy + "-wal"))
      // The index of the log must not be trusted.
      if round % 3 > 0 {
        let index = Data((0..<32_768).map { _ in round % 3 == 1 ? 0 : UInt8(random.below(256)) })
        try index.write(to: URL(filePath: copy + "-shm"))
      }
      let ledger = try Ledger(copy)
      let number = try ledger.number()
      #expect(number <= 12)
      if round % 4 == 3 { #expect(number == 12) }
      numbers.insert(number)
      #expect(try ledger.add(ledger.container.makeContext()) == number + 1)
      if round % 6 == 0 { expectIntact(copy) }
    }
    #expect(numbers.count > 3)
  }
}
