import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// JSON out: what ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads back.
extension ManagedObjectContext {
  /// The objects of all entities, as one object with an array per entity.
  ///
  /// The output is deterministic: entities and properties in the order of the model, objects in the
  /// order of their insertion, numbers and dates in their shortest exact form. Transient and derived
  /// properties are left out, and absent values, but for a `null` where there is a default. A link
  /// stands on one side only, as the value that identifies the object at its end: on the ordered side,
  /// else on the to-one side, else on that of the entity that comes first. Objects without an
  /// identifying attribute that a cascade makes part of others are nested in them. Where nothing
  /// identifies the objects at either end of a link, their records have numbers, `"@id": 1`, which mean
  /// something within the text only, and the link has the number.
  ///
  /// - Throws: ``ValidationReport`` naming the values that JSON cannot hold, such as NaN.
  /// - Complexity: O(*n*) in the number of objects, values and links.
  public func json(
    layout: JSONLayout = .pretty, keys: KeyStrategy = .propertyNames
  ) throws -> Data {
    try keys.check(model)
    var writer = RecordWriter(self, layout, keys)
    writer.output.beginObject()
    var objects: [String: [ManagedObject]] = [:]
    for object in registeredObjects where !writer.isNested(object) {
      objects[object.runtime.entity.name, default: []].append(object)
    }
    for (position, entity) in model.entities.enumerated() {
      guard let objects = objects[entity.name] else { continue }
      writer.output.key(entity.key ?? entity.name)
      writer.output.beginArray()
      writer.reserve(objects.count, ofEntityAt: position)
      for object in objects {
        writer.output.element()
        writer.write(object, as: position)
      }
      writer.output.endArray()
    }
    writer.output.endObject()
    return try writer.finish()
  }

  /// The objects of one entity and its sub-entities, as an array or a record per line.
  ///
  /// The record of a sub-entity names it under `@entity`; the record of a part of another object has the
  /// value that identifies that object.
  ///
  /// - Throws: ``ValidationReport`` naming the values that JSON cannot hold, such as NaN, and links
  ///   to objects of other entities that nothing identifies; or saying that there is no such entity.
  /// - Complexity: O(*n*) in the number of objects, values and links.
  public func json(
    of entityName: String, layout: JSONLayout = .pretty, keys: KeyStrategy = .propertyNames
  ) throws -> Data {
    try keys.check(model)
    let entity = try position(ofEntity: entityName)
    var writer = RecordWriter(self, layout, keys, isApart: true)
    if layout != .lines { writer.output.beginArray() }
    let objects = objects(of: entityName)
    writer.reserve(objects.count, ofEntityAt: entity)
    for object in objects {
      if layout != .lines { writer.output.element() }
      writer.write(object, as: entity)
      if layout == .lines { writer.output.endLine() }
    }
    if layout != .lines { writer.output.endArray() }
    return try writer.finish()
  }
}
