public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The destination for the rows that a store has found. A context passes it to a ``StoreReader``, which adds the rows.
///
/// ```swift
/// func give(_ authors: [(key: Int64, name: String)], to rows: StoreRows, at entity: Int) {
///   for author in authors where rows.begin(key: author.key, entity: entity, version: 1) {
///     rows.set(.string(author.name), at: 0)
///   }
/// }
/// ```
/// The simplest way is to append a ``StoreRow`` for each row. As in the example, you can also begin a row and set its
/// values one by one. This is faster, because it writes directly into the memory of the objects. Set all persistent
/// properties except to-many relationships, in any order. If you set an invalid value, the context throws an error.
///
/// ## Topics
///
/// ### Setting Values
/// - ``setText(utf8:at:)``
/// - ``setData(_:at:)``
/// - ``setLink(key:entity:at:)``
/// - ``setNull(at:)``
public final class StoreRows {
  /// The rows that may be given.
  enum Scope {
    case all
    case request(FetchRequest)
    case keys([Int64], entity: Int)
  }

  /// A Boolean value that indicates whether the context needs the values of the rows, and not only their keys. If it is
  /// `false`, `begin(key:entity:version:)` always returns `false`.
  public let includesValues: Bool
  let model: ModelRuntime
  let storeID: UUID
  /// The objects that may already have their rows; `nil` if there are none.
  private let known: (any KnownRows)?
  private let scope: Scope
  @exclusivity(unchecked) var records: ContiguousArray<Record> = []
  @exclusivity(unchecked) private var allocator = RowAllocator()
  /// The destinations of the rows' links.
  @exclusivity(unchecked) private(set) var links: ContiguousArray<(entity: Int, key: Int64)> = []
  /// The error for the first invalid value.
  private(set) var wrongValue: PersistentStoreError?
  /// The invalid values, which count as missing, and the positions of their records.
  var wrongValues: [WrongValue] = []
  @exclusivity(unchecked) var wrongRecords: Set<Int> = []
  private var failure: PersistentStoreError? { didSet { isOpen = false } }
  /// Whether more rows can be added. This ends when a row is rejected or the store has returned.
  @exclusivity(unchecked) private var isOpen = true
  /// The last row, which is being filled.
  @exclusivity(unchecked) @usableFromInline var given = GivenRow()
  @exclusivity(unchecked) private var shape: EntityShape?
  @exclusivity(unchecked) private var entity = -1
  /// The properties that each row must set.
  @exclusivity(unchecked) private var required = PropertySet()
  @exclusivity(unchecked) private var lastKey: Int64 = 0
  /// Whether the keys are in ascending order so far, which rules out duplicates.
  @exclusivity(unchecked) var isAscending = true
  /// The most likely position of the next requested key.
  @exclusivity(unchecked) private var cursor = 0
  private lazy var askedKeys: Set<Int64> =
    if case .keys(let keys, _) = scope { Set(keys) } else { [] }

  init(
    _ scope: Scope, _ model: ModelRuntime, storeID: UUID, for known: (any KnownRows)?,
    includesValues: Bool
  ) {
    (self.scope, self.model, self.storeID) = (scope, model, storeID)
    // A new context has no objects and gets none before the rows are complete.
    self.known = known?.isEmpty == true ? nil : known
    self.includesValues = includesValues
  }

  deinit {
    for record in records {
      if let row = record.row { free(row, record.entity) }
    }
  }

  private func free(_ row: Row, _ entity: Int) {
    row.deallocate(model.shape(at: entity).managed)
  }

  /// The number of rows added so far.
  public var count: Int { records.count }

  // MARK: Rows

  /// Begins a row and ends the previous one.
  ///
  /// - Parameters:
  ///   - key: The key of the object.
  ///   - entity: The position of its entity among the ``/ArmatureModel/ManagedObjectModel/entities``.
  ///   - version: The version of the row, from 1.
  /// - Returns: True if the values of the row must be set, and false if they are not needed.
  public func begin(key: Int64, entity: Int, version: UInt32) -> Bool {
    guard prepare(key, entity, version), let shape else { return false }
    let memory = allocator.next(shape.byteCount)
    own(Row.blank(shape, in: memory), key, entity, version)
    return true
  }

  /// Begins a row, with the entity given by name.
  public func begin(key: Int64, entity: String, version: UInt32) -> Bool {
    begin(key: key, entity: model.index(of: entity) ?? -1, version: version)
  }

  /// Adds a row with all its values.
  public func append(_ row: StoreRow) {
    let position = model.index(of: row.id.entityName) ?? -1
    guard row.id.storeID == storeID else {
      return reject("give rows of its own", "gives \(row.id) of another store")
    }
    if position < 0 { return reject("give rows of \(scopeName)", "gives \(row.id)") }
    let isWanted = begin(key: row.id.key, entity: position, version: row.version)
    if failure != nil || !includesValues { return }
    let count = given.places.count
    guard row.values.count == count else {
      return reject("give \(count) values for \(row.id)", "gives \(row.values.count) values")
    }
    if !isWanted { return }
    for (index, value) in row.values.enumerated() { set(value, at: index) }
  }

  /// Adds a row with the values of an object's row, unless they are already known. Links to deleted objects become
  /// `nil`.
  ///
  /// - Returns: `false` if the row is not added, because its values do not have the places that a stored row has.
  func append(
    copyOf source: Row, _ shape: EntityShape, version: UInt32
  ) -> Bool {
    let entity = shape.index
    let key = source.slots[source.handle].key
    guard model.entities.indices.contains(entity), model.shape(at: entity) == shape,
      shape.persistent.count == shape.places.count
    else { return false }
    guard prepare(key, entity, version) else { return true }
    let row = source.copiedValues(shape, into: allocator.next(shape.byteCount))
    own(row, key, entity, version)
    for link in shape.links where !link.isToMany && row.isPresent(link.place) {
      let handle = source.link(link.place).handle
      let slot = source.slots[handle]
      if slot.isThere, let end = source.slots.entity(of: handle) {
        links.append((end, slot.key))
        row.setLink(Link(Handle(rawValue: UInt32(links.count))), link.place)
      } else {
        row.setLink(.none, link.place)
      }
    }
    given.properties = PropertySet(all: given.places.count)
    return true
  }

  /// Begins a row. Returns `false` if no values will follow, so that the row needs no memory.
  private func prepare(_ key: Int64, _ entity: Int, _ version: UInt32) -> Bool {
    endRow()
    if !isOpen { return false }
    if entity != self.entity || shape == nil {
      guard admits(entity) else {
        let name = model.entities.indices.contains(entity) ? model.entities[entity].name : "?"
        reject("give rows of \(scopeName)", "gives \(name)#\(key)")
        return false
      }
      enter(entity)
    }
    guard key > 0, version > 0, isAsked(key) else {
      let must =
        key > 0 && version > 0 ? "give rows of \(scopeName)" : "give keys and versions above 0"
      reject(must, "gives \(model.entities[entity].name)#\(key) of version \(version)")
      return false
    }
    if key <= lastKey { isAscending = false }
    lastKey = key
    if !includesValues || known?.hasRow(key, ofEntityAt: entity, version) == true {
      records.append(Record(key: key, entity: entity, version: version, row: nil))
      return false
    }
    given.properties = PropertySet()
    return true
  }

  /// Assigns memory to the row that was begun.
  private func own(_ row: Row, _ key: Int64, _ entity: Int, _ version: UInt32) {
    records.append(Record(key: key, entity: entity, version: version, row: row))
    given.base = row.base
  }

  func endRow() {
    guard given.base != nil, let record = records.last else { return }
    given.base = nil
    if !given.properties.isSuperset(of: required) {
      reject("give all values of \(model.entities[record.entity].name)#\(record.key)", "gives some")
    }
  }

  private func enter(_ entity: Int) {
    self.entity = entity
    let shape = model.shape(at: entity)
    self.shape = shape
    given.places = UnsafeBufferPointer(shape.persistent)
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

  /// Sets an integer, for integer attributes of any size.
  ///
  /// The index is the position among the entity's ``/ArmatureModel/EntityDescription/persistentProperties``. This also
  /// applies to the following functions.
  @inlinable public func set(_ value: Int64, at index: Int) {
    guard let memory = given.take(index, .int64) else { return set(.int(value), at: index) }
    memory.storeBytes(of: value, as: Int64.self)
  }

  /// Sets a floating-point number, for attributes of single or double precision.
  @inlinable public func set(_ value: Double, at index: Int) {
    guard let memory = given.take(index, .double) else { return set(.double(value), at: index) }
    memory.storeBytes(of: value, as: Double.self)
  }

  /// Sets a Boolean.
  @inlinable public func set(_ value: Bool, at index: Int) {
    guard let memory = given.take(index, .bool) else { return set(.bool(value), at: index) }
    memory.storeBytes(of: value, as: Bool.self)
  }

  /// Sets a date.
  @inlinable public func set(_ value: Date, at index: Int) {
    guard let memory = given.take(index, .date) else { return set(.date(value), at: index) }
    memory.storeBytes(of: value, as: Date.self)
  }

  /// Sets a text from its UTF-8 bytes.
  public func setText(utf8 bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    guard let (row, place) = take(index) else { return }
    guard let text = String(utf8: bytes) else {
      return noteWrong("bytes that are not UTF-8", index)
    }
    guard place.kind == .string else { return store(.string(text), index, row, place) }
    row[place, as: String.self] = text
    row.setPresent(place, true)
  }

  /// Sets bytes.
  public func setData(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    guard let (row, place) = take(index) else { return }
    let data = Data(bytes)
    guard place.kind == .data else { return store(.data(data), index, row, place) }
    row[place, as: Data.self] = data
    row.setPresent(place, true)
  }

  /// Sets the destination of a to-one relationship by its key and the position of its entity in the model.
  public func setLink(key: Int64, entity: Int, at index: Int) {
    guard let (row, place) = take(index) else { return }
    guard place.kind == .object, key > 0, model.entities.indices.contains(entity),
      !model.entities[entity].isAbstract, let shape,
      shape.link(at: place).admits(order: model.tree.order(at: entity))
    else {
      let name = model.entities.indices.contains(entity) ? model.entities[entity].name : "?"
      return noteWrong("\(name)#\(key)", index)
    }
    links.append((entity, key))
    row.setLink(Link(Handle(rawValue: UInt32(links.count))), place)
  }

  /// Sets a property to have no value.
  public func setNull(at index: Int) {
    guard let (row, place) = take(index) else { return }
    store(.null, index, row, place)
  }

  /// Sets a value of any kind. For a to-one relationship, pass the ID of the related object.
  public func set(_ value: AttributeValue, at index: Int) {
    guard let (row, place) = take(index) else { return }
    store(value, index, row, place)
  }

  @inline(__always) private func take(_ index: Int) -> (Row, RowPlace)? {
    guard let base = given.base else { return nil }
    guard given.places.indices.contains(index) else {
      reject(
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

  // MARK: Failures

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

  private func reject(_ must: String, _ but: String) {
    failure = failure ?? .wrongAnswer(function: function, must: must, but: but)
  }

  private var function: String {
    if case .keys = scope { "rows(for:of:into:)" } else { "fetch(_:into:)" }
  }

  /// Ends the last row. No more rows can be added after that.
  ///
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` for invalid rows.
  func finish() throws {
    endRow()
    isOpen = false
    if !isAscending {
      var seen: Set<Int64> = []
      if let record = records.first(where: { !seen.insert($0.key).inserted }) {
        reject(
          "give each row once", "gives \(model.entities[record.entity].name)#\(record.key) twice")
      }
    }
    if let failure { throw failure }
  }
}
