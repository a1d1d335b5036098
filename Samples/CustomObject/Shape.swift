import Armature
import Foundation

/// The custom class of the entity `Shape`.
///
/// The accessors are checked against the entity when the model is built. What must not be overridden
/// (`objectID`, `isInserted`, `value(forKey:)` …) is not open, so the compiler refuses it.
final class Shape: ManagedObject {
  @Property("name") var name: String
  @Property("colour") var colour: Colour
  @Property("bounds") var bounds: Bounds
  @Property("isLocked") var isLocked: Bool
  @Property("created") var created: Date
  @Property("exhibited") var exhibited: ZonedDate?
  @Property("area") var area: Double?
  @Property("drawing") var drawing: ManagedObject?

  /// State of this object alone, outside of the model: nobody tracks, validates or saves it.
  private(set) var hooks: [String] = []

  /// A dependent value: it follows from the bounds and cannot be out of step with them.
  var centre: (x: Double, y: Double) {
    (bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
  }

  /// A transient attribute that is made when it is first read, and kept until the next save.
  ///
  /// The primitive value is set, since making a cache is no change.
  var caption: String {
    get throws {
      if let caption = String(attributeValue: try primitiveValue(forKey: "caption")) {
        return caption
      }
      let caption = "\(name), \(bounds.width) by \(bounds.height)"
      try setPrimitiveValue(caption, forKey: "caption")
      return caption
    }
  }

  override func awakeFromInsert() {
    hooks.append("awakeFromInsert")
    created = Date()
  }

  override func willSave() {
    hooks.append("willSave")
    // A change here would call every object again; one that changes nothing must not be made.
    let tidied = String(name.split(separator: " ").joined(separator: " "))
    if name != tidied { name = tidied }
  }

  override func didSave() {
    hooks.append("didSave")
    // Cannot fail: the entity has the attribute.
    try? setPrimitiveValue(nil as String?, forKey: "caption")
  }

  override func prepareForDeletion() {
    let place: String? = drawing?.name
    hooks.append("prepareForDeletion, still in \(place ?? "no drawing")")
  }

  override func validateForInsert() throws {
    hooks.append("validateForInsert")
    if bounds.width == 0 || bounds.height == 0 { throw ShapeError.isInvisible(name) }
  }

  override func validateForUpdate() throws {
    hooks.append("validateForUpdate")
    // The committed values tell what was locked: unlocking and moving in one step is refused, too.
    let before = committedValues(forKeys: ["isLocked", "bounds"])
    if before["isLocked"] == .bool(true), before["bounds"] != bounds.attributeValue {
      throw ShapeError.isLocked(name)
    }
  }

  override func validateForDelete() throws {
    hooks.append("validateForDelete")
  }

  /// The hooks that were called since the last time.
  func takeHooks() -> String {
    defer { hooks = [] }
    return hooks.joined(separator: ", ")
  }
}

/// Why a shape refuses to be saved.
enum ShapeError: Error, CustomStringConvertible {
  case isInvisible(String)
  case isLocked(String)

  var description: String {
    switch self {
    case .isInvisible(let name): "\(name) must have an area, but its bounds are empty"
    case .isLocked(let name): "\(name) must stay where it is, since it is locked"
    }
  }
}
