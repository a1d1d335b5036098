/// The observers of a graph's properties and their pending notifications.
struct GraphObservers {
  private var objects: [Handle: ObservedObject] = [:]
  private var paths: [ObservedObject.Path] = []
  /// The pending changes; `nil` as the property means all properties.
  private var changes: [(object: ObservedObject, property: Int?)] = []

  /// Whether notifications are pending.
  var hasChanges: Bool { !changes.isEmpty }
  /// Whether no read value is waiting for a change.
  var isEmpty: Bool { objects.isEmpty }

  /// Notes that a property is read by who observes just now.
  mutating func access(_ property: Int, of handle: Handle) {
    while paths.count <= property { paths.append(ObservedObject.path(of: paths.count)) }
    let object = objects[handle] ?? ObservedObject(handle)
    objects[handle] = object
    object.access(property, paths[property])
  }

  /// Returns the position of the only property that was read, if this object is the only one and this property is the
  /// only one. Otherwise returns `nil`.
  func onlyRead(of handle: Handle) -> Int? {
    objects.count == 1 ? objects[handle]?.onlyRead : nil
  }

  /// Records a change of one property of an object or of all.
  mutating func noteChange(of property: Int?, _ handle: Handle) {
    if objects.isEmpty { return }
    if let object = objects[handle] { changes.append((object, property)) }
  }

  /// Records that all objects are removed; their handles will be reused.
  mutating func noteReset() {
    for object in objects.values { changes.append((object, nil)) }
    objects = [:]
  }

  /// Records that the objects before a handle are removed.
  mutating func noteReset(before end: Handle) {
    for (handle, object) in objects where handle < end {
      changes.append((object, nil))
      objects[handle] = nil
    }
  }

  /// Returns and clears the pending notifications: the objects and their changed paths.
  mutating func takeChanges() -> [(object: ObservedObject, paths: [ObservedObject.Path])] {
    defer { changes = [] }
    return changes.map { object, property in
      let paths = object.takePaths(of: property)
      if object.isUnread, objects[object.handle] === object { objects[object.handle] = nil }
      return (object, paths)
    }
  }
}
