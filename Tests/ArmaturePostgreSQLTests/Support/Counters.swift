import Armature
import ArmatureModel

@testable import ArmaturePostgreSQL

/// Counters with a value and unique names.
enum Counters {
  /// - Parameter hasSteps: Whether to return a later version that has another attribute.
  static func model(hasSteps: Bool = false) throws -> ManagedObjectModel {
    try ManagedObjectModel("Counters") {
      Entity("Counter") {
        Attribute("name", String.self)
        Attribute("count", Int.self).default(0)
        if hasSteps { Attribute("step", Int.self).default(1) }
        Relationship("notes", to: "Note", .toMany, inverse: "counter", onDelete: .cascade)
        Unique("name")
      }
      Entity("Note") {
        Attribute("text", String.self)
        Relationship("counter", to: "Counter", inverse: "notes")
      }
    }
  }

  static func context(_ store: any PersistentStore) throws -> ManagedObjectContext {
    try PersistentContainer(model: model(), store: store).makeContext()
  }

  /// Repeats an operation until it finishes within the store's timeout, because the machine may be busy.
  static func patiently<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 0..<100 {
      do {
        return try body()
      } catch let error as PostgreSQLStoreError {
        if case .outcomeUnknown = error { continue }
        if !error.isTransient { throw error }
      }
    }
    return try body()
  }

  static func insert(_ name: String, _ context: ManagedObjectContext) throws -> ManagedObject {
    let counter = try context.insert("Counter")
    try counter.setValue(name, forKey: "name")
    return counter
  }

  static func name(_ counter: ManagedObject) throws -> String {
    guard case .string(let name) = try counter.value(forKey: "name") as AttributeValue else {
      return ""
    }
    return name
  }

  static func count(_ counter: ManagedObject) throws -> Int {
    guard case .int(let count) = try counter.value(forKey: "count") as AttributeValue else {
      return -1
    }
    return Int(count)
  }

  /// Returns the names of the saved counters.
  static func names(
    _ store: PostgreSQLStore, in context: ManagedObjectContext? = nil
  ) throws -> [String] {
    let context = try context ?? Self.context(store.again())
    return try context.fetch(FetchRequest("Counter", orderedBy: [.ascending("name")]))
      .map(name)
  }
}
