import ArmatureModel

/// The objects of a context in the order of a property that an index is declared over.
///
/// Handles in chunks, sorted by the value, then in the order of insertion; the values stay in the rows,
/// but for a word of each. Objects without a value are not there. It is filled when a request first
/// uses it, and follows writes from then on.
struct OrderedIndex {
  private struct Entry {
    /// A number in whose order values are; text has its first eight bytes.
    let word: UInt64
    let handle: Handle
  }

  /// The entity that declares the index, and the property.
  let entity: String
  let property: String
  /// The numbers of the entities that it covers.
  private let orders: ClosedRange<Int32>
  /// The position of the property in these entities.
  private let position: Int
  let kind: StorageKind
  private let slots: UnsafeMutablePointer<SlotTable>
  private(set) var isFilled = false
  private var chunks = ContiguousArray<ContiguousArray<Entry>>()

  private static let chunkLimit = 512

  /// Fails for a property whose values are neither numbers, dates nor text.
  init?(
    _ property: String, of entity: String, _ tree: EntityTree,
    _ slots: UnsafeMutablePointer<SlotTable>
  ) {
    guard let position = tree.position(of: property, in: entity),
      let kind = tree.entity(named: entity)?.property(named: property)?.storageKind
    else { return nil }
    switch kind {
    case .int16, .int32, .int64, .float, .double, .date, .string: break
    default: return nil
    }
    self.entity = entity
    self.property = property
    orders = tree.orders(of: entity)
    self.position = position
    self.kind = kind
    self.slots = slots
  }

  /// Whether the index has the objects of an entity.
  func covers(_ shape: UnsafePointer<EntityShape>) -> Bool {
    orders.contains(shape.pointee.order)
  }

  /// Whether the index has all objects of an entity and those that inherit from it.
  func covers(_ branch: ClosedRange<Int32>) -> Bool {
    orders.contains(branch.lowerBound) && orders.contains(branch.upperBound)
  }

  mutating func removeAll() {
    chunks = []
    isFilled = false
  }

  /// Fills the index with objects that are sorted by the property already.
  mutating func fill(_ sorted: some Sequence<Handle>) {
    isFilled = true
    chunks = []
    var chunk = ContiguousArray<Entry>()
    for handle in sorted {
      guard let object = slots.pointee.anyObject(handle), covers(object.shape),
        let word = word(of: object)
      else { continue }
      chunk.append(Entry(word: word, handle: handle))
      if chunk.count == Self.chunkLimit / 2 {
        chunks.append(chunk)
        chunk = []
      }
    }
    if !chunk.isEmpty { chunks.append(chunk) }
  }

  // MARK: Changing

  /// Adds an object under its present value, unless it is absent.
  mutating func insert(_ object: ManagedObject) {
    guard isFilled, let word = word(of: object) else { return }
    let entry = Entry(word: word, handle: object.row.handle)
    guard !chunks.isEmpty else {
      chunks.append([entry])
      return
    }
    var place = place { order(of: $0, to: entry, object) != .ascending }
    if place.chunk == chunks.count { place = (chunks.count - 1, chunks[chunks.count - 1].count) }
    chunks[place.chunk].insert(entry, at: place.offset)
    guard chunks[place.chunk].count > Self.chunkLimit else { return }
    let half = chunks[place.chunk].count / 2
    let rest = ContiguousArray(chunks[place.chunk][half...])
    chunks[place.chunk].removeSubrange(half...)
    chunks.insert(rest, at: place.chunk + 1)
  }

  /// Takes out an object, which still has the value that it was added with.
  mutating func remove(_ object: ManagedObject) {
    guard isFilled, let word = word(of: object) else { return }
    let entry = Entry(word: word, handle: object.row.handle)
    let place = place { order(of: $0, to: entry, object) != .ascending }
    guard place.chunk < chunks.count, chunks[place.chunk][place.offset].handle == entry.handle
    else { return assertionFailure("The object must be there.") }
    chunks[place.chunk].remove(at: place.offset)
    if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
  }

  /// The first place whose entry is past a border: entries before it are not, and all others are.
  private func place(_ isPast: (Entry) -> Bool) -> (chunk: Int, offset: Int) {
    let chunk = chunks.border { isPast($0[$0.count - 1]) }
    return chunk < chunks.count ? (chunk, chunks[chunk].border(isPast)) : (chunk, 0)
  }

  private func order(of entry: Entry, to other: Entry, _ object: ManagedObject) -> ValueOrder {
    if entry.word != other.word { return entry.word < other.word ? .ascending : .descending }
    if kind == .string, let mine = text(of: entry),
      let theirs = Self.text(of: object, object.shape.pointee.places[position])
    {
      let order = mine.withBytes { mine in theirs.withBytes { Self.order(mine, $0) } }
      if order != .same { return order }
    }
    return entry.handle == other.handle
      ? .same : entry.handle < other.handle ? .ascending : .descending
  }

  /// Whether no chunk is empty and all entries are in order; for tests.
  var isConsistent: Bool {
    let entries = chunks.joined()
    return chunks.allSatisfy { !$0.isEmpty }
      && zip(entries, entries.dropFirst()).allSatisfy { left, right in
        slots.pointee.anyObject(right.handle).map { order(of: left, to: right, $0) } == .ascending
      }
  }

  // MARK: Values

  private func word(of object: ManagedObject) -> UInt64? {
    let (row, place) = (object.row, object.shape.pointee.places[position])
    guard row.isPresent(place) else { return nil }
    switch kind {
    case .int16: return Int64(row.memory(place, as: Int16.self).pointee).sortWord
    case .int32: return Int64(row.memory(place, as: Int32.self).pointee).sortWord
    case .int64: return row.memory(place, as: Int64.self).pointee.sortWord
    case .float: return Double(row.memory(place, as: Float.self).pointee).sortWord
    case .string:
      return UnsafePointer(row.memory(place, as: String.self)).withBytes {
        UnsafeRawBufferPointer($0).firstWord
      }
    default: return row.memory(place, as: Double.self).pointee.sortWord
    }
  }

  private func text(of entry: Entry) -> UnsafePointer<String>? {
    slots.pointee[entry.handle].object?._withUnsafeGuaranteedRef {
      Self.text(of: $0, $0.shape.pointee.places[position])
    }
  }

  private static func text(of object: ManagedObject, _ place: RowPlace) -> UnsafePointer<String>? {
    object.row.isPresent(place) ? UnsafePointer(object.row.memory(place, as: String.self)) : nil
  }

  private static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> ValueOrder {
    if left.lexicographicallyPrecedes(right) { return .ascending }
    return left.count == right.count && left.elementsEqual(right) ? .same : .descending
  }
}

// MARK: Finding

extension OrderedIndex {
  /// A stretch of the index, whose entries may be found.
  struct Stretch {
    fileprivate let start: (chunk: Int, offset: Int)
    fileprivate let end: (chunk: Int, offset: Int)
    /// How many entries it has.
    let count: Int
  }

  /// The stretch between bounds.
  func stretch(_ range: IndexRange) -> Stretch {
    let start = range.lower.map { bound in
      place { entry in
        let order = order(of: entry, to: bound)
        return order == .descending || order == .same && range.includesLower
      }
    }
    let end = range.upper.map { bound in
      place { entry in
        let order = order(of: entry, to: bound)
        if range.isPrefix { return order == .descending && !hasPrefix(entry, bound) }
        return order == .descending || order == .same && !range.includesUpper
      }
    }
    return stretch(start ?? (0, 0), end ?? (chunks.count, 0))
  }

  private func stretch(
    _ start: (chunk: Int, offset: Int), _ end: (chunk: Int, offset: Int)
  ) -> Stretch {
    if start > end { return Stretch(start: start, end: start, count: 0) }
    let whole = chunks[start.chunk..<end.chunk].reduce(0) { $0 + $1.count }
    return Stretch(start: start, end: end, count: whole - start.offset + end.offset)
  }

  /// The objects of a stretch, in the order of insertion.
  func handles(_ stretch: Stretch) -> ContiguousArray<Handle> {
    var handles = ContiguousArray<Handle>()
    handles.reserveCapacity(stretch.count)
    var (chunk, offset) = stretch.start
    while (chunk, offset) < stretch.end {
      let last = chunk == stretch.end.chunk ? stretch.end.offset : chunks[chunk].count
      for entry in chunks[chunk][offset..<last] { handles.append(entry.handle) }
      (chunk, offset) = (chunk + 1, 0)
    }
    handles.sort()
    return handles
  }

  private func order(of entry: Entry, to bound: IndexBound) -> ValueOrder {
    if entry.word != bound.word { return entry.word < bound.word ? .ascending : .descending }
    guard kind == .string, let text = text(of: entry) else { return .same }
    return text.withBytes { text in bound.bytes.withUnsafeBufferPointer { Self.order(text, $0) } }
  }

  private func hasPrefix(_ entry: Entry, _ bound: IndexBound) -> Bool {
    text(of: entry)?.withBytes { $0.starts(with: bound.bytes) } ?? false
  }
}
