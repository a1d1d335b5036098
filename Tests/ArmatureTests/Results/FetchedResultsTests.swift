import TestSupport
import Testing

@testable import Armature

@Suite struct FetchedResultsTests {
  private typealias Step = ResultStep
  private typealias Position = ResultPosition

  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let dune: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    dune = try context.first("Book", "title", "Dune")
  }

  private func at(_ section: Int, _ row: Int) -> Position { Position(section: section, row: row) }

  private func titles(_ results: FetchedResults<ManagedObject>) -> [String] {
    results.objects.map { $0["title"].map { "\($0)" } ?? "" }
  }

  private let byTitle = FetchRequest("Book", orderedBy: [.ascending("title")])

  @Test func `a list changes step by step`() throws {
    let results = try FetchedResults(byTitle, in: context)
    #expect(titles(results) == ["Children", "Dune", "The Left Hand"].map { "\"\($0)\"" })
    let made = try context.insert("Book")
    made.title = "Emphyrio"
    #expect(try results.update() == [.insert(made.objectID, at: at(0, 2))])
    dune.title = "A Dune"
    #expect(try results.update() == [.move(dune.objectID, from: at(0, 1), to: at(0, 0))])
    dune.pages = 3
    #expect(try results.update() == [.update(dune.objectID, at: at(0, 0))])
    try context.delete(made)
    #expect(try results.update() == [.delete(made.objectID, at: at(0, 2))])
    #expect(try results.update().isEmpty)
    #expect(results.objects.map(\.objectID) == (try context.fetchIDs(byTitle)))
    #expect(results.sections.count == 1 && results.sections[0].objects.count == 3)
    #expect(results.sections[0].value == .null && results.sections[0].name == "")
  }

  @Test func `what others have saved before the list is made is no change of it`() throws {
    context.mergesChangesAutomatically = true
    let other = container.makeContext()
    let made = try other.insert("Book")
    made.title = "Emphyrio"
    try other.same(dune).pages = 3
    try other.save()
    let results = try FetchedResults(byTitle, in: context)
    #expect(results.objects.count == 4)
    #expect(try results.update().isEmpty)
    #expect(try dune.value(forKey: "pages", as: Int.self) == 3)
  }

  @Test func `the list of a child follows what its parent has changed`() throws {
    let child = context.makeChild()
    let results = try FetchedResults(byTitle, in: child)
    let grandchild = try FetchedResults(byTitle, in: child.makeChild())
    let made = try context.insert("Book")
    made.title = "Emphyrio"
    dune.pages = 3
    for results in [results, grandchild] {
      #expect(
        try Set(results.update()) == [
          .update(dune.objectID, at: at(0, 1)), .insert(made.objectID, at: at(0, 2)),
        ])
      #expect(try results.update().isEmpty)
    }
    context.rollback()
    for results in [results, grandchild] {
      #expect(
        try Set(results.update()) == [
          .update(dune.objectID, at: at(0, 1)), .delete(made.objectID, at: at(0, 2)),
        ])
    }
  }

  @Test func `whoever follows the list of a child hears of what its parent changes`() async throws {
    var streams: [AsyncStream<[Step]>.Iterator] = []
    let made: ManagedObject
    do {
      let child = context.makeChild()
      let lists = [
        try FetchedResults(byTitle, in: child), try FetchedResults(byTitle, in: child.makeChild()),
      ]
      streams = lists.map { $0.updates.makeAsyncIterator() }
      dune.pages = 3
      context.processPendingChanges()
      made = try context.insert("Book")
      made.title = "Emphyrio"
      // A fetch of the child has the parent process its changes in its midst.
      #expect(try child.fetch(byTitle).count == 4)
      context.processPendingChanges()
      for list in lists { try list.update() }
      context.rollback()
      context.processPendingChanges()
      try context.insert("Author").name = "of no interest"
      context.processPendingChanges()
    }
    for number in streams.indices {
      var steps: [[Step]] = []
      while let next = await streams[number].next() { steps.append(next) }
      #expect(steps.count == 3, "\(steps)")
      #expect(steps.first == [.update(dune.objectID, at: at(0, 1))])
      #expect(
        steps.last.map(Set.init) == [
          .update(dune.objectID, at: at(0, 1)), .delete(made.objectID, at: at(0, 2)),
        ])
    }
    // The context stops to note changes for lists that are gone.
    #expect(!context.tracksPendingChanges)
  }

  @Test(arguments: [false, true])
  func `the list of a context that merges has what others have saved`(merges: Bool) throws {
    context.mergesChangesAutomatically = merges
    let results = try FetchedResults(byTitle, in: context)
    let other = container.makeContext()
    let made = try other.insert("Book")
    made.title = "Emphyrio"
    try other.same(dune).pages = 3
    try other.save()
    let steps: [Step] = [
      .update(dune.objectID, at: at(0, 1)), .insert(made.objectID, at: at(0, 2)),
    ]
    #expect(try Set(results.update()) == Set(merges ? steps : []))
    #expect(results.objects.count == (merges ? 4 : 3))
    #expect(try results.update().isEmpty)
  }

  @Test func `the list stays as it is until it is brought up to date`() throws {
    let results = try FetchedResults(byTitle, in: context)
    let ids = results.objects.map(\.objectID)
    try context.delete(dune)
    context.processPendingChanges()
    #expect(results.objects.map(\.objectID) == ids)
    #expect(try results.update().count == 1)
    #expect(results.objects.count == 2)
  }

  @Test func `sections have the titles of an index`() throws {
    for title in ["dune Messiah", "Éden", "Emphyrio", "dune"] {
      let book = try context.insert("Book")
      book.title = title
    }
    let results = try FetchedResults(byTitle, in: context, sectionedBy: "title")
    #expect(results.sections.map(\.indexTitle) == ["C", "D", "E", "T", "D", "D", "É"])
    #expect(results.sectionIndexTitles == ["C", "D", "E", "T", "É"])
    #expect(results.section(forIndexTitle: "T") == 3)
    #expect(results.section(forIndexTitle: "D") == 1)
    #expect(results.section(forIndexTitle: "X") == nil)
    let pages = try FetchedResults(byTitle, in: context)
    #expect(pages.sectionIndexTitles == [""])
  }

  @Test func `what comes to nothing makes no steps`() throws {
    let results = try FetchedResults(byTitle, in: context)
    try context.delete(try context.insert("Book"))
    dune.title = "x"
    dune.title = "Dune"
    #expect(try results.update().isEmpty)
  }

  @Test func `sections come before their first object and go after their last`() throws {
    let results = try FetchedResults(byTitle, in: context, sectionedBy: "author.name")
    #expect(results.sections.map(\.name) == ["Frank", "Ursula"])
    #expect(results.sections.map(\.objects.count) == [2, 1])
    let left = try context.first("Book", "title", "The Left Hand")
    let iain = try context.insert("Author")
    iain.name = "Iain"
    left.author = iain
    #expect(
      try results.update() == [
        .insertSection("Iain", at: 2),
        .move(left.objectID, from: at(1, 0), to: at(2, 0)),
        .deleteSection(at: 1),
      ])
    left.author = nil as ManagedObject?
    #expect(
      try results.update() == [
        .insertSection(.null, at: 0),
        .move(left.objectID, from: at(2, 0), to: at(0, 0)),
        .deleteSection(at: 2),
      ])
    // The name of an author moves unchanged books.
    let frank = try context.first("Author", "name", "Frank")
    frank.name = "Zane"
    let steps = try results.update()
    #expect(steps.first == .insertSection("Zane", at: 2) && steps.last == .deleteSection(at: 1))
    #expect(results.sections.map(\.value) == [.null, "Zane"])
    #expect(results[at(1, 1)] === dune && results.position(of: dune) == at(1, 1))
    #expect(results.position(of: frank) == nil)
    #expect("\(at(1, 12))" == "1.12")
  }

  @Test func `sections follow the direction of the first order`() throws {
    let request = FetchRequest(
      "Book", orderedBy: [.descending("author.name"), .descending("title")])
    let results = try FetchedResults(request, in: context, sectionedBy: "author.name")
    #expect(results.sections.map(\.name) == ["Ursula", "Frank"])
    #expect(titles(results)[1] == "\"Dune\"")
  }

  @Test func `a request that cannot work is refused`() throws {
    #expect(throws: FetchRequestError.self) {
      try FetchedResults(FetchRequest("Book", orderedBy: [.ascending("nmae")]), in: context)
    }
    #expect(throws: FetchRequestError.self) {
      try FetchedResults(byTitle, in: context, sectionedBy: "author")
    }
    let error = try #require(throws: FetchRequestError.self) {
      try FetchedResults(
        FetchRequest("Book", orderedBy: [.ascending("nmae")]), in: context, sectionedBy: "nix")
    }
    #expect(
      error.issues == [
        #"sectionedBy nix: Book has no property "nix"."#,
        #"The order by nmae: Book has no property "nmae"."#,
      ])
    #expect(!context.tracksPendingChanges)
  }

  @Test func `a page is that of a new request`() throws {
    var request = byTitle
    (request.limit, request.offset) = (1, 1)
    let results = try FetchedResults(request, in: context)
    #expect(results.objects == [dune])
    let made = try context.insert("Book")
    made.title = "A"
    let children = try context.first("Book", "title", "Children")
    #expect(
      try results.update() == [
        .delete(dune.objectID, at: at(0, 0)), .insert(children.objectID, at: at(0, 0)),
      ])
  }

  @Test func `what others save is in the list when it is merged`() async throws {
    let results = try FetchedResults(
      FetchRequest("Book", where: FetchPredicate("author.name BEGINSWITH %@", "Fr")), in: context)
    #expect(results.objects.count == 2)
    let other = container.makeContext()
    var saves = other.changes.makeAsyncIterator()
    let theirs = try other.insert("Book")
    theirs.title = "Theirs"
    theirs.author = try other.fetch("Author") { $0.name == "Frank" }.first
    try other.delete(try other.same(dune))
    try other.save()
    try context.mergeChanges(from: try #require(await saves.next()))
    try results.update()
    #expect(Set(titles(results)) == ["\"Children\"", "\"Theirs\""])
    // A book is found because its author has another name, although both were unknown here.
    let ursula = try other.fetch("Author") { $0.name == "Ursula" }[0]
    ursula.name = "Freya"
    try other.save()
    try context.mergeChanges(from: try #require(await saves.next()))
    try results.update()
    #expect(results.objects.count == 3)
  }

  @Test func `a reset empties the list and fills it anew`() throws {
    let results = try FetchedResults(byTitle, in: context, sectionedBy: "author.name")
    let former = results.objects
    context.reset()
    let steps = try results.update()
    #expect(steps.count == 2 * (3 + 2))
    #expect(results.objects.count == 3 && !results.objects.contains(former[0]))
    let plain = ManagedObjectContext(model: try Library.model())
    try Library.stock(plain)
    let few = try FetchedResults(byTitle, in: plain)
    plain.reset()
    try plain.insert("Tag").name = "handles are given out again"
    #expect(try few.update().count == 3 && few.objects.isEmpty)
  }

  @Test func `many changes at once lead to the same list`() throws {
    let results = try FetchedResults(byTitle, in: context)
    for number in 0..<200 { try context.insert("Book").title = "Book \(number)" }
    let steps = try results.update()
    #expect(steps.count >= 200)
    #expect(results.objects == (try context.fetch(byTitle)))
    for book in results.objects.dropLast(3) { book.pages = 77 }
    #expect(try results.update().count == 200)
  }

  @Test func `a sequence has the steps of each time that changes were processed`() async throws {
    var stream: AsyncStream<[Step]>.Iterator?
    do {
      let results = try FetchedResults(byTitle, in: context)
      stream = results.updates.makeAsyncIterator()
      dune.pages = 1
      context.processPendingChanges()
      try context.insert("Author").name = "of no interest"
      context.processPendingChanges()
      dune.pages = 2
      #expect(try results.update() == [.update(dune.objectID, at: at(0, 1))])
      try context.delete(dune)
      try context.save()
      #expect(results.objects.count == 2)
    }
    #expect(await stream?.next() == [.update(dune.objectID, at: at(0, 1))])
    #expect(await stream?.next() == [.update(dune.objectID, at: at(0, 1))])
    #expect(await stream?.next() == [.delete(dune.objectID, at: at(0, 1))])
    #expect(await stream?.next() == nil)
    // The context stops recording changes when the list is released.
    try context.insert("Tag").name = "x"
    context.processPendingChanges()
    #expect(!context.tracksPendingChanges)
  }

  @Test func `a sequence that no one reads keeps a limited number of updates`() async throws {
    var stream: AsyncStream<[Step]>.Iterator?
    let made: ManagedObject
    do {
      let results = try FetchedResults(byTitle, in: context)
      stream = results.updates.makeAsyncIterator()
      made = try context.insert("Book")
      made.title = "Emphyrio"
      context.processPendingChanges()
      for number in 0..<3_000 {
        dune.title = number.isMultiple(of: 2) ? "A Dune" : "Zest"
        context.processPendingChanges()
      }
    }
    var updates: [[Step]] = []
    while let next = await stream?.next() { updates.append(next) }
    #expect(updates.count <= 2_000)
    // "Dune" was the second of three, and moved between the start and the end.
    let dune = dune.objectID
    #expect(
      updates.first == [
        .delete(dune, at: at(0, 1)), .insert(made.objectID, at: at(0, 1)),
        .insert(dune, at: at(0, 3)),
      ])
    #expect(updates.last == [.move(dune, from: at(0, 0), to: at(0, 3))])
  }

  @Test func `a store that fails leaves the list as it is, and the next call tries again`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    let context = container.makeContext()
    try Library.stock(context)
    try context.save()
    var request = byTitle
    (request.limit, request.offset) = (2, 1)
    let results = try FetchedResults(request, in: context)
    let before = results.objects
    let book = try context.insert("Book")
    book.title = "A"
    store.fails = true
    #expect(throws: CountingStore.Failure.self) { try results.update() }
    #expect(results.objects == before)
    store.fails = false
    // The object before the page moves in, and its last object moves out.
    #expect(try results.update().count == 2)
    #expect(results.objects[1] === before[0])
  }
}
