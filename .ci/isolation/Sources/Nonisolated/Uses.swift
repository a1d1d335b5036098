import Armature

/// A context used where it was created: on the main actor of an app, or in any single task.
final class ShelfList {
  private let context: ManagedObjectContext
  private(set) var titles: [String] = []

  init(_ container: PersistentContainer) { context = container.makeContext() }

  func add(_ title: String) throws {
    let book = try context.insert(Book.self)
    book.title = title
    let work = try context.insert(Work.self) { $0.title = title }
    work.pages += 1
    try context.save()
    try refresh()
  }

  func refresh() throws {
    titles = try context.fetch("Book", where: FetchPredicate("pages > 0")).compactMap { $0.title }
    titles += try context.fetch(Work.self) { $0.pages > 1 }.map(\.title)
  }
}

/// A context in an actor: IDs, snapshots and values cross its boundary.
actor Librarian {
  private let context: ManagedObjectContext

  init(_ container: PersistentContainer) { context = container.makeContext() }

  func add(_ title: String) throws -> ManagedObjectID {
    let book = try context.insert(Book.self)
    book.title = title
    try context.save()
    return book.objectID
  }

  func snapshot(of id: ManagedObjectID) throws -> ObjectSnapshot {
    try context.existingObject(with: id).snapshot()
  }
}

/// Work in the background.
func countBooks(_ container: PersistentContainer) async throws -> Int {
  try await container.perform { context in
    let long = try context.fetch("Book").filter { book in isTidy(book.title ?? "") }
    return long.count
  }
}
