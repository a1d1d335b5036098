import Armature
import ArmatureModel
import ArmaturePostgreSQL

/// The work of several programs in one store: each save of a program adds a numbered entry, and counts it.
struct Tally {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Tally") {
      Entity("Program") {
        Attribute("number", Int.self)
        Attribute("saves", Int.self).default(0)
        Relationship("entries", to: "Entry", .toMany, inverse: "program")
        Unique("number")
      }
      // A save that is made twice would leave two entries with the same number.
      Entity("Entry") {
        Attribute("number", Int.self)
        Relationship("program", to: "Program", inverse: "entries")
      }
    }
  }

  let context: ManagedObjectContext
  private let container: PersistentContainer

  /// - Parameters:
  ///   - timeout: The timeout of the store.
  ///   - readsFromStandby: Whether a standby answers reads, if there is one.
  init(
    _ place: StorePlace.Server, timeout: Duration, readsFromStandby: Bool = false
  ) throws {
    let replicas = place.address.replacing("=read-write", with: "=prefer-standby")
    let store = PostgreSQLStore(
      place.address, readsFrom: readsFromStandby ? replicas : nil, schema: place.schema,
      timeout: timeout)
    container = try PersistentContainer(model: Self.model(), store: store)
    context = container.makeContext()
  }

  /// Adds programs without entries.
  func addPrograms(_ count: Int) throws {
    for number in 0..<count { try context.insert("Program").number = number }
    try context.save()
  }

  private func program(_ number: Int) throws -> ManagedObject {
    let found = try context.fetch(
      FetchRequest("Program", where: FetchPredicate("number == \(number)")))
    guard let program = found.first, found.count == 1 else {
      throw Failure("there are \(found.count) programs \(number)")
    }
    return program
  }

  /// The number of a program's saves.
  func saves(of number: Int) throws -> Int { try program(number).saves ?? 0 }

  /// The number of a program's saves in the store, read again.
  func savedSaves(of number: Int) throws -> Int {
    try Tally(container).saves(of: number)
  }

  private init(_ container: PersistentContainer) {
    (self.container, context) = (container, container.makeContext())
  }

  /// Makes the next change of a program, without saving; returns its number.
  func change(by number: Int) throws -> Int {
    let program = try program(number)
    let next = (program.saves ?? 0) + 1
    program.saves = next
    let entry = try context.insert("Entry")
    (entry.number, entry.program) = (next, program)
    return next
  }

  /// Returns the number of a program's saves.
  ///
  /// - Throws: ``Failure`` if the entries are not those of exactly these saves.
  func check(_ number: Int) throws -> Int {
    let program = try program(number)
    let entries: [ManagedObject] = program.entries ?? []
    let (numbers, saves) = (entries.map { $0.number ?? 0 }.sorted(), program.saves ?? 0)
    guard numbers == Array(1..<(saves + 1)) else {
      let (doubled, lost) = (
        numbers.count - Set(numbers).count, Set(1...max(1, saves)).subtracting(numbers)
      )
      throw Failure(
        "program \(number) has \(saves) saves, but \(numbers.count) entries: \(doubled) are there twice, and "
          + "\(lost.sorted()) are missing")
    }
    return saves
  }
}
