import ArmatureModel

/// Records that update objects instead of making them.
extension LoadedObjects {
  /// The object with an identity that the next record updates; `nil` if that record is to make an object.
  func formerObject(_ identity: ScopedIdentity) -> ManagedObject? {
    if let object = makers[identity].flatMap(object(at:)) { return object }
    let value = identity.key.value
    if let known = object(ofEntityAt: identity.scope, identifiedBy: value) { return known }
    takeUpSaved([value], ofEntityAt: identity.scope)
    let saved = object(ofEntityAt: identity.scope, identifiedBy: value)
    if saved == nil { makers[identity] = count }
    return saved
  }

  /// Begins a record that updates an object, and returns the draft that its values are read into.
  func update(
    _ object: ManagedObject, _ identity: ScopedIdentity, at place: LoadPlace
  ) -> ManagedObject {
    let handle = object.row.handle
    var list = recordLists[handle] ?? makers[identity].map { [$0] } ?? []
    if let last = list.last { mark(last, .isOvertaken) }
    list.append(count)
    recordLists[handle] = list
    records.append(Record(handle, place: place, marks: .isUpdate))
    return object.runtime.makeDraft()
  }

  /// All records about the object of a record, in their order.
  func records(like record: Int) -> [Int] { recordLists[records[record].handle] ?? [record] }

  /// Whether no earlier record is about the same object.
  func isFirst(_ record: Int) -> Bool { records(like: record).first == record }

  /// The objects that were there before, in the order of the first of their records.
  var updatedObjects: [ManagedObject] {
    recordLists.values.compactMap(\.first).sorted().compactMap { record in
      guard records[record].marks.contains(.isUpdate) else { return nil }
      return object(at: record)
    }
  }
}
