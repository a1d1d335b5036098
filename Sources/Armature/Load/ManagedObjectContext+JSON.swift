import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// JSON output, which ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads back.
extension ManagedObjectContext {
  /// Returns the objects of all entities as JSON: an object with an array of records for each entity.
  ///
  /// If you load the JSON, you get equal objects.
  ///
  /// The output is the same for the same objects. Entities and properties are in the order of the model, and objects
  /// are in the order of insertion. Numbers and dates have their shortest exact form. Transient and derived properties
  /// are left out. A missing value is left out as well, unless the attribute has a default: then it is written as
  /// `null`.
  ///
  /// A link is written as the identifying value of the related object. It is written only on one side of the
  /// relationship: the ordered side if there is one, then the to-one side, and otherwise the side of the first entity.
  ///
  /// An object without an identifying attribute is nested in the record of its owner. The owner is the object that has
  /// a relationship to it with the delete rule cascade. If the objects on both sides of a link have no identity, their
  /// records get numbers, as in `"@id": 1`. The link then contains the number. These numbers are valid only within the
  /// text.
  ///
  /// - Throws: ``ValidationReport`` with each value that has no JSON form, such as NaN.
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

  /// Returns the objects of one entity and its sub-entities as JSON.
  ///
  /// The result is an array of records. With the layout ``JSONLayout/lines``, it has one record on each line.
  ///
  /// The record of an object of a sub-entity contains the name of the sub-entity under `@entity`. The record of a part
  /// contains the identifying value of its owner.
  ///
  /// - Throws: ``ValidationReport`` with each value that has no JSON form, such as NaN, and each link to an object of
  ///   another entity that has no identity. The report is also thrown if the entity is unknown.
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
