// Top-level variables in a package without default isolation, with the compiler's messages. `.ci/refused` runs the
// compiler.
import Armature

let context = ManagedObjectContext(model: try ManagedObjectModel("Shelf") {})
func add(_ title: String) throws {
  let book = try context.insert("Book")  // error: main actor-isolated let 'context' can not be referenced from a nonisolated context
  book.title = title
}
