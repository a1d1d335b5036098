/// A collection of objects of a class, as the Swift type of a to-many relationship.
protocol ObjectCollection {
  /// The class of the objects.
  static var elementClass: ManagedObject.Type { get }
  /// Returns the objects as this collection, if all have the class.
  static func collecting(_ objects: [ManagedObject]) -> Self?
  /// The objects as the value of a relationship.
  var objects: [ManagedObject] { get }
}

extension Set: ObjectCollection where Element: ManagedObject {
  static var elementClass: ManagedObject.Type { Element.self }
  static func collecting(_ objects: [ManagedObject]) -> Set<Element>? {
    [Element].collecting(objects).map(Set.init)
  }
  var objects: [ManagedObject] { sorted { $0.row.handle < $1.row.handle } }
}

extension Array: ObjectCollection where Element: ManagedObject {
  static var elementClass: ManagedObject.Type { Element.self }
  static func collecting(_ objects: [ManagedObject]) -> [Element]? {
    if Element.self != ManagedObject.self {
      // Most have exactly this class, which comparing two words shows.
      for object in objects where Swift.type(of: object) != Element.self {
        guard object is Element else { return nil }
      }
    }
    // Each has been checked, and references to objects have the same layout: a cast of each takes 20 ns.
    return unsafeBitCast(objects, to: [Element].self)
  }
  // An object of a class is also an object of its superclass.
  var objects: [ManagedObject] { unsafeBitCast(self, to: [ManagedObject].self) }
}
