import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// JSON output, which ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads back.
extension ManagedObjectContext {
  /// Returns the objects of all entities, as one object with an array per entity.
  ///
  /// The output is deterministic. Entities and properties are in the order of the model, and objects in the order of
  /// insertion. Numbers and dates have their shortest exact form. Transient properties, derived properties and
  /// missing values are left out, except for a `null` in place of a default.
  ///
  /// A link is written on one side only, as the identifying value of the related object: on the ordered side,
  /// otherwise on the to-one side, otherwise on the side of the first entity. Objects without an identifying
  /// attribute are nested in the objects that they are parts of, by the rule cascade. If the objects on neither side
  /// of a link have an identity, their records have numbers: `"@id": 1`. The link contains the number, which is only
  /// valid within the text.
  ///
  /// - Throws: ``ValidationReport`` that names the values without a JSON form, such as NaN.
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

  /// Returns the objects of one entity and its sub-entities, as an array or a record per line.
  ///
  /// The record of a sub-entity names it under `@entity`. The record of a part contains the identifying value of its
  /// owner.
  ///
  /// - Throws: ``ValidationReport`` that names the values without a JSON form, such as NaN, and links to objects of
  ///   other entities without an identity. Also if the entity is unknown.
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
