import Armature

/// A function called by hooks and rules in any task that saves, so it belongs to no actor.
nonisolated func isTidy(_ title: String) -> Bool { !title.hasPrefix(" ") && !title.hasSuffix(" ") }

struct TooLong: Error, CustomStringConvertible {
  var description: String { "a book has no more than 2,000 pages" }
}

/// The class tier: accessors, custom state, and all hooks.
final class Book: ManagedObject {
  @Property("title") var title: String
  @Property("pages") var pages: Int
  @Property("format") var format: Format
  @Property("colour") var colour: Colour?
  @Property("size") var size: Size?
  @Property("sequel") var sequel: Book?
  @Property("reviews") var reviews: [ManagedObject]

  private(set) var calls: [String] = []
  var isLong: Bool { pages > 500 }
  static let untitled = "Untitled"

  override class var validatedKeys: [String] { ["title"] }
  override func awakeFromInsert() {
    title = Self.untitled
    note()
  }
  override func awakeFromFetch() { note() }
  override func awake(fromSnapshotEvents events: SnapshotEvents) { note() }
  override func willTurnIntoFault() { note() }
  override func didTurnIntoFault() { calls = [] }
  override func prepareForDeletion() { note() }
  override func willSave() { if title.isEmpty { title = Self.untitled } }
  override func didSave() { note() }
  override func validateForInsert() throws { if pages > 2000 { throw TooLong() } }
  override func validateForUpdate() throws { try validateForInsert() }
  override func validateForDelete() throws {}
  override func validate(_ value: AttributeValue, forKey key: String) throws {}

  private func note(_ call: String = #function) { calls.append(call) }
}

/// An intermediate class with its own initializer.
class Item: ManagedObject {
  var isNew = false
  required init(_ seed: consuming ObjectSeed) { super.init(seed) }
  func describe() -> String { "\(self)" }
  override func awakeFromInsert() { isNew = true }
}

final class Review: Item {
  @Property("text") var text: String
  override func describe() -> String { "review: \(text)" }
}
