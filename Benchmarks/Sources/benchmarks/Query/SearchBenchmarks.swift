import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import BenchmarkHeap
import BenchmarkPostgreSQL
import BenchmarkSQLite
import Foundation

/// Searches in notes of 50 words: a file against FTS5 in C, a server against its own functions in C, and memory.
func searchBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  let count = sizes.isFull ? 1_000_000 : sizes(100_000)
  let notes = Shared { Notes(count) }
  let saved = Shared { Notes(sizes(100_000)) }
  return [
    Benchmark(
      name: "search/sqlite", repetitions: 5,
      comparisons: [
        .limit("relevant-20", "relevant-20-by-C", atMost: 1.2),
        Comparison(
          subject: "relevant-20", baseline: .nothing, goal: .atMost(5_000_000, .nanoseconds)),
      ]
    ) {
      let ours = Shared { try NotesInFile(notes.value) }
      let plain = Shared { try NotesByC(notes.value) }
      return [
        .prepared("relevant-20", operations: 1, { ours.value.container.makeContext() }) { context in
          expect { try Notes.mostRelevant(context) }
        },
        .prepared("relevant-20-by-C", operations: 1, { plain.value }) { file in
          precondition(benchmark_sqlite_search(file.handle, "lorem AND ipsum") > 0)
        },
      ]
    },
    Benchmark(
      name: "search/save", repetitions: 5,
      comparisons: [.limit("save", "save-by-C", atMost: 1.15, note: "what was made before")]
    ) {
      [
        .prepared(
          "save", operations: saved.value.texts.count,
          {
            let file = try NotesInFile()
            let context = file.container.makeContext()
            try saved.value.insert(into: context)
            return (file, context)
          }
        ) { _, context in expect { try context.save() } },
        .prepared(
          "save-by-C", operations: saved.value.texts.count, { try NotesByC() }
        ) { $0.insert(saved.value) },
      ]
    },
    Benchmark(
      name: "search/postgresql", repetitions: 5,
      comparisons: [
        Comparison(
          subject: "relevant-20", baseline: .limit("relevant-20-by-C"), goal: .ratio(atMost: 1.2),
          note: "by the clock, as all of these; both count the notes with each word"),
        Comparison(
          subject: "relevant-20", baseline: .limit("ts-rank-by-C"),
          note: "the server's own rank, which does not count them"),
        .limit("save", "save-by-C", atMost: 1.2, note: "what was made before"),
      ]
    ) {
      let ours = Shared { try NotesOnServer(saved.value) }
      let count = Double(saved.value.texts.count)
      return [
        .measured("relevant-20", .nanoseconds) {
          let context = ours.value.container.makeContext()
          return try elapsed { try Notes.mostRelevant(context) }
        },
        .measured("relevant-20-by-C", .nanoseconds) { ours.value.searchByC(counts: true) },
        .measured("ts-rank-by-C", .nanoseconds) { ours.value.searchByC(counts: false) },
        .measured("save", .nanoseconds) {
          let context = try ours.value.emptied()
          try saved.value.insert(into: context)
          return try elapsed { try context.save() } / count
        },
        .measured("save-by-C", .nanoseconds) {
          precondition(benchmark_postgresql_make_notes(ours.value.plain))
          return elapsed { ours.value.insertByC(saved.value) } / count
        },
      ]
    },
    Benchmark(
      name: "search/memory", repetitions: 5,
      comparisons: [
        Comparison(
          subject: "relevant-20", baseline: .nothing, goal: .atMost(2_000_000, .nanoseconds)),
        Comparison(subject: "all", baseline: .nothing, goal: .atMost(2_000_000, .nanoseconds)),
        Comparison(
          subject: "index", baseline: .limit("texts"), goal: .ratio(atMost: 1),
          note: "bytes of memory for each note, and bytes of its texts"),
      ]
    ) {
      let context = Shared {
        let context = ManagedObjectContext(model: Notes.model)
        try saved.value.insert(into: context)
        try Notes.mostRelevant(context)
        return context
      }
      return [
        .prepared("relevant-20", operations: 1, { context.value }) { context in
          expect { try Notes.mostRelevant(context) }
        },
        .prepared("all", operations: 1, { context.value }) { context in
          expect {
            let count = try context.count("Note") { $0.matches("lorem ipsum") }
            precondition(count > 0)
          }
        },
        .measured("index", .bytes) {
          let context = ManagedObjectContext(model: Notes.model)
          try saved.value.insert(into: context)
          try context.save()
          let before = benchmark_heap_in_use()
          try Notes.mostRelevant(context)
          let growth = Double(benchmark_heap_in_use()) - Double(before)
          return withExtendedLifetime(context) { growth / Double(saved.value.texts.count) }
        },
        .measured("texts", .bytes) {
          let texts = saved.value.titles + saved.value.texts
          return Double(texts.reduce(0) { $0 + $1.utf8.count }) / Double(saved.value.texts.count)
        },
      ]
    },
  ]
}

/// Notes of 50 words. The words are as unequally frequent as in a language.
private final class Notes {
  let titles: [String]
  let texts: [String]

  static let model = expect {
    try ManagedObjectModel("Notes") {
      Entity("Note") {
        Attribute("title", String.self)
        Attribute("text", String.self)
        FullText("title", "text", weights: [4, 1])
      }
    }
  }

  init(_ count: Int) {
    var state: UInt64 = 7
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 9_007_199_254_740_992
    }
    let syllables = ["ka", "lo", "mi", "ru", "te", "su", "né", "po"]
    let words = (0..<20_000).map { number -> String in
      var (rest, word) = (number + 8, "")
      while rest > 0 {
        word += syllables[rest % 8]
        rest /= 8
      }
      return word
    }
    func word() -> String {
      // Zipf's law: the frequency of a word is inverse to its rank.
      let rank = Int(pow20000(next())) - 1
      return rank == 60 ? "lorem" : rank == 61 ? "ipsum" : words[min(rank, words.count - 1)]
    }
    var (titles, texts) = ([String](), [String]())
    for _ in 0..<count {
      titles.append("\(word()) \(word()) \(word())")
      texts.append((0..<47).map { _ in word() }.joined(separator: " "))
    }
    (self.titles, self.texts) = (titles, texts)
  }

  func insert(into context: ManagedObjectContext) throws {
    for (title, text) in zip(titles, texts) {
      let note = try context.insert("Note")
      note.title = title
      note.text = text
    }
  }

  /// Passes the titles and texts to C.
  func withPointers<Result>(
    _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let titles = titles.map { strdup($0) }
    let texts = texts.map { strdup($0) }
    defer { for text in titles + texts { free(text) } }
    return body(titles.map { UnsafePointer($0) }, texts.map { UnsafePointer($0) })
  }

  static func mostRelevant(_ context: ManagedObjectContext) throws {
    let request = FetchRequest("Note", orderedBy: [.relevance], limit: 20) {
      $0.matches("lorem ipsum")
    }
    let found = try context.fetch(request)
    precondition(found.count == 20)
  }
}

/// 20,000 to the power of a number.
private func pow20000(_ exponent: Double) -> Double { exp2(exponent * 14.287_712_379_549_449) }

/// A store of notes.
private final class NotesInFile: FileInFolder {
  private(set) var container: PersistentContainer!

  init(_ notes: Notes? = nil) throws {
    try super.init()
    container = try PersistentContainer(model: Notes.model, store: SQLiteStore(path))
    guard let notes else { return }
    let context = container.makeContext()
    try notes.insert(into: context)
    try context.save()
  }
}

/// A server with a store of notes, and a table of the same notes that C has written.
private final class NotesOnServer {
  private let server: PostgreSQLServer
  let container: PersistentContainer
  let plain: OpaquePointer

  init(_ notes: Notes) throws {
    guard let server = try? PostgreSQLServer(settings: []),
      let plain = benchmark_postgresql_open(server.address)
    else { throw Skipped(reason: "there is no server of PostgreSQL") }
    (self.server, self.plain) = (server, plain)
    container = try Self.container(server)
    let context = container.makeContext()
    try notes.insert(into: context)
    try context.save()
    precondition(benchmark_postgresql_make_notes(plain))
    insertByC(notes)
  }

  private static func container(_ server: PostgreSQLServer) throws -> PersistentContainer {
    try PersistentContainer(
      model: Notes.model, store: PostgreSQLStore(server.address, schema: server.newSchema()))
  }

  /// Returns a context of a store without notes.
  func emptied() throws -> ManagedObjectContext { try Self.container(server).makeContext() }

  /// Returns the time of a search.
  func searchByC(counts: Bool) -> Double {
    elapsed { precondition(benchmark_postgresql_search(plain, "lorem & ipsum", counts) > 0) }
  }

  func insertByC(_ notes: Notes) {
    let inserted = notes.withPointers { titles, texts in
      benchmark_postgresql_insert_notes(plain, titles, texts, Int64(titles.count))
    }
    precondition(inserted)
  }

  deinit { benchmark_postgresql_close(plain) }
}

/// A file of the same notes, written by C.
private final class NotesByC: FileInFolder {
  private(set) var handle: OpaquePointer!

  init(_ notes: Notes? = nil) throws {
    try super.init()
    guard let handle = benchmark_sqlite_open(path), benchmark_sqlite_make_notes(handle) else {
      throw Skipped(reason: "SQLite is not there, or has no FTS5")
    }
    self.handle = handle
    if let notes { insert(notes) }
  }

  func insert(_ notes: Notes) {
    let inserted = notes.withPointers { titles, texts in
      benchmark_sqlite_insert_notes(handle, titles, texts, Int64(titles.count))
    }
    precondition(inserted)
  }

  deinit { if let handle { benchmark_sqlite_close(handle) } }
}
