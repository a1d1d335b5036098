import ArmatureModel

/// The objects along the paths. The paths themselves depend only on the model.
extension InversePaths {
  /// Returns the objects that read an object along relationships.
  func readers(of object: ManagedObject) -> [ManagedObject] {
    let position = object.shape.pointee.index
    var readers: [ManagedObject] = []
    for way in ways(from: position) {
      readers += way.reduce([object]) { objects, name in
        objects.flatMap { object in
          object.runtime.property(named: name).map { object.related($0.place) } ?? []
        }
      }
    }
    guard let graph = object.graph else { return readers }
    for entity in Set(searches(from: position).map(\.entity)) {
      readers += graph.objects(graph.handles(of: entity))
    }
    return readers
  }
}
