import ArmatureModel

/// The objects along the paths. The paths themselves depend only on the model.
extension InversePaths {
  /// Returns the objects that read an object along relationships.
  ///
  /// - Parameter isRead: Returns whether they read something that matters to the caller.
  func readers(
    of object: ManagedObject, where isRead: (ReadProperties) -> Bool = { _ in true }
  ) -> [ManagedObject] {
    let position = object.shape.index
    var readers: [ManagedObject] = []
    for way in ways(from: position) where isRead(way.reads) {
      readers += way.path.reduce([object]) { objects, name in
        objects.flatMap { object in
          object.runtime.property(named: name).map { object.related($0.place) } ?? []
        }
      }
    }
    guard let graph = object.graph else { return readers }
    for entity in Set(searches(from: position).filter { isRead($0.reads) }.map(\.entity)) {
      readers += graph.objects(graph.handles(of: entity))
    }
    return readers
  }
}
