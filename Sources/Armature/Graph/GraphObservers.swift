/// Who observes the properties of a graph's objects, and what they are still to be told.
struct GraphObservers {
  private var objects: [Handle: ObservedObject] = [:]
  private var paths: [ObservedObject.Path] = []
  /// What has changed; without a property all has.
  private var changes: [(object: ObservedObject, property: Int?)] = []

  /// Whether there is anything to tell.
  var hasChanges: Bool { !changes.isEmpty }
  /// Whether anybody has read what has not changed since.
  var isEmpty: Bool { objects.isEmpty }

  /// Notes that a property is read by who observes just now.
  mutating func access(_ property: Int, of handle: Handle) {
    while paths.count <= property { paths.append(ObservedObject.path(of: paths.count)) }
    let object = objects[handle] ?? ObservedObject(handle)
    objects[handle] = object
    object.access(property, paths[property])
  }

  /// The position of the one property that was read of one object, if nothing else was read at all.
  func onlyRead(of handle: Handle) -> Int? {
    objects.count == 1 ? objects[handle]?.onlyRead : nil
  }

  /// Notes that a property of an object changes, or that all do.
  mutating func noteChange(of property: Int?, _ handle: Handle) {
    if objects.isEmpty { return }
    if let object = objects[handle] { changes.append((object, property)) }
  }

  /// Notes that all objects go, whose handles are given out again.
  mutating func noteReset() {
    for object in objects.values { changes.append((object, nil)) }
    objects = [:]
  }

  /// The same for the objects before a handle.
  mutating func noteReset(before end: Handle) {
    for (handle, object) in objects where handle < end {
      changes.append((object, nil))
      objects[handle] = nil
    }
  }

  /// Takes out what is to be told: whom to wake, and what for.
  mutating func takeChanges() -> [(object: ObservedObject, paths: [ObservedObject.Path])] {
    defer { changes = [] }
    return changes.map { object, property in
      let paths = object.takePaths(of: property)
      if object.isUnread, objects[object.handle] === object { objects[object.handle] = nil }
      return (object, paths)
    }
  }
}
