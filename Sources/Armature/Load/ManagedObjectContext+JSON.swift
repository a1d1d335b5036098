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

  /// Returns an object as a JSON document, with all objects to which it leads nested inside.
  ///
  /// Use this method for documents that other programs define: what was loaded comes out as it went in. The record has
  /// the keys of the data, and no keys that only a load of this library understands, except `@entity` for an object of a
  /// sub-entity.
  ///
  /// ```swift
  /// let model = try ManagedObjectModel("Shop") {
  ///   Entity("Order") {
  ///     Attribute("number", Int.self)
  ///     Attribute("extra", JSONValue?.self)
  ///     Relationship("lines", to: "Line", .ordered, onDelete: .cascade)
  ///   }
  ///   Entity("Line") { Attribute("pieces", Int.self) }
  /// }
  /// let text = #"{"number":7,"lines":[{"pieces":2},{"pieces":3}],"gift":true}"#
  /// let context = ManagedObjectContext(model: model)
  /// let options = LoadOptions(keeping: .unknownKeys(in: "extra"))
  /// let order = try context.load(.text(text, as: "Order"), options: options).objects[0]
  /// let data = try context.json(of: order, layout: .compact, keeping: .unknownKeys(in: "extra"))
  /// print(String(decoding: data, as: UTF8.self) == text)  // true
  /// ```
  /// A relationship that leads back to the object around it is left out. An object that the document already contains is
  /// written as its identifying value, or once more if it has none.
  ///
  /// - Parameters:
  ///   - object: An object of the context.
  ///   - layout: The layout of the text.
  ///   - strategy: The strategy for the keys of properties without a declared key.
  ///   - kept: The keys that ``LoadOptions/keeping`` kept in an attribute, and that are written again.
  /// - Throws: ``ValidationReport`` with each value that has no JSON form, such as NaN, and with each link that leads
  ///   back to an object without an identity. ``ManagedObjectError`` if the object is deleted, or belongs to another
  ///   context.
  /// - Complexity: O(*n*) in the number of values and links.
  public func json(
    of object: ManagedObject, layout: JSONLayout = .pretty,
    keys strategy: KeyStrategy = .propertyNames,
    keeping kept: KeptKeys = .none
  ) throws -> Data {
    try strategy.check(model)
    try kept.check(model)
    guard object.graph === graph, object.isThere else {
      throw ManagedObjectError.noSuchObject(object.objectID)
    }
    var writer = RecordWriter(self, layout, strategy, document: kept)
    writer.writeDocument(object)
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
