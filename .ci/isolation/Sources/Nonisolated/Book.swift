import Armature

/// What hooks and rules call, from whatever task saves: no actor has it.
nonisolated func isTidy(_ title: String) -> Bool { !title.hasPrefix(" ") && !title.hasSuffix(" ") }

public struct TooLong: Error, CustomStringConvertible {
  public var description: String { "a book has no more than 2,000 pages" }
}

/// The class tier: accessors, state of its own, and all hooks.
public final class Book: ManagedObject {
  @Property("title") public var title: String
  @Property("pages") public var pages: Int
  @Property("format") public var format: Format
  @Property("colour") public var colour: Colour?
  @Property("size") public var size: Size?
  @Property("sequel") public var sequel: Book?
  @Property("reviews") public var reviews: [ManagedObject]

  public private(set) var calls: [String] = []
  public var isLong: Bool { pages > 500 }
  public static let untitled = "Untitled"

  public override class var validatedKeys: [String] { ["title"] }
  public override func awakeFromInsert() {
    title = Self.untitled
    note()
  }
  public override func awakeFromFetch() { note() }
  public override func awake(fromSnapshotEvents events: SnapshotEvents) { note() }
  public override func willTurnIntoFault() { note() }
  public override func didTurnIntoFault() { calls = [] }
  public override func prepareForDeletion() { note() }
  public override func willSave() { if title.isEmpty { title = Self.untitled } }
  public override func didSave() { note() }
  public override func validateForInsert() throws { if pages > 2000 { throw TooLong() } }
  public override func validateForUpdate() throws { try validateForInsert() }
  public override func validateForDelete() throws {}
  public override func validate(_ value: AttributeValue, forKey key: String) throws {}

  private func note(_ call: String = #function) { calls.append(call) }
}

/// A class between, with an initializer of its own.
open class Item: ManagedObject {
  public var isNew = false
  public required init(_ seed: consuming ObjectSeed) { super.init(seed) }
  open func describe() -> String { "\(self)" }
  open override func awakeFromInsert() { isNew = true }
}

public final class Review: Item {
  @Property("text") public var text: String
  public override func describe() -> String { "review: \(text)" }
}
