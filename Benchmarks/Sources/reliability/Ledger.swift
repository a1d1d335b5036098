import Armature
import ArmatureModel
import Foundation

/// A history that is the same in every store: each step changes objects of all entities and links of all kinds.
///
/// The state after each step is known from an in-memory store. A store contains only complete steps if its objects
/// equal one of these states.
struct Ledger {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Ledger") {
      Entity("Counter") {
        Attribute("steps", Int.self).default(0)
        Attribute("picture", Data?.self).storedExternally()
      }
      Entity("Account") {
        Attribute("name", String.self)
        // Sometimes two of them are swapped.
        Attribute("place", Int.self)
        Attribute("balance", Decimal.self).default(0)
        Relationship("entries", to: "Entry", .ordered, inverse: "account", onDelete: .cascade)
        Relationship("labels", to: "Label", .toMany, inverse: "accounts")
        Unique("name")
        Unique("place")
      }
      Entity("Entry") {
        Attribute("number", Int.self)
        Attribute("text", String.self)
        Attribute("data", Data?.self)
        Relationship("account", to: "Account", inverse: "entries").required()
        Unique("number")
      }
      Entity("Label") {
        Attribute("word", String.self)
        Relationship("accounts", to: "Account", .toMany, inverse: "labels")
      }
    }
  }

  let context: ManagedObjectContext
  private static let accounts = 6
  private static let labels = 3

  /// Takes step 0 if the store is empty.
  init(_ context: ManagedObjectContext) throws {
    self.context = context
    if try context.count("Counter") > 0 { return }
    try context.insert("Counter")
    for number in 0..<Self.accounts {
      try context.insert("Account").setValuesForKeys(["name": "Konto \(number)", "place": number])
    }
    for number in 0..<Self.labels { try context.insert("Label").word = "Wört \(number)" }
    try context.save()
  }

  private func counter() throws -> ManagedObject {
    guard let counter = try context.fetch("Counter").first else { throw Broken.noCounter }
    return counter
  }

  /// The number of completed steps.
  var steps: Int {
    get throws { try counter().steps ?? 0 }
  }

  private enum Broken: Error {
    case noCounter
    case missing(String, Int)
  }

  private func first(_ entity: String, _ property: String, _ value: String) throws -> ManagedObject
  {
    var request = FetchRequest(entity, where: try FetchPredicate("\(property) == '\(value)'"))
    // An unreadable relationship would look empty; the fetch throws an error instead.
    if entity == "Account" { request.prefetching = ["entries", "labels"] }
    let found = try context.fetch(request)
    guard let object = found.first, found.count == 1 else {
      throw Broken.missing("\(entity) \(value)", found.count)
    }
    return object
  }

  /// Makes the changes of the next step without saving.
  func takeStep() throws {
    let counter = try counter()
    let number = try steps + 1
    counter.steps = number
    // With SQLite, four out of five are stored in external files.
    let size = number % 5 == 0 ? 10 : 102_400 + number
    counter.picture = Data(repeating: UInt8(number % 256), count: size)
    let one = try first("Account", "name", "Konto \(number % Self.accounts)")
    let other = try first("Account", "name", "Konto \((number * 5 + 1) % Self.accounts)")
    if one !== other {
      for (account, sign) in [(one, -1), (other, 1)] {
        let balance: Decimal = account.balance ?? 0
        account.balance = balance + Decimal(sign * number) / 100
      }
      if number % 4 == 0 {
        let places: [Int] = [one.place ?? 0, other.place ?? 0]
        (one.place, other.place) = (places[1], places[0])
      }
    }
    try insertEntry(number, into: one)
    let entries: [ManagedObject] = other.entries ?? []
    if entries.count > 6, let last = entries.last { try context.delete(last) }
    let label = try first("Label", "word", "Wört \(number % Self.labels)")
    let labels: [ManagedObject] = one.labels ?? []
    if labels.contains(where: { $0 === label }) {
      try one.remove(label, from: "labels")
    } else {
      try one.insert(label, into: "labels")
    }
  }

  /// Every tenth is longer than a page of a file.
  private func insertEntry(_ number: Int, into account: ManagedObject) throws {
    let entry = try context.insert("Entry")
    entry.number = number
    entry.text = String(repeating: "ß\(number)…", count: number % 10 == 0 ? 900 : number % 7)
    if number % 3 == 0 { entry.data = Data(repeating: UInt8(number % 256), count: number % 50) }
    try account.insert(entry, into: "entries", at: number % 2 == 0 ? 0 : nil)
  }

  /// Returns the saved state as text, without keys.
  func text() throws -> String {
    let picture: Data? = try counter().picture
    var lines = ["steps \(try steps) \(picture?.count ?? 0) \(picture?.last ?? 0)"]
    for account in try context.fetch("Account", orderedBy: [.ascending("name")]) {
      lines.append(
        "\(account["name"] ?? .null) \(account["place"] ?? .null) \(account["balance"] ?? .null)")
      let labels: [ManagedObject] = account.labels ?? []
      let words = labels.map { "\($0["word"] ?? .null)" }.sorted()
      lines.append("  \(words.joined(separator: " "))")
      for entry in account.entries ?? [ManagedObject]() {
        lines.append(
          "  \(entry["number"] ?? .null) \(entry["text"] ?? .null) \(entry["data"] ?? .null)")
      }
    }
    lines.append("\(try context.count("Entry")) \(try context.count("Label"))")
    return lines.joined(separator: "\n")
  }
}
