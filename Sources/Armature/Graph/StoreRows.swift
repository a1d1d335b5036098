public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where a store writes the rows that it finds: straight into the memory of objects.
///
/// ```swift
/// func give(_ authors: [(key: Int64, name: String)], to rows: StoreRows, at entity: Int) {
///   for author in authors where rows.begin(key: author.key, entity: entity, version: 1) {
///     rows.set(.string(author.name), at: 0)
///   }
/// }
/// ```
/// A simple store appends a ``StoreRow`` for each. A fast one begins a row by its key, and gives the values one
/// by one, in any order, each of the entity's persistent properties but for to-many relationships. What cannot
/// be is noted, and thrown by whoever has asked, once the store has returned: nothing of it gets into objects.
public final class StoreRows {
  /// Which rows may be given.
  enum Scope {
    case all
    case request(FetchRequest)
    case keys([Int64], entity: Int)
  }

  /// Whether values are wanted; without it `begin(key:entity:version:)` is always false.
  public let includesValues: Bool
  let model: ModelRuntime
  let storeID: UUID
  /// The objects whose rows need not be given; `nil` where there are none.
  private let graph: ObjectGraph?
  private let scope: Scope
  @exclusivity(unchecked) var records: ContiguousArray<Record> = []
  @exclusivity(unchecked) private var supply = RowSupply()
  /// What the links of rows lead to.
  @exclusivity(unchecked) private(set) var links: ContiguousArray<(entity: Int, key: Int64)> = []
  /// What was wrong with a value, which has none.
  private(set) var wrongValue: PersistentStoreError?
  /// The values that were none, and are absent, and the positions of their records.
  var wrongValues: [WrongValue] = []
  @exclusivity(unchecked) var wrongRecords: Set<Int> = []
  private var failure: PersistentStoreError? { didSet { isOpen = false } }
  /// Whether rows can still be given: nothing was refused, and the store has not returned.
  @exclusivity(unchecked) private var isOpen = true
  /// The row that is being given, which is the last one.
  @exclusivity(unchecked) @usableFromInline var given = GivenRow()
  @exclusivity(unchecked) private var shape: UnsafePointer<EntityShape>?
  @exclusivity(unchecked) private var entity = -1
  /// The properties that must be given of each row.
  @exclusivity(unchecked) private var required = PropertySet()
  @exclusivity(unchecked) private var lastKey: Int64 = 0
  /// Whether each key is above the one before, so that none comes twice.
  @exclusivity(unchecked) var isAscending = true
  /// Where the next key is that was asked for, most often.
  @exclusivity(unchecked) private var cursor = 0
  private lazy var askedKeys: Set<Int64> =
    if case .keys(let keys, _) = scope { Set(keys) } else { [] }

  init(
    _ scope: Scope, _ model: ModelRuntime, storeID: UUID, for graph: ObjectGraph?,
    includesValues: Bool
  ) {
    (self.scope, self.model, self.storeID) = (scope, model, storeID)
    // A new context has none, and gets none before the rows are there.
    self.graph = graph?.slots.pointee.count == 1 ? nil : graph
    self.includesValues = includesValues
  }

  deinit {
    for record in records {
      if let row = record.row { free(row, record.entity) }
    }
  }

  private func free(_ row: Row, _ entity: Int) {
    row.deallocate(model.shape(at: entity).pointee.managed)
  }

  /// How many rows there are.
  public var count: Int { records.count }

  // MARK: Rows

  /// Begins a row, and ends the one before it.
  ///
  /// - Parameters:
  ///   - key: The key of the object.
  ///   - entity: The position of its entity among the ``/ArmatureModel/ManagedObjectModel/entities``.
  ///   - version: Its version, from 1.
  /// - Returns: Whether values are to follow; false if nobody needs them.
  public func begin(key: Int64, entity: Int, version: UInt32) -> Bool {
    guard prepare(key, entity, version), let shape else { return false }
    let memory = supply.next(shape.pointee.byteCount)
    own(Row.blank(shape.pointee, in: memory), key, entity, version)
    return true
  }

  /// The same by the name of the entity.
  public func begin(key: Int64, entity: String, version: UInt32) -> Bool {
    begin(key: key, entity: model.index(of: entity) ?? -1, version: version)
  }

  /// Adds a row with all its values.
  public func append(_ row: StoreRow) {
    let position = model.index(of: row.id.entityName) ?? -1
    guard row.id.storeID == storeID else {
      return refuse("give rows of its own", "gives \(row.id) of another store")
    }
    if position < 0 { return refuse("give rows of \(scopeName)", "gives \(row.id)") }
    let isWanted = begin(key: row.id.key, entity: position, version: row.version)
    if failure != nil || !includesValues { return }
    let count = given.places.count
    guard row.values.count == count else {
      return refuse("give \(count) values for \(row.id)", "gives \(row.values.count) values")
    }
    if !isWanted { return }
    for (index, value) in row.values.enumerated() { set(value, at: index) }
  }

  /// Adds a row with the values of an object, as far as it is not known; `nil` for those that were deleted.
  func append(copyOf object: ManagedObject, version: UInt32) {
    let (source, shape) = (object.row, object.shape)
    let entity = shape.pointee.index
    let key = source.slots.pointee[source.handle].key
    guard model.entities.indices.contains(entity), model.shape(at: entity) == shape,
      shape.pointee.persistent.count == shape.pointee.places.count
    else { return append(object.storeRow(version: version, includingValues: includesValues)) }
    guard prepare(key, entity, version) else { return }
    let row = source.copiedValues(shape, into: supply.next(shape.pointee.byteCount))
    own(row, key, entity, version)
    for link in shape.pointee.links where !link.isToMany && row.isPresent(link.place) {
      let slot = source.slots.pointee[source.link(link.place).handle]
      let end = slot.object?._withUnsafeGuaranteedRef { $0.shape.pointee.index } ?? slot.entity
      if slot.isThere, let end {
        links.append((end, slot.key))
        row.setLink(Link(Handle(rawValue: UInt32(links.count))), link.place)
      } else {
        row.setLink(.none, link.place)
      }
    }
    given.properties = PropertySet(all: given.places.count)
  }

  /// Begins a row; false if no values are to follow, and it needs no memory.
  private func prepare(_ key: Int64, _ entity: Int, _ version: UInt32) -> Bool {
    endRow()
    if !isOpen { return false }
    if entity != self.entity || shape == nil {
      guard admits(entity) else {
        let name = model.entities.indices.contains(entity) ? model.entities[entity].name : "?"
        refuse("give rows of \(scopeName)", "gives \(name)#\(key)")
        return false
      }
      enter(entity)
    }
    guard key > 0, version > 0, isAsked(key) else {
      let must =
        key > 0 && version > 0 ? "give rows of \(scopeName)" : "give keys and versions above 0"
      refuse(must, "gives \(model.entities[entity].name)#\(key) of version \(version)")
      return false
    }
    if key <= lastKey { isAscending = false }
    lastKey = key
    if !includesValues || isPresent(key, entity, version) {
      records.append(Record(key: key, entity: entity, version: version, row: nil))
      return false
    }
    given.properties = PropertySet()
    return true
  }

  /// Whether a row need not be given, since the object has it, or has changes that it would not be used under.
  private func isPresent(_ key: Int64, _ entity: Int, _ version: UInt32) -> Bool {
    guard let graph, let handle = graph.keys.handle(forKey: key),
      let object = graph.slots.pointee[handle].object
    else { return false }
    return object._withUnsafeGuaranteedRef { object in
      if object.shape.pointee.index != entity || object.row.state.contains(.fault) { return false }
      if !object.row.state.isDisjoint(with: .inserted | .updated | .deleted) { return true }
      return object.row.version == version && graph.store?.isParent != true
    }
  }

  /// Takes memory over for the row that was begun.
  private func own(_ row: Row, _ key: Int64, _ entity: Int, _ version: UInt32) {
    records.append(Record(key: key, entity: entity, version: version, row: row))
    given.base = row.base
  }

  func endRow() {
    guard given.base != nil, let record = records.last else { return }
    given.base = nil
    if !given.properties.isSuperset(of: required) {
      refuse("give all values of \(model.entities[record.entity].name)#\(record.key)", "gives some")
    }
  }

  private func enter(_ entity: Int) {
    self.entity = entity
    let shape = model.shape(at: entity)
    self.shape = shape
    given.places = UnsafeBufferPointer(shape.pointee.persistent)
    required = PropertySet()
    for (index, place) in given.places.enumerated() where place.kind != .objects {
      required.insert(index)
    }
  }

  private func admits(_ entity: Int) -> Bool {
    guard model.entities.indices.contains(entity), !model.entities[entity].isAbstract else {
      return false
    }
    switch scope {
    case .all: return true
    case .keys(_, let asked): return entity == asked
    case .request(let request):
      return model.entities[entity].name == request.entity
        || request.includesSubentities && model.tree.branch(of: request.entity).contains(entity)
    }
  }

  private func isAsked(_ key: Int64) -> Bool {
    guard case .keys(let keys, _) = scope else { return true }
    while cursor < keys.count {
      cursor += 1
      if keys[cursor - 1] == key { return true }
    }
    return askedKeys.contains(key)
  }

  private var scopeName: String {
    switch scope {
    case .all: "the model"
    case .request(let request): request.entity
    case .keys(_, let entity): "\(model.entities[entity].name) that it is asked for"
    }
  }

  // MARK: Values

  /// Gives an integer, also for attributes of 16 and 32 bits.
  ///
  /// The index is the position among the entity's
  /// ``/ArmatureModel/EntityDescription/persistentProperties``, here and in the functions that follow.
  @inlinable public func set(_ value: Int64, at index: Int) {
    guard let memory = given.take(index, .int64) else { return set(.int(value), at: index) }
    memory.storeBytes(of: value, as: Int64.self)
  }

  /// Gives a floating-point number, also for attributes of single precision.
  @inlinable public func set(_ value: Double, at index: Int) {
    guard let memory = given.take(index, .double) else { return set(.double(value), at: index) }
    memory.storeBytes(of: value, as: Double.self)
  }

  /// Gives a truth value.
  @inlinable public func set(_ value: Bool, at index: Int) {
    guard let memory = given.take(index, .bool) else { return set(.bool(value), at: index) }
    memory.storeBytes(of: value, as: Bool.self)
  }

  /// Gives an instant.
  @inlinable public func set(_ value: Date, at index: Int) {
    guard let memory = given.take(index, .date) else { return set(.date(value), at: index) }
    memory.storeBytes(of: value, as: Date.self)
  }

  /// Gives a text by its UTF-8 bytes.
  public func setText(utf8 bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    guard let (row, place) = take(index) else { return }
    guard let text = String(utf8: bytes) else {
      return noteWrong("bytes that are no UTF-8", index)
    }
    guard place.kind == .string else { return store(.string(text), index, row, place) }
    row.memory(place, as: String.self).pointee = text
    row.setPresent(place, true)
  }

  /// Gives bytes.
  public func setData(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    guard let (row, place) = take(index) else { return }
    let data = Data(bytes)
    guard place.kind == .data else { return store(.data(data), index, row, place) }
    row.memory(place, as: Data.self).pointee = data
    row.setPresent(place, true)
  }

  /// Gives what a to-one relationship leads to: the key, and the position of the entity in the model.
  public func setLink(key: Int64, entity: Int, at index: Int) {
    guard let (row, place) = take(index) else { return }
    guard place.kind == .object, key > 0, model.entities.indices.contains(entity),
      !model.entities[entity].isAbstract, let shape,
      shape.pointee.link(at: place).pointee.admits(order: model.tree.order(at: entity))
    else {
      let name = model.entities.indices.contains(entity) ? model.entities[entity].name : "?"
      return noteWrong("\(name)#\(key)", index)
    }
    links.append((entity, key))
    row.setLink(Link(Handle(rawValue: UInt32(links.count))), place)
  }

  /// Gives no value.
  public func setNull(at index: Int) {
    guard let (row, place) = take(index) else { return }
    store(.null, index, row, place)
  }

  /// Gives a value of any kind: the ID of the object for a to-one relationship.
  public func set(_ value: AttributeValue, at index: Int) {
    guard let (row, place) = take(index) else { return }
    store(value, index, row, place)
  }

  @inline(__always) private func take(_ index: Int) -> (Row, RowPlace)? {
    guard let base = given.base else { return nil }
    guard given.places.indices.contains(index) else {
      refuse(
        "give values at positions from 0 to \(given.places.count - 1)", "gives one at \(index)")
      return nil
    }
    given.properties.insert(index)
    return (Row(base: base), given.places[index])
  }

  private func store(_ value: AttributeValue, _ index: Int, _ row: Row, _ place: RowPlace) {
    switch place.kind {
    case .objects: if !value.isNull { noteWrong(value, index) }
    case .object:
      switch value {
      case .null: row.setLink(.none, place)
      case .object(let id) where id.storeID == storeID:
        setLink(key: id.key, entity: model.index(of: id.entityName) ?? -1, at: index)
      default: noteWrong(value, index)
      }
    case .value where !(description(index).asAttribute?.admits(value) ?? false):
      noteWrong(value, index)
    default: if !row.setValue(value, place) { noteWrong(value, index) }
    }
  }

  private func description(_ index: Int) -> PropertyDescription {
    model.runtime(at: entity)._withUnsafeGuaranteedRef {
      $0.persistentProperties[index].description
    }
  }

  // MARK: What is wrong

  private func noteWrong(_ text: String, _ index: Int) { noteWrong(.string(text), index, text) }

  private func noteWrong(_ value: AttributeValue, _ index: Int, _ text: String? = nil) {
    wrongRecords.insert(records.count - 1)
    wrongValues.append(WrongValue(record: records.count - 1, property: index, value: value))
    guard wrongValue == nil, let record = records.last else { return }
    let property = description(index)
    let must =
      property.asRelationship.map { "lead to objects of \($0.destination)" }
      ?? "give values of its type"
    wrongValue = .wrongAnswer(
      function: function,
      must: "\(must) for \(model.entities[record.entity].name)#\(record.key).\(property.name)",
      but: "gives \(text ?? "\(value)")")
  }

  private func refuse(_ must: String, _ but: String) {
    failure = failure ?? .wrongAnswer(function: function, must: must, but: but)
  }

  private var function: String {
    if case .keys = scope { "rows(for:of:into:)" } else { "fetch(_:into:)" }
  }

  /// Ends the last row: nothing more can be given.
  ///
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` for rows that cannot be.
  func finish() throws {
    endRow()
    isOpen = false
    if !isAscending {
      var seen: Set<Int64> = []
      if let record = records.first(where: { !seen.insert($0.key).inserted }) {
        refuse(
          "give each row once", "gives \(model.entities[record.entity].name)#\(record.key) twice")
      }
    }
    if let failure { throw failure }
  }
}
