import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Exporting more objects as JSON and CSV than fit into memory.
extension ManagedObjectContext {
  /// Writes all objects of the store as JSON, in chunks.
  ///
  /// Use this method if the data do not fit into memory. It passes the text to your closure chunk by chunk, so you can
  /// write each chunk to a file or a connection. The format is the same as that of ``json(layout:keys:)``:
  ///
  /// ```swift
  /// let context = container.makeContext()
  /// var count = 0
  /// try context.exportJSON(layout: .compact) { chunk in count += chunk.count }
  /// ```
  /// The context reads a thousand objects at a time, and evicts them from memory if you don't use them. If the store
  /// supports snapshots, the output shows all objects at the same point in time, even if other contexts save during the
  /// export.
  ///
  /// If an error is thrown, the text is incomplete, and you should discard the chunks that you have received.
  ///
  /// - Throws: ``ValidationReport`` with the values that JSON cannot contain, such as NaN. The method also throws the
  ///   errors of the store and of your closure.
  /// - Complexity: O(*n*) in the number of objects, values and links. The export takes about 40 bytes of memory for
  ///   each object.
  public func exportJSON(
    layout: JSONLayout = .pretty, keys: KeyStrategy = .propertyNames,
    to write: (Data) throws -> Void
  ) throws {
    try keys.check(model)
    let reader = try readerOfExport()
    var writer = RecordWriter(self, layout, keys)
    writer.output.beginObject()
    for (position, entity) in model.entities.enumerated() where !entity.isAbstract {
      var hasBegun = false
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      let paths = writer.paths(fromEntityAt: position)
      try forEachBatch(of: request, prefetching: paths, from: reader) { objects in
        for object in objects where !writer.isNested(object) {
          if !hasBegun {
            writer.output.key(entity.key ?? entity.name)
            writer.output.beginArray()
            hasBegun = true
          }
          writer.output.element()
          writer.write(object, as: position)
        }
        try writer.output.flush(write)
      }
      if hasBegun { writer.output.endArray() }
    }
    writer.output.endObject()
    try writer.end()
    try writer.output.flush(write)
  }

  /// Writes the objects of an entity and its sub-entities as JSON, in chunks.
  ///
  /// The format is the same as that of ``json(of:layout:keys:)``. To learn how to use the chunks, see
  /// ``exportJSON(layout:keys:to:)``.
  ///
  /// - Throws: ``ValidationReport`` with the values that the format cannot contain. The method also throws the errors
  ///   of the store and of your closure.
  /// - Complexity: O(*n*) in the number of objects, values and links. The export takes about 40 bytes of memory for
  ///   each object.
  public func exportJSON(
    of entityName: String, layout: JSONLayout = .pretty, keys: KeyStrategy = .propertyNames,
    to write: (Data) throws -> Void
  ) throws {
    try keys.check(model)
    let entity = try position(ofEntity: entityName)
    let reader = try readerOfExport()
    var writer = RecordWriter(self, layout, keys, isApart: true)
    if layout != .lines { writer.output.beginArray() }
    let paths = writer.paths(fromEntityAt: entity)
    try forEachBatch(of: FetchRequest(entityName), prefetching: paths, from: reader) { objects in
      for object in objects {
        if layout != .lines { writer.output.element() }
        writer.write(object, as: entity)
        if layout == .lines { writer.output.endLine() }
      }
      try writer.output.flush(write)
    }
    if layout != .lines { writer.output.endArray() }
    try writer.end()
    try writer.output.flush(write)
  }

  /// Writes each object of an entity and its sub-entities as a JSON document on a line of its own, in chunks.
  ///
  /// The format of each document is the same as that of ``json(of:layout:keys:keeping:)``. To learn how to use the
  /// chunks, see ``exportJSON(layout:keys:to:)``.
  ///
  /// - Throws: ``ValidationReport`` with the values that JSON cannot contain. The method also throws the errors of the
  ///   store and of your closure.
  /// - Complexity: O(*n*) in the number of objects, values and links.
  public func exportDocuments(
    of entityName: String, keys: KeyStrategy = .propertyNames, keeping kept: KeptKeys = .none,
    to write: (Data) throws -> Void
  ) throws {
    try keys.check(model)
    try kept.check(model)
    _ = try position(ofEntity: entityName)
    let reader = try readerOfExport()
    var writer = RecordWriter(self, .lines, keys, document: kept)
    try forEachBatch(of: FetchRequest(entityName), prefetching: [], from: reader) { objects in
      for object in objects {
        writer.writeDocument(object)
        writer.output.endLine()
      }
      try writer.output.flush(write)
    }
    try writer.end()
    try writer.output.flush(write)
  }

  /// Writes the objects of an entity and its sub-entities as CSV, in chunks.
  ///
  /// The format is the same as that of ``csv(of:format:keys:guardsFormulas:)``. To learn how to use the chunks, see
  /// ``exportJSON(layout:keys:to:)``.
  ///
  /// - Throws: ``ValidationReport`` with the values that the format cannot contain. The method also throws the errors
  ///   of the store and of your closure.
  /// - Complexity: O(*n* log *n*) in the number of objects, and O(*n*) in the number of their values and links. The
  ///   export takes about 40 bytes of memory for each object. If the rows are in the order of a relationship, it takes
  ///   120 bytes.
  public func exportCSV(
    of entityName: String, format: CSVFormat = CSVFormat(), keys: KeyStrategy = .propertyNames,
    guardsFormulas: Bool = false, to write: (Data) throws -> Void
  ) throws {
    try keys.check(model)
    let reader = try readerOfExport()
    var writer = RowWriter(
      self, try position(ofEntity: entityName), format, keys, guardsFormulas: guardsFormulas)
    let (request, paths) = (FetchRequest(entityName), writer.paths())
    var ordered: ContiguousArray<Handle>?
    if writer.mayReorder() {
      var order = RowOrder()
      var handles = ContiguousArray<Handle>()
      try forEachBatch(of: request, prefetching: paths, from: reader) { objects in
        for object in objects {
          writer.note(object, in: &order)
          handles.append(object.row.handle)
        }
      }
      ordered = ContiguousArray(order.indices.map { handles[$0] })
    }
    try forEachBatch(of: request, prefetching: paths, from: reader, among: ordered) { objects in
      for object in objects { writer.write(object) }
      try writer.flush(write)
    }
    try writer.checkAll()
    try writer.flush(write)
  }

  /// Returns the reader for all objects of an export; `nil` without a store.
  private func readerOfExport() throws -> CheckedReader? {
    try prepareFetch()
    return try graph.store.map(readerAfterMerging)
  }
}
