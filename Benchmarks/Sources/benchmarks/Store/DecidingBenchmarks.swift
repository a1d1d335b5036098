import Armature
import ArmatureSQLite
import Dispatch
import Foundation

/// Saves that decide by other objects, such as derived values, against those that decide by nothing; and eight
/// tasks that change the members of one object.
func decidingBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  [plainSaveBenchmark(sizes), derivedSaveBenchmark(sizes), hotOwnerBenchmark(sizes)]
}

/// Saves that decide by nothing.
private func plainSaveBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  let inserted = sizes(100_000)
  return Benchmark(
    name: "store/plain-save", repetitions: 7,
    comparisons: [
      .limit("one-among-1M-in-sqlite", "one-among-10k-in-sqlite", atMost: 1.5),
      Comparison(subject: "100k-inserts-in-sqlite", baseline: .nothing),
      Comparison(subject: "100k-inserts-in-memory", baseline: .nothing),
    ]
  ) {
    let large = Shared { try ChangedItem(count) }
    let small = Shared { try ChangedItem(10_000) }
    func insertions(_ name: String, _ make: @escaping () throws -> StockedItems) -> Subject {
      .prepared(name, operations: inserted, make) { try $0.context.save() }
    }
    return [
      .repeated("one-among-1M-in-sqlite") { try large.value.save() },
      .repeated("one-among-10k-in-sqlite") { try small.value.save() },
      insertions("100k-inserts-in-sqlite") { try StockedItems(inserted, in: StockedFile(0)) },
      insertions("100k-inserts-in-memory") { try StockedItems(inserted, in: nil) },
    ]
  }
}

/// Items that are made, and not saved yet.
private final class StockedItems {
  private let file: StockedFile?
  let context: ManagedObjectContext

  /// - Parameter file: The empty file that they will be in; `nil` for a store in memory.
  init(_ count: Int, in file: StockedFile?) throws {
    self.file = file
    let container = try file?.container ?? PersistentContainer(model: StockedFile.model)
    context = container.makeContext()
    try StockedFile.make(context, count)
  }
}

/// One item of a file, which is changed and saved.
private final class ChangedItem {
  private let file: StockedFile
  private let context: ManagedObjectContext
  private let item: ManagedObject
  private var changes = 0

  init(_ count: Int) throws {
    file = try StockedFile(count)
    context = file.container.makeContext()
    item = try context.fetch("Item", limit: 1, offset: count / 2)[0]
  }

  func save() throws {
    changes += 1
    item.rank = changes
    try context.save()
  }
}

/// Saving one of 100,000 items of a folder that counts them and sums their sizes.
private func derivedSaveBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  let stores = [("sqlite", true), ("memory", false)]
  return Benchmark(
    name: "store/save-beside-members", repetitions: 5,
    comparisons: stores.flatMap { store, _ in
      [
        Comparison.limit(
          "name-\(store)", "plain-\(store)", atMost: 1.5, note: "of an item that is counted"),
        .limit(
          "size-\(store)", "plain-and-sum-\(store)", atMost: 1.5,
          note: "and the sum of the sizes in memory"),
      ]
    }
  ) {
    let sum = Shared { try Folder(count, isDerived: true, in: .nothing) }
    let plainAlone = Shared { try Folder(count, isDerived: false, in: .nothing) }
    return stores.flatMap { store, isFile -> [Subject] in
      let derived = Shared { try Folder(count, isDerived: true, in: isFile ? .sqlite : .memory) }
      let plain = Shared { try Folder(count, isDerived: false, in: isFile ? .sqlite : .memory) }
      // Each subject takes many rounds, because the first one must bring its members into the caches of the processor.
      func renaming(_ folder: Folder) throws -> Double {
        try nanoseconds { for _ in 0..<200 { try folder.rename() } } / 200
      }
      func resizing(_ folder: Folder) throws -> Double {
        try nanoseconds { for _ in 0..<20 { try folder.resize() } } / 20
      }
      return [
        .measured("name-\(store)", .nanoseconds) { try renaming(derived.value) },
        .measured("plain-\(store)", .nanoseconds) { try renaming(plain.value) },
        .measured("size-\(store)", .nanoseconds) { try resizing(derived.value) },
        .measured("plain-and-sum-\(store)", .nanoseconds) {
          try resizing(plain.value) + resizing(sum.value) - resizing(plainAlone.value)
        },
      ]
    }
  }
}

/// A folder with items, in a context that has seen them all.
private final class Folder {
  enum Place { case sqlite, memory, nothing }

  private let file: FileInFolder?
  private let context: ManagedObjectContext
  private let item: ManagedObject
  private var changes = 0

  init(_ count: Int, isDerived: Bool, in place: Place) throws {
    let model = try Self.model(isDerived: isDerived)
    file = place == .sqlite ? try FileInFolder() : nil
    switch place {
    case .nothing: context = ManagedObjectContext(model: model)
    default:
      context = try PersistentContainer(
        model: model, store: file.map { SQLiteStore($0.path) } ?? InMemoryStore()
      ).makeContext()
    }
    let folder = try context.insert("Folder")
    folder.name = "all"
    for number in 0..<count {
      let item = try context.insert("Item")
      item.name = "item \(number)"
      item.size = number % 100
      item.folder = folder
    }
    try context.save()
    item = try context.fetch("Item", limit: 1, offset: count / 2)[0]
  }

  static func model(isDerived: Bool) throws -> ManagedObjectModel {
    try ManagedObjectModel("Folders") {
      Entity("Folder") {
        Attribute("name", String.self)
        if isDerived {
          Attribute("count", Int?.self).derived(from: .aggregate(.count, of: .keyPath(["items"])))
          Attribute("size", Int?.self).derived(
            from: .aggregate(.sum, of: .keyPath(["items", "size"])))
        } else {
          Attribute("count", Int?.self)
          Attribute("size", Int?.self)
        }
        Relationship("items", to: "Item", .toMany, inverse: "folder", onDelete: .cascade)
      }
      Entity("Item") {
        Attribute("name", String.self)
        Attribute("size", Int.self)
        Relationship("folder", to: "Folder", inverse: "items")
      }
    }
  }

  func rename() throws {
    changes += 1
    item.name = "changed \(changes)"
    try context.save()
  }

  func resize() throws {
    changes += 1
    item.size = 1_000 + changes
    try context.save()
  }
}

/// Eight tasks, each of which adds items to the same folder, and saves after each.
private func hotOwnerBenchmark(_ sizes: Sizes) -> Benchmark {
  let saves = sizes(400)
  let stores = [("sqlite", true), ("memory", false)]
  return Benchmark(
    name: "store/eight-writers", repetitions: 3,
    comparisons: stores.flatMap { store, _ in
      [
        Comparison(
          subject: "save-\(store)", baseline: .limit("alone-\(store)"),
          note: "by the clock; alone: as many saves of one task"),
        Comparison(
          subject: "slowest-\(store)", baseline: .limit("fastest-\(store)"),
          goal: .ratio(atMost: 3), note: "the time of a writer until all its saves are done"),
        Comparison(
          subject: "rounds-\(store)", baseline: .nothing, note: "commits that were tried for a save"
        ),
      ]
    }
  ) {
    stores.flatMap { store, isFile -> [Subject] in
      var last: HotFolder.Outcome?
      func measure(_ writers: Int) throws -> HotFolder.Outcome {
        try HotFolder(isFile: isFile).run(writers: writers, saves: saves / writers)
      }
      return [
        .measured("save-\(store)", .nanoseconds) {
          let outcome = try measure(8)
          last = outcome
          return outcome.time / Double(saves)
        },
        .measured("alone-\(store)", .nanoseconds) { try measure(1).time / Double(saves) },
        .measured("slowest-\(store)", .milliseconds) { (last?.ends.max() ?? 0) / 1e6 },
        .measured("fastest-\(store)", .milliseconds) { (last?.ends.min() ?? 0) / 1e6 },
        .measured("rounds-\(store)", .rounds) { Double(last?.commits ?? 0) / Double(saves) },
      ]
    }
  }
}

/// A folder whose items are counted, and to which several tasks add.
private final class HotFolder {
  struct Outcome {
    /// Until all have ended, in nanoseconds by the clock.
    let time: Double
    /// When each has ended.
    let ends: [Double]
    /// How many commits were tried.
    let commits: Int
  }

  private let file: FileInFolder?
  private let store: TriedStore
  private let container: PersistentContainer
  private let folder: ManagedObjectID

  init(isFile: Bool) throws {
    file = isFile ? try FileInFolder() : nil
    store = TriedStore(file.map { SQLiteStore($0.path) } ?? InMemoryStore())
    container = try PersistentContainer(model: Folder.model(isDerived: true), store: store)
    let context = container.makeContext()
    let folder = try context.insert("Folder")
    folder.name = "hot"
    try context.save()
    self.folder = folder.objectID
  }

  func run(writers: Int, saves: Int) throws -> Outcome {
    let (container, folder) = (container, folder)
    let ends = Ends(writers)
    let before = store.tries
    for writer in 0..<writers {
      // A thread for each: a container runs fewer closures at the same time.
      Thread {
        let start = ends.begin()
        do {
          try Self.add(saves, to: folder, container.makeContext())
        } catch {
          preconditionFailure("writer \(writer) must save, but: \(error)")
        }
        ends.note(Double(DispatchTime.now().uptimeNanoseconds - start))
      }.start()
    }
    let times = ends.wait()
    let time = times.max() ?? 0
    let count: Int? = try container.makeContext().existingObject(with: folder).count
    precondition(count == writers * saves)
    return Outcome(time: time, ends: times, commits: store.tries - before)
  }

  /// Saves items of a folder, one by one.
  private static func add(
    _ saves: Int, to folder: ManagedObjectID, _ context: ManagedObjectContext
  ) throws {
    context.mergesChangesAutomatically = true
    for number in 0..<saves {
      let item = try context.insert("Item")
      item.name = "item \(number)"
      item.size = number
      item.folder = try context.existingObject(with: folder)
      try context.save()
    }
  }
}

/// When threads have ended.
///
/// `@unchecked Sendable`: the times are behind a condition.
private final class Ends: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  private var times: [Double] = []
  private var readyCount = 0
  private var start: UInt64 = 0

  init(_ count: Int) { self.count = count }

  /// Waits until all are ready, and tells when that was.
  func begin() -> UInt64 {
    condition.lock()
    defer { condition.unlock() }
    readyCount += 1
    if readyCount == count {
      start = DispatchTime.now().uptimeNanoseconds
      condition.broadcast()
    }
    while readyCount < count { condition.wait() }
    return start
  }

  func note(_ time: Double) {
    condition.lock()
    times.append(time)
    condition.broadcast()
    condition.unlock()
  }

  /// The times of all, once they have ended.
  func wait() -> [Double] {
    condition.lock()
    defer { condition.unlock() }
    while times.count < count { condition.wait() }
    return times
  }
}

/// A store over another one that counts the commits that are tried, by several tasks.
///
/// `@unchecked Sendable`: the count is behind a lock.
private final class TriedStore: PersistentStore, @unchecked Sendable {
  private let store: any PersistentStore
  private let lock = DispatchQueue(label: "tries")
  private var count = 0

  init(_ store: any PersistentStore) { self.store = store }

  var tries: Int { lock.sync { count } }

  var identifier: UUID { store.identifier }

  func open(_ model: ManagedObjectModel) throws { try store.open(model) }

  func reserveKeys(_ count: Int) throws -> Range<Int64> { try store.reserveKeys(count) }

  func reader() throws -> any StoreReader { try store.reader() }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    lock.sync { count += 1 }
    return try store.commit(changes)
  }
}
