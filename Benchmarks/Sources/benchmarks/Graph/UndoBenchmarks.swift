import Armature
import BenchmarkHeap

/// The cost of recording for undo, and the time of undoing.
///
/// Each write is a separate step unless it belongs to a group.
func undoBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  func writes(
    _ name: String, recordsUndo: Bool, limit: Int = 0, _ write: @escaping (Shelf) -> Void
  ) -> Subject {
    .prepared(
      name, operations: count,
      {
        let shelf = try savedShelf(count)
        shelf.context.recordsUndo = recordsUndo
        shelf.context.undoLimit = limit
        return shelf
      }, write)
  }
  func writeEach(_ shelf: Shelf) {
    for work in shelf.works { work.pages = 7 }
  }
  func writeOne(_ shelf: Shelf) {
    let work = shelf.works[0]
    for number in 0..<count { work.pages = number }
  }
  func writeOneInGroup(_ shelf: Shelf) { shelf.context.undoGroup { writeOne(shelf) } }
  func link(_ shelf: Shelf) {
    let writer = shelf.writers[1]
    for work in shelf.works { work.writer = writer }
  }
  return Benchmark(
    name: "graph/undo", repetitions: 5,
    comparisons: [
      .limit("write-recorded", "write", atMost: 1.35, note: "one attribute of each saved object"),
      .limit("write-in-group", "write", atMost: nil, note: "as one step"),
      .limit("write-with-limit", "write", atMost: nil, note: "of 100 steps"),
      .limit(
        "write-again-recorded", "write-again", atMost: nil,
        note: "one attribute again and again: a step each"),
      .limit(
        "write-again-in-group", "write-again", atMost: nil,
        note: "one attribute again and again: one step"),
      .limit("link-recorded", "link", atMost: nil),
      Comparison(
        subject: "undo-100k-steps", baseline: .nothing, goal: .atMost(500, .milliseconds)),
      Comparison(
        subject: "redo-100k-steps", baseline: .nothing, goal: .atMost(500, .milliseconds)),
      Comparison(subject: "bytes-per-step", baseline: .nothing, goal: .atMost(100, .bytes)),
      Comparison(
        subject: "bytes-with-limit", baseline: .nothing, goal: .atMost(20_000, .bytes),
        note: "all that 100 steps keep, after 10,000"),
    ]
  ) {
    [
      writes("write-recorded", recordsUndo: true, writeEach),
      writes("write-in-group", recordsUndo: true) { shelf in
        shelf.context.undoGroup { writeEach(shelf) }
      },
      writes("write-with-limit", recordsUndo: true, limit: 100, writeEach),
      writes("write", recordsUndo: false, writeEach),
      writes("write-again-recorded", recordsUndo: true, writeOne),
      writes("write-again-in-group", recordsUndo: true, writeOneInGroup),
      writes("write-again", recordsUndo: false, writeOne),
      writes("link-recorded", recordsUndo: true, link),
      writes("link", recordsUndo: false, link),
      .measured("undo-100k-steps", .milliseconds) {
        let context = try steps(count)
        return nanoseconds { while context.canUndo { context.undo() } } / 1_000_000
      },
      .measured("redo-100k-steps", .milliseconds) {
        let context = try steps(count)
        while context.canUndo { context.undo() }
        return nanoseconds { while context.canRedo { context.redo() } } / 1_000_000
      },
      .measured("bytes-per-step", .bytes) { try heap(steps: count, limit: 0) / Double(count) },
      .measured("bytes-with-limit", .bytes) { try heap(steps: 10_000, limit: 100) },
    ]
  }
}

private func savedShelf(_ count: Int) throws -> Shelf {
  let shelf = Shelf(works: count, perWriter: count / 2)
  try shelf.context.save()
  return shelf
}

/// Returns a context with a number of steps: one attribute of as many objects.
private func steps(_ count: Int) throws -> ManagedObjectContext {
  let shelf = try savedShelf(count)
  shelf.context.recordsUndo = true
  for work in shelf.works { work.pages = 7 }
  return shelf.context
}

/// Returns the heap memory of the history: the memory with steps minus the memory without.
private func heap(steps count: Int, limit: Int) throws -> Double {
  let shelf = try savedShelf(10_000)
  let work = shelf.works[0]
  work.pages = 1
  shelf.context.recordsUndo = true
  shelf.context.undoLimit = limit
  let before = benchmark_heap_in_use()
  guard before > 0 else { throw Skipped(reason: "the use of the heap is not known here") }
  for number in 0..<count { work.pages = number }
  let after = benchmark_heap_in_use()
  sink(shelf)
  return Double(after) - Double(before)
}
