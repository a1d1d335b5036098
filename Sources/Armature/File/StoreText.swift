import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rows of a store as the text of a file: an object with a header and a list of records for each entity, with a
/// record per line.
struct StoreText {
  /// The unsaved rows, in a separate context.
  let context: ManagedObjectContext
  /// The key of the next new object.
  let nextKey: Int64

  /// Reads the text of a store in the same way as a load.
  ///
  /// Unique values are checked, but the other rules of the model are not, because they may be newer than the saved
  /// data.
  ///
  /// A record without a number gets a new key. If the text has no header, all records get new keys, because their
  /// numbers have a meaning only within the text.
  ///
  /// - Throws: ``ValidationReport`` with all failures.
  init(
    reading text: JSONText, header: StoreHeader?, _ model: ManagedObjectModel, identifier: UUID
  ) throws {
    context = ManagedObjectContext(model: model, storeID: identifier)
    var options = LoadOptions(validates: false)
    options.isStored = true
    let texts = LoadTexts([LoadTexts.Input(text: text, layout: .document, entity: nil)])
    let round = LoadRound(context, options, texts)
    try round.run()
    let keys = Self.keys(round, header)
    let report = round.report()
    guard report.isValid else { throw report }
    _ = round.state.objects.keep()
    context.graph.keys.replaceKeys(by: keys.all)
    nextKey = keys.next
  }

  /// Returns the keys of the records, in order.
  private static func keys(
    _ round: LoadRound, _ header: StoreHeader?
  ) -> (all: ContiguousArray<Int64>, next: Int64) {
    let state = round.state
    var keys = ContiguousArray<Int64>(repeating: 0, count: state.objects.count)
    var next = header?.nextKey ?? 1
    if header != nil {
      for case (.number(let number, _), let record) in round.reader.links.numbered {
        guard StoreHeader.keys.contains(number) else {
          state.failures.add(
            StoreHeader.outOfKeys, entity: state.objects.object(at: record)?.entity.name ?? "",
            record: record, keyPath: [RecordPlan.numberKey], value: .int(number),
            at: state.objects[record].place)
          continue
        }
        keys[record] = number
        next = max(next, number + 1)
      }
    }
    for record in keys.indices where keys[record] == 0 {
      keys[record] = next
      next += 1
    }
    return (keys, next)
  }

  /// Writes the rows of a context, sorted by key within each entity.
  ///
  /// - Throws: ``ValidationReport`` with the values without a JSON form, and with links that cannot be written.
  static func write(
    _ context: ManagedObjectContext, _ header: StoreHeader
  ) throws(ValidationReport) -> JSONOutput {
    let graph = context.graph
    var writer = RecordWriter(context, .compact, .propertyNames, isStored: true)
    writer.output.beginObject()
    header.write(&writer.output)
    for (position, entity) in context.model.entities.enumerated() {
      let isPart = writer.mayBeNested(position)
      let handles = graph.keys.handlesByKey(ofEntityAt: position).filter { handle in
        guard let object = graph.slots.object(handle) else { return false }
        return !isPart || !writer.isNested(object)
      }
      if handles.isEmpty { continue }
      writer.output.keyOnLine(entity.key ?? entity.name)
      writer.output.beginArray()
      writer.reserve(handles.count, ofEntityAt: position)
      for handle in handles {
        guard let object = graph.slots.object(handle) else { continue }
        writer.output.elementOnLine()
        writer.write(object, as: position)
      }
      writer.output.endLine()
      writer.output.endArray()
    }
    writer.output.endLine()
    writer.output.endObject()
    writer.output.endLine()
    return try writer.finishOutput()
  }

  /// Checks that the keys of a model are not reserved by the file format.
  static func check(_ model: ManagedObjectModel, _ path: String) throws(FileStoreError) {
    for entity in model.entities {
      if (entity.key ?? entity.name).hasSameBytes(as: StoreHeader.key) {
        throw FileStoreError(path: path, reason: .reservedKey(StoreHeader.key, of: entity.name))
      }
      for property in entity.properties {
        let key = KeyStrategy.propertyNames.key(of: property)
        if key.hasSameBytes(as: RecordPlan.numberKey) {
          let name = "\(entity.name).\(property.name)"
          throw FileStoreError(path: path, reason: .reservedKey(key, of: name))
        }
      }
    }
  }
}
