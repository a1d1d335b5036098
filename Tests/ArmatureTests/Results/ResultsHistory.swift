import Foundation
import TestSupport

@testable import Armature

/// A random history of a library, with all kinds of lists that follow it.
final class ResultsHistory {
  /// A list, and a copy updated by its steps.
  private struct Followed {
    let results: FetchedResults<ManagedObject>
    var sections: [(value: AttributeValue, ids: [ManagedObjectID])]
    /// The sections at an earlier time, and the updates since then.
    var earlier: [(value: AttributeValue, ids: [ManagedObjectID])]
    var updates: [[ResultStep]] = []
  }

  private var random: SplitMix64
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext?
  private var followed: [Followed] = []
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    let model = try Library.model()
    if random.oneIn(3) {
      context = ManagedObjectContext(model: model)
      other = nil
    } else {
      let container = try PersistentContainer(model: model)
      context = container.makeContext()
      context.mergePolicy = .objectTrumps
      context.mergesChangesAutomatically = true
      let other = container.makeContext()
      other.mergePolicy = .objectTrumps
      other.mergesChangesAutomatically = true
      self.other = other
    }
    try Library.stock(context)
    for _ in 0..<random.below(60) { _ = try edit(context) }
    save(context)
    if random.bool() { context.recordsUndo = true }
    if random.oneIn(4) { context.tracksReads = true }
    for (request, keyPath) in try Self.requests() {
      let results = try FetchedResults(request, in: context, sectionedBy: keyPath)
      let sections = Self.sections(results)
      followed.append(Followed(results: results, sections: sections, earlier: sections))
    }
  }

  private static func requests() throws -> [(FetchRequest, String?)] {
    func request(
      _ condition: String, _ orders: [FetchOrder], entity: String = "Book", limit: Int? = nil,
      offset: Int = 0
    ) throws -> FetchRequest {
      FetchRequest(
        entity, where: try FetchPredicate(condition), orderedBy: orders, limit: limit,
        offset: offset)
    }
    var own = try request("pages < 4", [.descending("pages")])
    own.includesSubentities = false
    return [
      (try request("TRUEPREDICATE", [.ascending("title")]), nil),
      (try request("pages > 1", [.descending("pages"), .ascending("title")]), "author.name"),
      (try request("author.name < 'c'", [.descending("author.name")]), "author.name"),
      (try request("ANY tags.name == 'a'", [.ascending("note")]), nil),
      (try request("SUBQUERY(chapters, $c, $c.title == 'a').@count > 0", []), "pages"),
      (try request("next.pages > 1 OR next == nil", [.ascending("next.title")]), nil),
      (try request("note == nil", [.ascending("pages")], limit: 3, offset: 1), "pages"),
      (try request("pages > 0", [.ascending("title"), .descending("pages")], limit: 4), nil),
      (try request("note == nil", [.ascending("pages")], limit: 6), "pages"),
      (try request("TRUEPREDICATE", [.ascending("title")], entity: "Novel"), "genre"),
      (own, "note"),
      (try request("pages > 0", [.ascending("title", comparator: Folded())]), "title"),
      (
        FetchRequest(
          "Author", orderedBy: [FetchOrder.descending("name", options: .numeric)], limit: 3), nil
      ),
      (try request("note == nil", []), nil),
      (
        FetchRequest(
          "Author", orderedBy: [.ascending(DynamicQuery().books.count), .descending("best.title")]),
        "best.author.name"
      ),
      (
        try request("TRUEPREDICATE", [.ascending("title", options: .caseInsensitive)]), "title"
      ),
    ]
  }

  // MARK: Steps

  /// Makes a change and returns its description.
  func step() throws -> String {
    if random.oneIn(8), let undone = undo() { return undone }
    switch random.below(14) {
    case 0:
      count("rollback")
      context.rollback()
      return "rollback"
    case 1, 2:
      save(context)
      return "save"
    case 3, 4:
      // Undo restores the state here despite other saves, so a fetch from the store and one over objects can differ.
      guard let other, !context.recordsUndo else { return try edit(context) }
      count("others")
      let text = try (0..<3).map { _ in try edit(other) }.joined(separator: ", ")
      save(other)
      return "others \(text)"
    case 5:
      count("child")
      let child = context.makeChild()
      let text = try (0..<3).map { _ in try edit(child) }.joined(separator: ", ")
      save(child)
      return "child \(text)"
    case 6:
      try context.refreshAll()
      return "refresh"
    case 7:
      context.processPendingChanges()
      return "process"
    case 8 where random.oneIn(4):
      context.reset()
      return "reset"
    case 9:
      return try context.undoGroup("group") {
        try (0..<4).map { _ in try edit(context) }.joined(separator: ", ")
      }
    default: return try edit(context)
    }
  }

  private func undo() -> String? {
    guard context.canUndo || context.canRedo else { return nil }
    count("undo")
    if context.canRedo, random.bool() {
      context.redo()
      return "redo"
    }
    context.undo()
    return "undo"
  }

  private func save(_ context: ManagedObjectContext) {
    do { try context.save() } catch { context.rollback() }
  }

  /// Inserts, changes or deletes something.
  private func edit(_ context: ManagedObjectContext) throws -> String {
    let texts = ["a", "A", "b", "c", "d"]
    let books = try context.fetch("Book")
    let authors = try context.fetch("Author")
    guard let book = books.isEmpty ? nil : random.pick(books),
      let author = authors.isEmpty ? nil : random.pick(authors)
    else {
      try context.insert("Book").title = "b"
      try context.insert("Author").name = "n\(random.below(1_000_000))"
      return "insert book and author"
    }
    switch random.below(13) {
    case 0, 1:
      let made = try context.insert(random.pick(["Book", "Novel"]))
      made.title = random.pick(texts)
      made.author = random.bool() ? author : nil
      return "insert \(made.objectID)"
    case 2: try context.delete(book)
    case 3 where random.oneIn(3): try context.delete(author)
    case 4: book.title = random.pick(texts)
    case 5: book.pages = random.below(5)
    case 6: book.note = random.bool() ? nil : random.pick(texts)
    case 7: book.author = random.oneIn(4) ? nil : author
    case 8:
      // The identities of authors must differ.
      author.name = random.pick(texts) + "\(random.below(1_000_000))"
    case 9: author.best = random.oneIn(4) ? nil : book
    case 10: book.next = random.oneIn(4) ? nil : random.pick(books)
    case 11:
      let tag = try context.fetch("Tag") { $0.name == "a" }.first ?? context.insert("Tag")
      tag.name = "a"
      if book.many("tags").contains(tag) {
        try book.remove(tag, from: "tags")
      } else {
        try book.insert(tag, into: "tags")
      }
    default:
      let chapter = try book.many("chapters").first ?? context.insert("Chapter")
      chapter.title = random.pick(texts)
      chapter.book = random.oneIn(4) ? nil : book
    }
    return "edit \(book.objectID) or \(author.objectID)"
  }

  private func count(_ name: String) { counts[name, default: 0] += 1 }

  // MARK: Checks

  /// Updates all lists and returns the problems of the lists and their steps.
  func problems() throws -> [String] {
    // This merges other saves, so that the fetches below do not.
    _ = try context.count("Tag")
    var problems: [String] = []
    for index in followed.indices {
      let results = followed[index].results
      let steps = try results.update()
      followed[index].updates.append(steps)
      for step in steps where !apply(step, to: &followed[index].sections) {
        problems.append("\(step) cannot be applied")
      }
      let sections = Self.sections(results)
      let name = "list \(index)"
      if !Self.isSame(sections, followed[index].sections) {
        problems.append("\(name): \(steps) lead to\n\(followed[index].sections)\nnot\n\(sections)")
      }
      problems += joinedProblems(&followed[index], name, sections)
      if results.objects.contains(where: { !$0.isThere }) {
        problems.append("\(name) has objects that are gone")
      }
      let expected = try FetchedResults(
        results.request, in: context, sectionedBy: results.sectionKeyPath)
      if !Self.isSame(sections, Self.sections(expected)) {
        problems.append("\(name): \(steps)\nis\n\(sections)\nnot\n\(Self.sections(expected))")
      }
      if expected.objects != results.objects { problems.append("\(name) has other instances") }
    }
    return problems
  }

  /// Returns the problems of joining all updates since an earlier time. The time is moved forward now and then.
  private func joinedProblems(
    _ followed: inout Followed, _ name: String,
    _ sections: [(value: AttributeValue, ids: [ManagedObjectID])]
  ) -> [String] {
    let joined = JoinedSteps(followed.updates[...]).steps
    var (reached, problems) = (followed.earlier, [String]())
    for step in joined where !apply(step, to: &reached) {
      problems.append("\(name): the joined \(step) cannot be applied")
    }
    if !Self.isSame(sections, reached) {
      problems.append("\(name): the joined \(joined) lead to\n\(reached)\nnot\n\(sections)")
    }
    if followed.updates.count > 6 { (followed.earlier, followed.updates) = (sections, []) }
    return problems
  }

  private static func sections(
    _ results: FetchedResults<ManagedObject>
  ) -> [(value: AttributeValue, ids: [ManagedObjectID])] {
    results.sections.map { ($0.value, $0.objects.map(\.objectID)) }
  }

  private static func isSame(
    _ left: [(value: AttributeValue, ids: [ManagedObjectID])],
    _ right: [(value: AttributeValue, ids: [ManagedObjectID])]
  ) -> Bool {
    left.elementsEqual(right) { $0.value == $1.value && $0.ids == $1.ids }
  }

  /// Applies a step; returns false if that is impossible.
  private func apply(
    _ step: ResultStep,
    to sections: inout [(value: AttributeValue, ids: [ManagedObjectID])]
  ) -> Bool {
    func has(_ id: ManagedObjectID, _ position: ResultPosition) -> Bool {
      sections.indices.contains(position.section)
        && sections[position.section].ids.indices.contains(position.row)
        && sections[position.section].ids[position.row] == id
    }
    func hasRoom(_ position: ResultPosition) -> Bool {
      sections.indices.contains(position.section)
        && position.row <= sections[position.section].ids.count
    }
    switch step {
    case .insertSection(let value, let index):
      count("insertSection")
      guard index <= sections.count else { return false }
      sections.insert((value, []), at: index)
    case .deleteSection(let index):
      count("deleteSection")
      guard sections.indices.contains(index), sections[index].ids.isEmpty else { return false }
      sections.remove(at: index)
    case .insert(let id, let position):
      count("insert")
      guard hasRoom(position) else { return false }
      sections[position.section].ids.insert(id, at: position.row)
    case .delete(let id, let position):
      count("delete")
      guard has(id, position) else { return false }
      sections[position.section].ids.remove(at: position.row)
    case .move(let id, let from, let to):
      count("move")
      guard has(id, from) else { return false }
      sections[from.section].ids.remove(at: from.row)
      guard hasRoom(to) else { return false }
      sections[to.section].ids.insert(id, at: to.row)
    case .update(let id, let position):
      count("update")
      return has(id, position)
    }
    return true
  }
}

/// Compares texts without regard to case.
private struct Folded: SortComparator {
  var order = SortOrder.forward

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    let (left, right) = (left.lowercased(), right.lowercased())
    if left == right { return .orderedSame }
    return (left < right) == (order == .forward) ? .orderedAscending : .orderedDescending
  }
}
