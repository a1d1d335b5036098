/// A collection of objects of a class: what a to-many relationship is read as.
protocol ObjectCollection {
  /// The class of the objects.
  static var elementClass: ManagedObject.Type { get }
  /// The objects, if all are of the class.
  static func collecting(_ objects: [ManagedObject]) -> Self?
  /// The objects as those of a relationship.
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
      // Most are of the class itself, which a compare of two words tells.
      for object in objects where Swift.type(of: object) != Element.self {
        guard object is Element else { return nil }
      }
    }
    // Each has been checked, and references to objects are alike: a cast of each takes 20 ns.
    return unsafeBitCast(objects, to: [Element].self)
  }
  // What is an object of a class is one of its superclass.
  var objects: [ManagedObject] { unsafeBitCast(self, to: [ManagedObject].self) }
}
