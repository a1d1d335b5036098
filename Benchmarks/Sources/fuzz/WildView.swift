import Armature
import ArmatureModel

/// All that can be seen of the objects of a context, to tell what a call that fails has changed.
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

  /// Whether a later view shows the same, but for what was read, or let go of, in between.
  func isSame(_ later: WildView) -> Bool {
    guard changes == later.changes else { return false }
    return Set(ids).union(later.ids).allSatisfy { id in
      guard let look = looks[id], let other = later.looks[id] else {
        return (looks[id] ?? later.looks[id])?.state == .unchanged
      }
      return look.state == other.state && Self.isSame(look.text, other.text)
    }
  }

  /// Whether two texts of an object say the same, but for what is not loaded in one of them.
  private static func isSame(_ text: String, _ other: String) -> Bool {
    if text == other || [text, other].contains(where: { $0.hasSuffix("(fault)") }) { return true }
    let (parts, others) = (parts(of: text), parts(of: other))
    return parts.count == others.count
      && zip(parts, others).allSatisfy { part, other in
        part == other || [part, other].contains { $0.hasSuffix("(not loaded)") }
      }
  }

  /// The text of an object, divided before each name of a property.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if word.hasSuffix(":") { parts.append("") }
      parts[parts.count - 1] += " \(word)"
    }
    // What stands behind a value says whether there is another one.
    return parts.map { String($0.reversed().drop { ",}".contains($0) }.reversed()) }
  }
}
