import Armature
import ArmatureModel

/// The visible state of a context's objects, to detect changes by a failed call.
struct WildView: CustomStringConvertible {
  private struct Look {
    let text: String
    let state: ObjectState
  }

  private let ids: [ManagedObjectID]
  private let looks: [ManagedObjectID: Look]
  private let changes: [String]

  init(_ context: ManagedObjectContext) {
    let objects = context.registeredObjects
    ids = objects.map(\.objectID)
    looks = Dictionary(
      objects.map { ($0.objectID, Look(text: "\($0)", state: $0.objectState)) },
      uniquingKeysWith: { first, _ in first })
    changes =
      [context.insertedObjects, context.updatedObjects, context.deletedObjects]
      .map { "\($0.map(\.objectID))" } + ["\(context.hasChanges)"]
  }

  var description: String {
    (ids.map { "\(looks[$0]?.text ?? "") \(looks[$0]?.state ?? .detached)" } + changes)
      .joined(separator: "\n")
  }

  /// Returns whether a later view is equal, ignoring objects that were loaded or evicted meanwhile.
  func isSame(_ later: WildView) -> Bool {
    guard changes == later.changes else { return false }
    return Set(ids).union(later.ids).allSatisfy { id in
      guard let look = looks[id], let other = later.looks[id] else {
        return (looks[id] ?? later.looks[id])?.state == .unchanged
      }
      return look.state == other.state && Self.isSame(look.text, other.text)
    }
  }

  /// Returns whether two texts of an object are equal, ignoring parts that one of them has not loaded.
  private static func isSame(_ text: String, _ other: String) -> Bool {
    if text == other || [text, other].contains(where: { $0.hasSuffix("(fault)") }) { return true }
    let (parts, others) = (parts(of: text), parts(of: other))
    return parts.count == others.count
      && zip(parts, others).allSatisfy { part, other in
        part == other || [part, other].contains { $0.hasSuffix("(not loaded)") }
      }
  }

  /// Returns the text of an object, split before each property name.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if word.hasSuffix(":") { parts.append("") }
      parts[parts.count - 1] += " \(word)"
    }
    // The punctuation after a value depends on whether another value follows.
    return parts.map { String($0.reversed().drop { ",}".contains($0) }.reversed()) }
  }
}
