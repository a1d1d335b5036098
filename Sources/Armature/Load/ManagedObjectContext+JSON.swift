import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// JSON output, which ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads back.
extension ManagedObjectContext {
  /// Returns the objects of all entities as JSON.
  ///
  /// The result is a JSON object that contains an array of records for each entity. If you load it again, you get equal
  /// objects. The same objects always result in the same text, so you can compare two versions of a file.
  ///
  /// Entities and properties are in the order of the model, and records are in the order in which the objects were
  /// inserted. Numbers and dates are written in their shortest exact form. Transient and derived properties are left
  /// out. Missing values are left out as well, unless the attribute has a default: in this case, the missing value is
  /// written as `null`.
  ///
  /// A link is written as the identifying value of the related object. To avoid repetition, only one side of a
  /// relationship is written. This is the ordered side if there is one, or else the to-one side. If neither exists, it
  /// is the side of the entity that comes first in the model.
  ///
  /// If an object has no identifying attribute, there is no value that a link could contain. If such an object is part
  /// of another one, through a relationship with the delete rule cascade, its record is nested in the record of its
  /// owner. Otherwise, the record gets a number, as in `"@id": 1`, and links contain this number. The numbers are valid
  /// only within this text.
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
  /// The result is an array of records. If you pass the layout ``JSONLayout/lines``, the result contains one record on
  /// each line instead of an array.
  ///
  /// If an object belongs to a sub-entity, its record contains the name of the sub-entity under `@entity`. If an object
  /// is part of another one, its record contains the identifying value of its owner.
  ///
  /// - Throws: ``ValidationReport`` with each value that cannot be written as JSON, such as NaN, and with each link to
  ///   an object of another entity that has no identity. The report is also thrown if the entity is unknown.
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
