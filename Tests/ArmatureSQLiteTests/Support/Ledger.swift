import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import Testing

/// A file with one account; each change saves three entries as well. If the entries do not match the account, a save
/// was not atomic.
struct Ledger {
  let path: String
  let container: PersistentContainer

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Ledger") {
      Entity("Account") {
        Attribute("number", Int.self).default(0)
        Relationship("entries", to: "Entry", .ordered, inverse: "account")
      }
      Entity("Entry") {
        Attribute("number", Int.self).default(0)
        Attribute("text", String?.self)
        Relationship("account", to: "Account", inverse: "entries")
      }
    }
  }

  /// Returns the model with numbers as text, and with another column.
  static func changedModel() throws -> ManagedObjectModel {
    try ManagedObjectModel("Ledger") {
      Entity("Account") {
        Attribute("count", String.self).renamed(from: "number")
        Relationship("entries", to: "Entry", .ordered, inverse: "account")
      }
      Entity("Entry") {
        Attribute("number", Double.self)
        Attribute("words", String?.self).renamed(from: "text")
        Attribute("note", String.self).default("none")
        Relationship("account", to: "Account", inverse: "entries")
      }
    }
  }

  init(
    _ path: String, durability: SQLiteStore.Durability = .normal,
    busyTimeout: Duration = .seconds(20), key: SQLiteKey? = nil
  ) throws {
    self.path = path
    container = try PersistentContainer(
      model: Self.model(),
      store: SQLiteStore(
        path, durability: durability, busyTimeout: busyTimeout, key: key?.source))
  }

  /// Creates the account once.
  func start() throws {
    let context = container.makeContext()
    try context.insert("Account")
    try context.save()
  }

  /// Increments the account and adds its entries.
  ///
  /// - Returns: The new number of the account.
  func add(_ context: ManagedObjectContext) throws -> Int {
    let account = try #require(try context.fetch("Account").first)
    let number = try #require(try account.value(forKey: "number", as: Int.self)) + 1
    try account.setValue(number, forKey: "number")
    for part in 0..<3 {
      let entry = try context.insert("Entry")
      let text = String(repeating: "entry \(number) ", count: 1 + (number * 7 + part * 13) % 90)
      try entry.setValuesForKeys(["number": number, "text": text])
      try account.insert(entry, into: "entries", at: part == 0 ? 0 : nil)
    }
    try context.save()
    return number
  }

  /// Adds a number of times, repeating each save until no other save interferes.
  func add(count: Int) throws {
    let context = container.makeContext()
    for _ in 0..<count {
      while true {
        do {
          _ = try add(context)
          break
        } catch let error where error is MergeConflicts || isBusy(error) {
          context.rollback()
          try context.refreshAll()
        }
      }
    }
  }

  private func isBusy(_ error: any Error) -> Bool { (error as? SQLiteStoreError)?.isBusy ?? false }

  /// Returns the number of the account, after checking all entries.
  ///
  /// - Throws: The failure.
  func number(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let context = container.makeContext()
    let account = try #require(try context.fetch("Account").first, sourceLocation: sourceLocation)
    let number = try #require(try account.value(forKey: "number", as: Int.self))
    var counts: [Int: Int] = [:]
    for entry in try context.fetch("Entry") {
      let entryNumber = try #require(try entry.value(forKey: "number", as: Int.self))
      counts[entryNumber, default: 0] += 1
      let text = try entry.value(forKey: "text", as: String.self)
      #expect(text?.hasPrefix("entry \(entryNumber) ") == true, sourceLocation: sourceLocation)
    }
    let wanted = Dictionary(uniqueKeysWithValues: (0..<number).map { ($0 + 1, 3) })
    #expect(counts == wanted, sourceLocation: sourceLocation)
    #expect(account.memberCount(of: "entries") == number * 3, sourceLocation: sourceLocation)
    return number
  }
}
