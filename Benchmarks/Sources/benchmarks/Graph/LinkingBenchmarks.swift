import Armature

/// Appending to lists, which also sets the inverse, and replacing their members.
func linkingBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(200_000)
  let perWriter = 1000
  return Benchmark(
    name: "graph/link", repetitions: 5,
    comparisons: [
      .limit("append/by-name", "append/plain-class", atMost: 1.2),
      .limit("append/typed-view", "append/plain-class", atMost: 1.2),
      .limit("append/custom-class", "append/plain-class", atMost: 1.2),
      .limit("append/insert-into", "append/plain-class", atMost: 1.2),
      .limit("replace-all/by-name", "append/by-name", atMost: 2),
      .limit("replace-all/one-list", "append/by-name", atMost: 2, note: "one list of all members"),
      .limit("reverse-all/one-list", "append/by-name", atMost: 2, note: "one list of all members"),
      .limit(
        "replace-all/by-name", "replace-all/plain-class", atMost: nil,
        note: "plain: the old ones' references cleared, new ones' set"),
    ]
  ) {
    let lists = Shared { Replacement(count, perWriter) }
    let oneList = Shared { Replacement(count, count) }
    let reversed = Shared { Shelf(works: count, perWriter: count) }
    let plainLists = Shared { PlainReplacement(count, perWriter) }
    func unlinked(_ hasClasses: Bool = false) -> Shelf {
      Shelf(works: count, perWriter: perWriter, hasClasses: hasClasses, isLinked: false)
    }
    return [
      .prepared(
        "append/plain-class", operations: count,
        { PlainShelf(works: count, perWriter: perWriter, isLinked: false) }, { $0.link() }),
      .prepared("append/by-name", operations: count, { unlinked() }, { $0.link() }),
      .prepared(
        "append/typed-view", operations: count,
        {
          let shelf = unlinked()
          return (
            shelf, shelf.writers.compactMap { Managed<Writer>($0) },
            shelf.works.compactMap { Managed<Work>($0) }
          )
        },
        { _, writers, works in
          for (index, work) in works.enumerated() { work.writer = writers[index / perWriter] }
        }),
      .prepared(
        "append/custom-class", operations: count,
        {
          let shelf = unlinked(true)
          return (
            shelf, shelf.writers.compactMap { $0 as? WriterObject },
            shelf.works.compactMap { $0 as? WorkObject }
          )
        },
        { _, writers, works in
          for (index, work) in works.enumerated() { work.writer = writers[index / perWriter] }
        }),
      .prepared(
        "append/insert-into", operations: count, { unlinked() },
        { shelf in
          for (index, work) in shelf.works.enumerated() {
            try shelf.writers[index / perWriter].insert(work, into: "works")
          }
        }),
      .prepared(
        "replace-all/by-name", operations: count, { lists.value }, { $0.replace() }),
      .prepared(
        "replace-all/one-list", operations: count, { oneList.value }, { $0.replace() }),
      .prepared(
        "reverse-all/one-list", operations: count,
        {
          let writer = reversed.value.writers[0]
          let works: [ManagedObject] = writer.works ?? []
          return (writer, Array(works.reversed()))
        }, { writer, works in writer.works = works }),
      .prepared(
        "replace-all/plain-class", operations: count, { plainLists.value }, { $0.replace() }),
    ]
  }
}

/// Two sets of lists that replace each other.
private final class Replacement {
  private let shelf: Shelf
  private var next: [[ManagedObject]]
  private var current: [[ManagedObject]]

  init(_ count: Int, _ perWriter: Int) {
    // Half of the writers receive the works of the other half, whose lists become empty.
    shelf = Shelf(works: count * 2, perWriter: perWriter)
    let lists = stride(from: 0, to: count * 2, by: perWriter).map { [shelf] start in
      Array(shelf.works[start..<(start + perWriter)])
    }
    current = Array(lists[..<(lists.count / 2)])
    next = Array(lists[(lists.count / 2)...])
    for writer in shelf.writers[next.count...] { writer.works = [ManagedObject]() }
  }

  func replace() {
    for (index, list) in next.enumerated() { shelf.writers[index].works = list }
    swap(&current, &next)
  }
}

private final class PlainReplacement {
  private let shelf: PlainShelf
  private var next: [[PlainWork]]
  private var current: [[PlainWork]]

  init(_ count: Int, _ perWriter: Int) {
    shelf = PlainShelf(works: count, perWriter: perWriter)
    current = shelf.writers.map(\.works)
    next = current.map { $0.map { _ in PlainWork() } }
  }

  func replace() {
    for (writer, list) in zip(shelf.writers, next) {
      for work in writer.works { work.writer = nil }
      for work in list { work.writer = writer }
      writer.works = list
    }
    swap(&current, &next)
  }
}

/// Insertion at positions of an ordered list of 100,000.
func orderedInsertionBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  let few = 20
  return Benchmark(
    name: "graph/insert-at-position", repetitions: 5,
    comparisons: [.limit("by-name", "Array.insert", atMost: 3)]
  ) {
    var generator = SplitMix64(seed: 2)
    let positions = (0..<few).map { _ in Int.random(in: 0..<count, using: &generator) }
    let model = expect {
      try ManagedObjectModel("Volumes") {
        Entity("Volume") {
          Relationship("chapters", to: "Chapter", .ordered, inverse: "volume")
        }
        Entity("Chapter") {
          Attribute("title", String.self).default("")
          Relationship("volume", to: "Volume")
        }
      }
    }
    let context = ManagedObjectContext(model: model)
    let volume = Shared {
      let volume = try context.insert("Volume")
      for _ in 0..<count { try context.insert("Chapter").volume = volume }
      return volume
    }
    let plain = Shared { PlainShelf(works: count, perWriter: count) }
    return [
      .prepared(
        "by-name", operations: few,
        { (volume.value, try (0..<few).map { _ in try context.insert("Chapter") }) },
        { volume, chapters in
          for (chapter, position) in zip(chapters, positions) {
            try volume.insert(chapter, into: "chapters", at: position)
          }
        }),
      .prepared(
        "Array.insert", operations: few,
        { (plain.value.writers[0], (0..<few).map { _ in PlainWork() }) },
        { writer, works in
          for (work, position) in zip(works, positions) {
            writer.works.insert(work, at: position)
            work.writer = writer
          }
        }),
    ]
  }
}

/// The first change of a saved list of 1,000,000 members against one of 100.
func firstChangeBenchmark(_ sizes: Sizes) -> Benchmark {
  Benchmark(
    name: "graph/first-change", repetitions: 11,
    comparisons: [
      .limit("append", "append-to-100", atMost: 5), .limit("remove", "remove-from-100", atMost: 5),
    ]
  ) {
    let lists = Shared { try SavedLists(sizes(1_000_000)) }
    // After a rollback, each change is a first change again; one run before warms the caches as far as possible.
    func change(
      _ name: String, _ body: @escaping (SavedLists) throws -> Void
    ) -> Subject {
      .prepared(
        name, operations: 1,
        {
          try body(lists.value)
          lists.value.context.rollback()
          return lists.value
        }, body, finish: { $0.context.rollback() })
    }
    return [
      change("append") { $0.loose.writer = $0.large },
      change("append-to-100") { $0.loose.writer = $0.small },
      change("remove") { try $0.large.remove($0.largeMember, from: "works") },
      change("remove-from-100") { try $0.small.remove($0.smallMember, from: "works") },
    ]
  }
}

private struct SavedLists {
  let context: ManagedObjectContext
  let large: ManagedObject
  let small: ManagedObject
  let largeMember: ManagedObject
  let smallMember: ManagedObject
  let loose: ManagedObject

  init(_ count: Int) throws {
    let shelf = Shelf(works: count, perWriter: count)
    context = shelf.context
    large = shelf.writers[0]
    largeMember = shelf.works[count / 2]
    small = try shelf.context.insert("Writer")
    let works = try (0..<100).map { _ in try shelf.context.insert("Work") }
    for work in works { work.writer = small }
    smallMember = works[50]
    loose = try shelf.context.insert("Work")
    try context.save()
  }
}
