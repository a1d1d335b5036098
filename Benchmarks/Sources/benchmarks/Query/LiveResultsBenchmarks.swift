import Armature

/// The time until a list of 100,000 objects has followed one change, and the overhead of tracking on changes and reads.
func liveResultsBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  let count = sizes(100_000)
  return [
    Benchmark(
      name: "query/live-results",
      comparisons: [
        Comparison(
          subject: "one-among-100k", baseline: .nothing, goal: .atMost(1_000_000, .nanoseconds),
          note: "a key of the order is changed"),
        Comparison(
          subject: "one-in-sections", baseline: .nothing, goal: .atMost(1_000_000, .nanoseconds),
          note: "of 120 sections, behind a relationship"),
        Comparison(
          subject: "insert-and-delete", baseline: .nothing, goal: .atMost(2_000_000, .nanoseconds)),
        Comparison(
          subject: "deletion-saved", baseline: .nothing, goal: .atMost(2_000_000, .nanoseconds),
          note: "the condition has a count of a list"),
        Comparison(
          subject: "first-hundred", baseline: .nothing, goal: .atMost(1_000_000, .nanoseconds),
          note: "an object comes into a list with a limit"),
      ]
    ) {
      let plain = Shared { FollowedCatalogue(count) }
      let sectioned = Shared { FollowedCatalogue(count, sectionedBy: "year") }
      let limited = Shared { FollowedCatalogue(count, limit: 100) }
      let counted = Shared { FollowedCatalogue(count, where: "writer.works.@count > 0") }
      return [
        .repeated("one-among-100k") { try plain.value.changeOne() },
        .repeated("one-in-sections") { try sectioned.value.changeOne() },
        .repeated("insert-and-delete") { try plain.value.insertAndDelete() },
        .repeated("deletion-saved") { try counted.value.saveDeletion() },
        .repeated("first-hundred") { try limited.value.insertFirst() },
      ]
    },
    Benchmark(
      name: "query/many-results", repetitions: 3,
      comparisons: [
        Comparison(
          subject: "many-among-100k", baseline: .nothing, goal: .atMost(34_000, .nanoseconds),
          note: "each of 10,000 changed keys; 2 µs by the logarithm of the count"),
        Comparison(
          subject: "many-in-sections", baseline: .nothing, goal: .atMost(34_000, .nanoseconds)),
      ]
    ) {
      let changes = min(10_000, count)
      return [
        .prepared(
          "many-among-100k", operations: changes, { FollowedCatalogue(count) },
          { try $0.change(changes) }),
        .prepared(
          "many-in-sections", operations: changes,
          { FollowedCatalogue(count, sectionedBy: "year") },
          { try $0.change(changes) }),
      ]
    },
    Benchmark(
      name: "query/noted",
      comparisons: [
        .limit("write-noted", "write", atMost: nil, note: "an attribute of each saved object"),
        .limit("read-tracked", "read", atMost: nil, note: "an attribute, observed by nobody"),
      ]
    ) {
      func catalogue(
        _ set: (ManagedObjectContext) -> Void = { _ in }
      ) throws -> (context: ManagedObjectContext, works: [ManagedObject]) {
        let context = Catalogue(count).context
        set(context)
        return (context, try context.fetch("Work"))
      }
      func write(_ context: ManagedObjectContext, _ works: [ManagedObject]) {
        for work in works { work.pages = 7 }
      }
      func read(_ context: ManagedObjectContext, _ works: [ManagedObject]) {
        var sum = 0
        for work in works { sum &+= work.pages ?? 0 }
        sink(sum)
      }
      return [
        .prepared("write", operations: count, { try catalogue() }, write),
        .prepared(
          "write-noted", operations: count, { try catalogue { $0.tracksPendingChanges = true } },
          write),
        .prepared("read", operations: count, { try catalogue() }, read),
        .prepared(
          "read-tracked", operations: count, { try catalogue { $0.tracksReads = true } }, read),
      ]
    },
  ]
}

/// Works in a list that follows their changes.
private final class FollowedCatalogue {
  private let context: ManagedObjectContext
  private var works: [ManagedObject]
  private var firstCount = 0
  private let results: FetchedResults<ManagedObject>
  private var random = SplitMix64(seed: 7)

  init(
    _ count: Int, where condition: String = "pages >= 0 AND writer.name != 'Nobody'",
    sectionedBy keyPath: String? = nil, limit: Int? = nil
  ) {
    let context = Catalogue(count).context
    self.context = context
    works = expect { try context.fetch("Work") }
    let request = FetchRequest(
      "Work", where: expect { try FetchPredicate(condition) },
      orderedBy: [.ascending("title")], limit: limit)
    results = expect { try FetchedResults(request, in: context, sectionedBy: keyPath) }
  }

  func changeOne() throws { try change(1) }

  func change(_ changes: Int) throws {
    for _ in 0..<changes {
      works[random.below(works.count)].title = "The story of \(random.below(1_000_000))"
    }
    try follow()
  }

  /// Inserts an object at the front, which removes the last one from the list.
  func insertFirst() throws {
    firstCount += 1
    try context.insert("Work").title = "A story of \(String(1_000_000 - firstCount))"
    try follow()
  }

  func saveDeletion() throws {
    guard let work = works.popLast() else { return }
    try context.delete(work)
    try context.save()
    try follow()
  }

  private func follow() throws {
    let steps = try results.update()
    precondition(!steps.isEmpty)
  }

  func insertAndDelete() throws {
    let work = try context.insert("Work")
    work.title = "The story of \(random.below(1_000_000))"
    try follow()
    try context.delete(work)
    try follow()
  }
}
