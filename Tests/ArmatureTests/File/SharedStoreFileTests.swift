import Foundation
import TestSupport
import Testing

@testable import Armature

/// Several stores and processes on one file, and processes that are killed.
@Suite struct SharedStoreFileTests {
  private let shop: ShopFile

  init() throws {
    shop = try ShopFile()
    try shop.fill()
  }

  private func book(_ context: ManagedObjectContext) throws -> ManagedObject {
    try #require(context.fetch("Book").first)
  }

  @Test func `what another store has saved is noticed, and not overwritten`() throws {
    let (one, other) = (try shop.open(), try shop.open())
    try book(one.context).pages = 100
    try book(other.context).title = "Title"
    try one.context.save()
    let bytes = try shop.bytes
    let error = #expect(throws: FileStoreError.self) { try other.context.save() }
    #expect(
      error?.description
        == "\(shop.path) must be unchanged since this store read it, but another program has "
        + "changed it. Nothing was "
        + "written: call reload() of the store and refreshAll() of the context, and save again.")
    #expect(throws: FileStoreError.self) { try other.context.save() }
    #expect(try shop.bytes == bytes)
    try other.store.reload()
    // The row was replaced.
    #expect(throws: MergeConflicts.self) { try other.context.save() }
    try other.context.refreshAll()
    try other.context.save()
    let book = try book(shop.open().context)
    #expect(book["pages"] == 100 && book["title"] == "Title")
  }

  @Test func `new objects of two stores come together`() throws {
    let (one, other) = (try shop.open(), try shop.open())
    for (context, word) in [(one.context, "one"), (other.context, "other")] {
      try context.insert("Tag").word = word
    }
    try one.context.save()
    #expect(throws: FileStoreError.self) { try other.context.save() }
    try other.store.reload()
    try other.context.save()
    #expect(
      Set(try shop.open().context.fetch("Tag").map { $0["word"] ?? .null })
        == ["new", "used", "one", "other"])
  }

  @Test(arguments: [true, false])
  func `what an editor has changed is noticed`(_ isReplaced: Bool) throws {
    let (store, context) = try shop.open()
    try book(context).pages = 100
    let text = try shop.text.replacing("Lamp", with: "Oven")
    try Data(text.utf8).write(
      to: URL(filePath: shop.path), options: isReplaced ? .atomic : [])
    #expect(throws: FileStoreError.self) { try context.save() }
    #expect(try shop.text == text)
    try store.reload()
    try context.refreshAll()
    #expect(try context.fetch("Good", where: FetchPredicate("title = 'Oven'")).count == 1)
    try context.save()
    #expect(try shop.text.contains("Oven") && shop.text.contains("\"pages\":100"))
  }

  @Test func `stores that wait for the first save of a new file have the same objects`() throws {
    unlink(shop.path)
    let (one, other) = (try shop.open(), try shop.open())
    #expect(one.store.identifier == other.store.identifier)
    try one.context.insert("Tag").word = "one"
    try other.context.insert("Tag").word = "other"
    try one.context.save()
    #expect(throws: FileStoreError(path: shop.path, reason: .changed)) { try other.context.save() }
    try other.store.reload()
    try other.context.save()
    #expect(
      Set(try shop.open().context.fetch("Tag").map { $0["word"] ?? .null }) == ["one", "other"])
    unlink(shop.path)
    #expect(try shop.open().store.identifier != one.store.identifier)
  }

  @Test func `no commit gets the version of rows whose versions nobody had noted`() throws {
    let one = try shop.open()
    try book(one.context).pages = 1
    try one.context.save()
    // The state between the two steps of a commit, or after a program was killed there.
    let lock = shop.folder.appending(path: ".shop.json.lock")
    let numbers = try Data(contentsOf: lock)
    try numbers.prefix { $0 != 0x0A }.write(to: lock)
    let other = try shop.open()
    let theirs = try book(other.context)
    theirs.title = "Title"
    try book(one.context).pages = 2
    try one.context.save()
    #expect(throws: FileStoreError(path: shop.path, reason: .changed)) { try other.context.save() }
    try other.store.reload()
    #expect(throws: MergeConflicts.self) { try other.context.save() }
    try other.context.refreshAll()
    try other.context.save()
    let book = try book(shop.open().context)
    #expect(book["pages"] == 2 && book["title"] == "Title")
  }

  @Test func `no increment of several stores is lost`() throws {
    let (count, rounds) = (4, 30)
    let start = try shop.open().context
    try book(start).pages = 0
    try start.save()
    let model = shop.model
    let path = shop.path
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      let store = JSONFileStore(path)
      guard let container = try? PersistentContainer(model: model, store: store) else { return }
      let context = container.makeContext()
      for _ in 0..<rounds {
        var isSaved = false
        while !isSaved {
          do {
            let book = try context.fetch("Book")[0]
            book.pages = (book.pages ?? 0) + 1
            while !isSaved {
              do {
                try context.save()
                isSaved = true
              } catch let error as FileStoreError where error.reason == .changed {
                try store.reload()
              }
            }
          } catch is MergeConflicts {
            context.rollback()
            try? context.refreshAll()
          } catch {
            Issue.record(error)
            return
          }
        }
      }
    }
    #expect(try book(shop.open().context)["pages"] == .int(Int64(count * rounds)))
  }

  @Test(arguments: ["", "{", "garbage", "{\"Tag\": 3}"])
  func `what is no store any more is found, and told as what it is`(text: String) throws {
    let (store, context) = try shop.open()
    let container = try PersistentContainer(model: shop.model, store: store)
    #expect(try container.verify().isEmpty)
    let whole = try shop.text
    try shop.write(text)
    #expect(throws: ValidationReport.self) { try container.verify() }
    #expect(throws: ValidationReport.self) { try store.reload() }
    try book(context).pages = 3
    #expect(throws: (any Error).self) { try context.save() }
    try shop.write(whole)
    #expect(try container.verify().isEmpty)
  }

  @Test func `the whole file of another store is found, and told as what it is`() throws {
    let store = try shop.open().store
    let container = try PersistentContainer(model: shop.model, store: store)
    let other = try ShopFile()
    try other.fill()
    try shop.write(other.text)
    for look in [{ _ = try container.verify() }, store.reload] {
      let error = try #require(throws: FileStoreError.self) { try look() }
      #expect(error.reason == .otherStore)
    }
  }

  @Test func `a file that turns up where there was none is noticed`() throws {
    let text = try shop.text
    unlink(shop.path)
    let context = try shop.open().context
    try shop.write(text)
    try context.insert("Tag").word = "x"
    let error = #expect(throws: FileStoreError.self) { try context.save() }
    // Reading it would not help, because it contains another store's objects.
    #expect(
      error?.description
        == "\(shop.path) must be the file of this store, but is now the file of another one. "
        + "Nothing was "
        + "written: open it with a new store.")
    #expect(try shop.text == text)
  }

  @Test func `records without keys that others change are not taken for those that were read`()
    throws
  {
    try shop.write(#"{"Tag":[{"word":"old"}]}"#)
    let (store, context) = try shop.open()
    try #require(context.fetch("Tag").first).word = "mine"
    try shop.write(#"{"Tag":[{"word":"theirs"},{"word":"old"}]}"#)
    let error = FileStoreError(path: shop.path, reason: .otherStore)
    #expect(throws: error) { try context.save() }
    #expect(throws: error) { try store.reload() }
    #expect(context.hasChanges)
    #expect(try shop.text.contains("theirs"))
  }

  @Test func `a file that cannot be read again leaves the rows as they are`() throws {
    let (store, context) = try shop.open()
    let (text, rows) = (try shop.text, try ShopFile.rows(store, shop.model))
    try book(context).pages = 100
    try shop.write(text.replacing("\"word\"", with: "\"wrod\""))
    #expect(throws: ValidationReport.self) { try store.reload() }
    #expect(throws: FileStoreError.self) { try context.save() }
    try shop.write(text.replacing("\(store.identifier)", with: "\(UUID())"))
    #expect(throws: FileStoreError(path: shop.path, reason: .otherStore)) { try store.reload() }
    unlink(shop.path)
    #expect(throws: FileStoreError(path: shop.path, reason: .removed)) { try store.reload() }
    #expect(try ShopFile.rows(store, shop.model) == rows)
    try shop.write(text)
    try store.reload()
    try context.refreshAll()
    try context.save()
    #expect(try book(shop.open().context)["pages"] == 100)
  }

  @Test func `a version lasts, and none comes again`() throws {
    let context = try shop.open().context
    let book = try book(context)
    for pages in [1, 2, 3] {
      book.pages = pages
      try context.save()
    }
    func versions() throws -> [UInt32] {
      try shop.open().store.rows(FetchRequest("Good"), of: shop.model).map(
        \.version)
    }
    #expect(try versions() == [1, 4])
    // The changes made by an editor are unknown.
    try shop.write(shop.text)
    #expect(try versions() == [5, 5])
    try FileManager.default.removeItem(atPath: shop.folder.path + "/.shop.json.lock")
    #expect(try versions() == [1, 1])
  }

  @Test func `no version comes again where the file that has them is removed under a store`() throws
  {
    let (one, other) = (try shop.open(), try shop.open())
    try book(one.context).pages = 100
    try FileManager.default.removeItem(atPath: shop.folder.path + "/.shop.json.lock")
    try book(other.context).title = "Title"
    try other.context.save()
    try FileManager.default.removeItem(atPath: shop.folder.path + "/.shop.json.lock")
    try one.store.reload()
    #expect(throws: MergeConflicts.self) { try one.context.save() }
    #expect(try book(shop.open().context)["title"] == "Title")
  }

  // MARK: Processes

  /// Increments the pages of the book with a number of successful saves.
  private static func increment(_ path: String, times: Int) throws {
    let store = JSONFileStore(path)
    let context = try PersistentContainer(model: ShopFile.model(), store: store).makeContext()
    for _ in 0..<times {
      while true {
        guard let book = try context.fetch("Book").first, case .int(let pages)? = book["pages"]
        // This is another process: its end tells the test.
        else { fatalError("no book") }
        book.pages = Int(pages) + 1
        do {
          try context.save()
          break
        } catch let error as FileStoreError where error.reason == .changed {
          context.rollback()
          try store.reload()
          try context.refreshAll()
        }
      }
    }
  }

  @Test func `two processes count together`() async throws {
    let path = shop.path
    async let one: ExitTest.Result? = #expect(processExitsWith: .success) {
      [path = path as String] in
      try SharedStoreFileTests.increment(path, times: 100)
    }
    async let other: ExitTest.Result? = #expect(processExitsWith: .success) {
      [path = path as String] in
      try SharedStoreFileTests.increment(path, times: 100)
    }
    _ = await (one, other)
    #expect(try book(shop.open().context)["pages"] == 212)
  }

  /// Saves the same number in all tags repeatedly and confirms each save.
  private static func saveUntilKilled(_ path: String, after delay: Int) throws {
    let store = JSONFileStore(path)
    let context = try PersistentContainer(model: ShopFile.model(), store: store).makeContext()
    let tags = try context.fetch("Tag")
    let acknowledged = open(path + ".saved", O_WRONLY | O_CREAT, 0o644)
    Thread.detachNewThread {
      usleep(UInt32(delay))
      kill(getpid(), SIGKILL)
    }
    while true {
      // This is another process: its end tells the test.
      guard case .string(let word)? = tags[0]["word"] else { fatalError("no number") }
      let next = "\((Int(word) ?? 0) + 1)"
      for tag in tags { tag["word"] = .string(next) }
      try context.save()
      let bytes = Array(next.utf8)
      pwrite(acknowledged, bytes, bytes.count, 0)
    }
  }

  @Test func `no save that was told is lost when a process is killed, and none is half there`()
    async throws
  {
    let context = try shop.open().context
    for _ in 0..<30 { try context.insert("Tag").word = "0" }
    for tag in try context.fetch("Tag") { tag["word"] = "0" }
    try context.save()
    var random = SplitMix64(seed: 9)
    let path = shop.path
    var last = 0
    for round in 0..<25 {
      let delay = random.below(40_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int] in
        try SharedStoreFileTests.saveUntilKilled(path, after: delay)
      }
      let told = (try? String(contentsOfFile: path + ".saved", encoding: .utf8)).flatMap { Int($0) }
      let words = Set(try shop.open().context.fetch("Tag").map { $0["word"] ?? .null })
      guard case .string(let word)? = words.first, let saved = Int(word) else {
        Issue.record("round \(round): \(words)")
        return
      }
      #expect(words.count == 1, "round \(round), delay \(delay): \(words)")
      // The last save may be complete without confirmation.
      let least = max(told ?? 0, last)
      #expect((least...least + 1).contains(saved), "round \(round), delay \(delay)")
      #expect(try !shop.names.contains { $0.hasSuffix(".saving") })
      last = saved
    }
    // The number of saves depends on the machine.
    #expect(last > 0)
  }
}
