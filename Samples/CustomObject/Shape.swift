import Armature
import Foundation

/// The custom class of the entity `Shape`.
///
/// The accessors are checked against the entity when the model is built. Members that must not be overridden
/// (`objectID`, `isInserted`, `value(forKey:)` …) are not open, so the compiler rejects an override.
final class Shape: ManagedObject {
  @Property("name") var name: String
  @Property("colour") var colour: Colour
  @Property("bounds") var bounds: Bounds
  @Property("isLocked") var isLocked: Bool
  @Property("created") var created: Date
  @Property("exhibited") var exhibited: ZonedDate?
  @Property("area") var area: Double?
  @Property("drawing") var drawing: ManagedObject?

  /// State of this object alone, outside the model. It is not tracked, validated or saved.
  private(set) var hooks: [String] = []

  /// A computed value, which always agrees with the bounds.
  var centre: (x: Double, y: Double) {
    (bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
  }

  /// A transient attribute that is computed on first use and cached until the next save.
  ///
  /// It sets the primitive value, since filling a cache is not a change.
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
    // A change here calls the hooks of every object again, so only make it if it has an effect.
    let tidied = String(name.split(separator: " ").joined(separator: " "))
    if name != tidied { name = tidied }
  }

  override func didSave() {
    hooks.append("didSave")
    // This cannot fail: the entity has the attribute.
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
    // The committed values show whether the shape was locked. So it cannot be unlocked and moved in one step.
    let before = committedValues(forKeys: ["isLocked", "bounds"])
    if before["isLocked"] == .bool(true), before["bounds"] != bounds.attributeValue {
      throw ShapeError.isLocked(name)
    }
  }

  override func validateForDelete() throws {
    hooks.append("validateForDelete")
  }

  /// Returns the hooks that were called since the last call.
  func takeHooks() -> String {
    defer { hooks = [] }
    return hooks.joined(separator: ", ")
  }
}

/// An error of a shape that cannot be saved.
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
