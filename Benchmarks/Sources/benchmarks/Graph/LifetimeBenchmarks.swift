import Armature

/// Deleting writers with all their works, per object against inserting as many; and deleting one writer with 100,000
/// works against a tenth of them.
func cascadeBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  let perWriter = 100
  let operations = count + count / perWriter
  return Benchmark(
    name: "graph/delete", repetitions: 3,
    comparisons: [
      .limit("cascade", "insertion", atMost: 5, note: "insertion: without links"),
      Comparison(subject: "one-owner", baseline: .nothing, goal: .atMost(1_000, .nanoseconds)),
      .limit("one-owner", "one-smaller-owner", atMost: 1.5),
    ]
  ) {
    func cascade(_ name: String, works: Int, perWriter: Int) -> Subject {
      .prepared(
        name, operations: works + works / perWriter,
        {
          let shelf = Shelf(works: works, perWriter: perWriter)
          try shelf.context.save()
          return shelf
        },
        { shelf in for writer in shelf.writers { try shelf.context.delete(writer) } })
    }
    return [
      cascade("cascade", works: count, perWriter: perWriter),
      cascade("one-owner", works: count, perWriter: count),
      cascade("one-smaller-owner", works: count / 10, perWriter: count / 10),
      .prepared(
        "insertion", operations: operations, { ManagedObjectContext(model: Shelf.model) },
        { context in
          for number in 0..<operations {
            try context.insert(number % (perWriter + 1) == 0 ? "Writer" : "Work")
          }
        }),
    ]
  }
}

/// Insertion by class in models of 2, 100 and 1,000 entities, against insertion by name.
func classInsertionBenchmark() -> Benchmark {
  let count = 10_000
  let entityCounts = [2, 100, 1000]
  return Benchmark(
    name: "graph/insert-by-class", repetitions: 5,
    comparisons: entityCounts.map {
      .limit("among-\($0)", "by-name-among-\($0)", atMost: 1.3)
    }
  ) {
    try entityCounts.flatMap { entities in
      let model = try ManagedObjectModel("Classes") {
        for number in 2..<entities {
          Entity("Other\(number)") { Attribute("name", String?.self) }
        }
        Entity("Writer", class: WriterByClass.self) { Attribute("born", Int.self).default(1900) }
        Entity("Last") { Attribute("name", String?.self) }
      }
      let context = { ManagedObjectContext(model: model) }
      return [
        Subject.prepared(
          "among-\(entities)", operations: count, context,
          { context in for _ in 0..<count { sink(try context.insert(WriterByClass.self)) } }),
        .prepared(
          "by-name-among-\(entities)", operations: count, context,
          { context in for _ in 0..<count { sink(try context.insert("Writer")) } }),
      ]
    }
  }
}

private final class WriterByClass: ManagedObject {
  @Property("born") var born: Int
}

/// One change after 1,000,000 objects were inserted and deleted against the same without this history.
///
/// The objects were either saved before the deletion or never: both can leave traces in a context.
func historyBenchmark(_ sizes: Sizes) -> Benchmark {
  Benchmark(
    name: "graph/history", repetitions: 3,
    comparisons: [
      .limit("save-after-1M", "save", atMost: 1.1),
      .limit("change-after-1M-unsaved", "change", atMost: 1.1),
    ]
  ) {
    let saved = Shared { try Survivor(of: sizes(1_000_000), areSaved: true) }
    let unsaved = Shared { try Survivor(of: sizes(1_000_000), areSaved: false) }
    let alone = Shared { try Survivor(of: 0, areSaved: true) }
    let aloneUnsaved = Shared { try Survivor(of: 0, areSaved: false) }
    return [
      .repeated("save-after-1M") { try saved.value.save() },
      .repeated("save") { try alone.value.save() },
      .repeated("change-after-1M-unsaved") { unsaved.value.changeAndLook() },
      .repeated("change") { aloneUnsaved.value.changeAndLook() },
    ]
  }
}

/// A saved object in a context where others are inserted and deleted, ten thousand at a time.
private final class Survivor {
  private let context = ManagedObjectContext(model: Shelf.model)
  private let work: ManagedObject
  private var pages = 0

  init(of count: Int, areSaved: Bool) throws {
    work = try context.insert("Work")
    try context.save()
    for _ in 0..<(count / 10_000) {
      let others = try (0..<10_000).map { [context] _ in try context.insert("Work") }
      if areSaved { try context.save() }
      for other in others { try context.delete(other) }
      if areSaved { try context.save() }
    }
  }

  func save() throws {
    pages += 1
    work.pages = pages
    try context.save()
  }

  /// Performs the queries of a user interface after a change, without saving.
  func changeAndLook() {
    pages += 1
    work.pages = pages
    precondition(context.hasChanges && context.insertedObjects.isEmpty)
  }
}

/// Inserting, deleting and querying changes, 10,000 times against 1,000 times.
func churnBenchmark(_ sizes: Sizes) -> Benchmark {
  let steps = sizes(10_000)
  func churn(_ name: String, _ steps: Int) -> Subject {
    .prepared(
      name, operations: steps, { ManagedObjectContext(model: Shelf.model) },
      { context in
        for _ in 0..<steps {
          try context.delete(try context.insert("Work"))
          sink(context.hasChanges)
        }
      })
  }
  return Benchmark(
    name: "graph/insert-delete-ask", repetitions: 5,
    comparisons: [.limit("10k-steps", "1k-steps", atMost: 1.1)]
  ) {
    [churn("10k-steps", steps), churn("1k-steps", steps / 10)]
  }
}
