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

/// Processes that are killed at any moment, and several concurrent ones, with external data.
@Suite(.needsSQLite) struct SQLiteExternalProcessTests {
  private static let kills = Kills.count(usual: 8)

  /// Sets the same number on some photos, with bytes derived from it; adds and deletes a photo.
  private static func change(_ album: Album, _ context: ManagedObjectContext) throws {
    let photos = try context.fetch("Photo", orderedBy: [.ascending("name")])
    let number = try #require(try photos.first?.value(forKey: "number", as: Int.self)) + 1
    for photo in photos.prefix(3) {
      try photo.setValue(number, forKey: "number")
      try photo.setValue(bytes(number), forKey: "bytes")
    }
    if photos.count > 3 { try context.delete(photos[3]) }
    try album.add("z \(number)", bytes(number), to: context).setValue(number, forKey: "number")
    try context.save()
  }

  private static func bytes(_ number: Int) -> Data {
    // Some are stored in rows.
    Album.bytes(number % 5 == 0 ? 4 : 1_000 + number % 3_000, number)
  }

  private func start(_ path: String) throws {
    let album = try Album(path)
    let context = album.container.makeContext()
    for name in ["a", "b", "c"] { try album.add(name, nil, to: context) }
    try context.save()
  }

  /// Expects that all photos are from one save, with the bytes of their numbers.
  ///
  /// - Returns: The number of the save.
  @discardableResult
  private static func expectWhole(_ album: Album) throws -> Int {
    let photos = try album.container.makeContext().fetch("Photo", orderedBy: [.ascending("name")])
    let numbers = try photos.map { try #require(try $0.value(forKey: "number", as: Int.self)) }
    #expect(Set(numbers).count == 1 && photos.count == (numbers[0] == 0 ? 3 : 4), "\(numbers)")
    for photo in photos where numbers[0] > 0 {
      #expect(try photo.value(forKey: "bytes", as: Data.self) == bytes(numbers[0]))
    }
    return numbers[0]
  }

  @Test(arguments: [SQLiteStore.Durability.full, .normal])
  func `a process that is killed leaves whole saves, and files that the next one removes`(
    _ durability: SQLiteStore.Durability
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try start(path)
    var random = SplitMix64(seed: 5)
    var saves = 0
    for _ in 0..<Self.kills {
      let (delay, name) = (500 + random.below(80_000), durability.rawValue)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int, name = name as String] in
        let album = try Album(path, durability: #require(.init(rawValue: name)))
        let context = album.container.makeContext()
        Kills.killThisProcess(after: delay)
        while true { try Self.change(album, context) }
      }
      let album = try Album(path)
      let number = try Self.expectWhole(album)
      #expect(number >= saves)
      saves = number
      let references = try album.references()
      #expect(Set(album.files).isSuperset(of: references))
      try Self.change(album, album.container.makeContext())
      saves += 1
      #expect(try album.references() == album.files)
    }
    expectIntact(path)
    // One save of each round is made here.
    #expect(saves > Self.kills, "a test that kills before the first save shows nothing")
  }

  @Test
  func `a process that is killed before it commits leaves a file, which the next one removes`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try start(path)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      // The log receives the statement that follows writing the file.
      let store = SQLiteStore(
        path, inlineLimit: 8,
        log: { statement, _ in
          if statement.hasPrefix("INSERT INTO \"Photo\"") { kill(getpid(), SIGKILL) }
        })
      let container = try PersistentContainer(model: Album.model(), store: store)
      let context = container.makeContext()
      try context.insert("Photo").setValuesForKeys(["name": "d", "bytes": Album.bytes(100)])
      try context.save()
    }
    let album = try Album(path)
    #expect(album.files.count == 1)
    #expect(try album.references() == [])
    try Self.change(album, album.container.makeContext())
    #expect(try album.references() == album.files)
    #expect(try Self.expectWhole(album) == 1)
  }

  @Test func `the first save of one store leaves the file that another is about to commit`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try start(path)
    let newcomer = try Album(path)
    let (other, isOver) = (DispatchQueue(label: "newcomer"), DispatchSemaphore(value: 0))
    let store = SQLiteStore(
      path, inlineLimit: 8,
      log: { statement, _ in
        if !statement.hasPrefix("INSERT INTO \"Photo\"") { return }
        // The file is written but the row is not committed, so another save waits for it.
        #expect(newcomer.files.count == 1)
        other.async {
          #expect(throws: Never.self) {
            let context = newcomer.container.makeContext()
            try newcomer.add("newcomer", Album.bytes(50), to: context)
            try context.save()
          }
          isOver.signal()
        }
        usleep(100_000)
      })
    let context = try PersistentContainer(model: Album.model(), store: store).makeContext()
    try context.insert("Photo").setValuesForKeys(["name": "d", "bytes": Album.bytes(100)])
    try context.save()
    isOver.wait()
    #expect(try newcomer.references() == newcomer.files && newcomer.files.count == 2)
    #expect(try newcomer.bytes(of: "d") == Album.bytes(100))
    #expect(try newcomer.bytes(of: "newcomer") == Album.bytes(50))
  }

  @Test func `processes that save and read at the same time find whole saves, and leave no file`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try start(path)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String] in
            let album = try Album(path)
            let context = album.container.makeContext()
            for _ in 0..<25 {
              while true {
                do {
                  try Self.change(album, context)
                  break
                } catch let error where error is MergeConflicts || error is ValidationReport {
                  context.rollback()
                  try context.refreshAll()
                }
              }
            }
          }
        }
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String] in
            let album = try Album(path)
            for _ in 0..<60 { try Self.expectWhole(album) }
          }
        }
      }
    }
    let album = try Album(path)
    #expect(try Self.expectWhole(album) == 50)
    try Self.change(album, album.container.makeContext())
    #expect(try album.references() == album.files)
    expectIntact(path)
  }
}
