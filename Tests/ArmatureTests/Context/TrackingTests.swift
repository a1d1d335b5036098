import Foundation
import Observation
import Synchronization
import Testing

@testable import Armature

@Suite struct TrackingTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let dune: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    dune = try context.first("Book", "title", "Dune")
    context.tracksReads = true
  }

  private struct Writer: EntityType {
    static let schema = Writer()
    let name = Attribute<String>().default("")
    let works = ToMany<Work>(inverse: \.writer)
  }

  private struct Work: EntityType {
    static let schema = Work()
    let title = Attribute<String>().default("")
    let pages = Attribute<Int?>()
    let code = Attribute<UUID>().default(.uuid)
    let writer = ToOne<Writer>()
  }

  /// The number of times that observers were woken.
  private final class Count: Sendable {
    let value = Mutex(0)
    func add() { value.withLock { $0 += 1 } }
  }

  /// Returns whether a change wakes an observer that reads a value; once is the maximum.
  private func wakes<Value>(
    reading read: () -> Value, _ change: () throws -> Void
  ) rethrows -> Bool {
    let count = Count()
    _ = withObservationTracking(read) { count.add() }
    try change()
    return count.value.withLock { $0 == 1 }
  }

  @Test func `what is read outside of an observation is not kept, and its changes are not noted`() {
    let _: String? = dune.title
    dune.title = "Dune Messiah"
    #expect(
      context.graph.listeners.observers.isEmpty && !context.graph.slots.isObserved)
    #expect(!context.tracksPendingChanges && context.processPendingChanges().updated.isEmpty)
    withObservationTracking {
      for _ in 0..<3 { let _: String? = dune.title }
    } onChange: {
    }
    #expect(!context.graph.listeners.observers.isEmpty)
    let _: Int? = dune.pages
    dune.pages = 1
    #expect(!context.graph.listeners.observers.isEmpty, "Nobody has read the pages.")
    dune.title = "Dune"
    #expect(
      context.graph.listeners.observers.isEmpty && !context.graph.slots.isObserved)
  }

  private static let reads: [@Sendable (ManagedObject) -> Void] = [
    { let _: String? = $0.title },
    { _ = $0["title"] },
    { _ = try? $0.value(forKey: "title") },
    { _ = try? $0.value(forKey: "title", as: String.self) },
    { let _: PropertyValue? = $0.title },
    { _ = $0.changedValues },
    { _ = "\($0)" },
    { _ = $0.properties.values },
  ]

  @Test(arguments: 0..<8) func `every way to read a property is tracked`(_ way: Int) throws {
    let read = Self.reads[way]
    dune.title = "Changed before"
    #expect(wakes(reading: { read(dune) }) { dune.title = "Arrakis" })
  }

  private static let writes: [@Sendable (ManagedObject) throws -> Void] = [
    { $0.title = "Arrakis" },
    { $0["title"] = "Arrakis" },
    { try $0.setValue("Arrakis", forKey: "title") },
    { $0.title = nil as String? },
    { $0.title = PropertyValue("Arrakis") },
  ]

  @Test(arguments: 0..<5) func `every way to write wakes who has read the property alone`(
    _ way: Int
  ) throws {
    let write = Self.writes[way]
    #expect(try !wakes(reading: { let _: Int? = dune.pages }) { try write(dune) })
    #expect(try wakes(reading: { let _: String? = dune.title }) { try write(dune) })
  }

  @Test func `relationships wake both sides, and nobody else`() throws {
    let frank = try context.first("Author", "name", "Frank")
    let ursula = try context.first("Author", "name", "Ursula")
    let left = try context.first("Book", "title", "The Left Hand")
    func move(to author: ManagedObject) -> () -> Void { { dune.author = author } }
    #expect(wakes(reading: { let _: ManagedObject? = dune.author }, move(to: ursula)))
    #expect(wakes(reading: { frank.many("books") }, move(to: frank)))
    #expect(wakes(reading: { ursula.many("books") }, move(to: ursula)))
    #expect(wakes(reading: { frank.memberCount(of: "books") }, move(to: frank)))
    #expect(!wakes(reading: { let _: ManagedObject? = left.author }, move(to: ursula)))
    #expect(!wakes(reading: { let _: String? = dune.title }, move(to: frank)))
    #expect(wakes(reading: { let _: String? = dune.author?.name }) { frank.name = "F" })
    let space = try context.first("Tag", "name", "space")
    #expect(try wakes(reading: { space.many("books") }) { try dune.remove(space, from: "tags") })
    #expect(try wakes(reading: { dune.many("tags") }) { try dune.insert(space, into: "tags") })
  }

  @Test func `undo, redo, rollback, refresh and merge wake for the property that changed`() throws {
    context.recordsUndo = true
    dune.title = "Arrakis"
    func title() { let _: String? = dune.title }
    func pages() { let _: Int? = dune.pages }
    #expect(wakes(reading: title) { context.undo() })
    #expect(wakes(reading: title) { context.redo() })
    #expect(!wakes(reading: pages) { context.undo() })
    dune.title = "Rakis"
    #expect(!wakes(reading: pages) { context.rollback() })
    dune.title = "Rakis"
    #expect(wakes(reading: title) { context.rollback() })
    #expect(try wakes(reading: title) { try context.refresh(dune, mergeChanges: false) })
    func othersChange() throws {
      let other = container.makeContext()
      let theirs = try other.same(dune)
      theirs.title = (theirs.title ?? "") + "!"
      try other.save()
      try context.refresh(dune)
    }
    #expect(try wakes(reading: title, othersChange))
    #expect(try !wakes(reading: pages, othersChange))
  }

  @Test func `a deletion wakes who has read the object, and its save does not`() throws {
    func title() { let _: String? = dune.title }
    #expect(try wakes(reading: title) { try context.delete(dune) })
    #expect(try !wakes(reading: title) { try context.save() })
    let tag = try context.first("Tag", "name", "space")
    #expect(wakes(reading: { let _: String? = tag.name }) { context.reset() })
  }

  @Test func `several changes of one operation wake once, when it is over`() throws {
    let count = Count()
    withObservationTracking {
      let _: String? = dune.title
    } onChange: {
      count.add()
    }
    context.attempt {
      dune.title = "Rakis"
      dune.title = "Arrakis"
      #expect(count.value.withLock { $0 } == 0)
    }
    #expect(count.value.withLock { $0 } == 1)
    // An undo group can last as long as a gesture; values read in between are current.
    #expect(
      wakes(reading: { let _: String? = dune.title }) {
        context.beginUndoGroup()
        dune.title = "Rakis"
      })
    context.endUndoGroup()
  }

  @Test func `views and classes are tracked`() throws {
    let typed = ManagedObjectContext(
      model: try ManagedObjectModel("Typed") {
        Writer.self
        Work.self
      })
    typed.tracksReads = true
    let writer = try typed.insert(Writer.self)
    let work = try typed.insert(Work.self)
    #expect(wakes(reading: { work.title }) { work.title = "Dune" })
    #expect(!wakes(reading: { work.title }) { work.pages = 3 })
    #expect(wakes(reading: { work.pages }) { work.pages = nil })
    #expect(wakes(reading: { work.pages }) { work.pages = 4 })
    #expect(wakes(reading: { work.isSet(\.code) }) { work.code = UUID() })
    #expect(wakes(reading: { work.code }) { work.code = UUID() })
    #expect(wakes(reading: { work.writer }) { work.writer = writer })
    #expect(wakes(reading: { writer.works.map(\.title) }) { work.title = "Arrakis" })
    #expect(wakes(reading: { writer.memberCount(of: \.works) }) { writer.works = [] })
    #expect(work.title == "Arrakis" && work.pages == 4 && work.writer == nil)
    let loan = try context.fetch(Loan.self)[0]
    #expect(wakes(reading: { loan.days }) { loan.days = 4 })
    #expect(!wakes(reading: { loan.days }) { loan.caption = "x" })
    #expect(wakes(reading: { loan.caption }) { loan.caption = "y" })
    // Computed properties of a class depend on the values that they read.
    #expect(wakes(reading: { loan.isLong }) { loan.days = 40 })
    #expect(!wakes(reading: { loan.isLong }) { loan.caption = "z" })
  }

  @Test func `objects that come later are tracked, inserted and faults`() throws {
    let tag = try context.insert("Tag")
    tag.name = "new"
    #expect(wakes(reading: { let _: String? = tag.name }) { tag.name = "newer" })
    let other = container.makeContext()
    other.tracksReads = true
    let theirs = try #require(other.object(with: dune.objectID))
    #expect(other.isFault(theirs))
    #expect(wakes(reading: { let _: String? = theirs.title }) { theirs.title = "x" })
    #expect(theirs.title == "x")
    try other.save()
    #expect(wakes(reading: { let _: String? = theirs.title }) { theirs.title = "y" })
  }

  @Test func `without tracking nobody is woken, and reads are fast again`() throws {
    let count = Count()
    withObservationTracking {
      let _: String? = dune.title
    } onChange: {
      count.add()
    }
    context.tracksReads = false
    dune.title = "Arrakis"
    #expect(count.value.withLock { $0 } == 0)
    #expect(dune.row.tableMask == dune.shape.tableMask)
    #expect(!context.tracksPendingChanges)
  }

  @Test func `an observer may let go of the context`() throws {
    final class Holder: @unchecked Sendable {
      var context: ManagedObjectContext?
    }
    for way in 0..<6 {
      let holder = Holder()
      holder.context = ManagedObjectContext(model: try Library.model())
      try holder.context.map(Library.stock)
      let book = try #require(holder.context?.objects(of: "Book").first)
      let author: ManagedObject? = book.author
      holder.context?.tracksReads = true
      holder.context?.recordsUndo = true
      book.note = "n"
      withObservationTracking {
        let _: String? = book.note
        _ = book.many("chapters")
        _ = author?.many("books")
      } onChange: {
        holder.context = nil
      }
      switch way {
      case 0: book.note = "o"
      case 1: book.author = nil as ManagedObject?
      case 2: try holder.context?.delete(book)
      case 3: holder.context?.undo()
      case 4: holder.context?.rollback()
      default: try book.remove(book.many("chapters")[0], from: "chapters")
      }
      #expect(holder.context == nil)
    }
  }

  @MainActor @Test func `observations yield what is read after changes`() async throws {
    let context = try Library.stocked().context
    context.tracksReads = true
    let dune = try context.first("Book", "title", "Dune")
    let titles = Observations { (dune.title as String?) ?? "" }
    var iterator = titles.makeAsyncIterator()
    #expect(await iterator.next() == "Dune")
    dune.pages = 5
    dune.title = "Arrakis"
    #expect(await iterator.next() == "Arrakis")
  }

  @Test func `an object that leaves its context keeps its values`() throws {
    var context: ManagedObjectContext? = ManagedObjectContext(model: try Library.model())
    context?.tracksReads = true
    let tag = try #require(try context?.insert("Tag"))
    tag.name = "kept"
    context = nil
    #expect(tag["name"] == "kept")
  }
}

extension Loan {
  fileprivate var isLong: Bool { days > 30 }
}
