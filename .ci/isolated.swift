// Programs that pass objects and contexts to other tasks, with the compiler's messages. `.ci/refused` runs the
// compiler. They are separate from refused.swift, because the compiler checks isolation only if the types are valid.
import Armature

func objectIntoATask(_ context: ManagedObjectContext) throws {
  let book = try context.insert("Book")
  Task.detached {  // error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
    book.title = "Dune"
  }
  book.title = "Emma"
}
func contextIntoATask(_ container: PersistentContainer) throws {
  let context = container.makeContext()
  Task { _ = try context.fetch("Book") }  // error: sending value of non-Sendable type '() async throws -> ()' risks causing data races
  try context.save()
}
@MainActor func show(_ object: ManagedObject) {}
func objectToTheMainActor(_ object: ManagedObject) async {
  await show(object)  // error: sending 'object' risks causing data races
}
actor Librarian {
  let context: ManagedObjectContext
  init(_ container: PersistentContainer) { context = container.makeContext() }
  func book() throws -> ManagedObject { try context.insert("Book") }
}
func objectOutOfAnActor(_ librarian: Librarian) async throws {
  print(try await librarian.book())  // error: non-Sendable 'ManagedObject'-typed result can not be returned from actor-isolated instance method 'book()' to nonisolated context
}
