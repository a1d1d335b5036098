import ArmatureModel

/// The objects of a context, sorted by the properties of an index.
///
/// The index consists of chunks of handles. Objects without a value come first, and objects with equal values are in
/// the order of their insertion. The values stay in the rows of the objects. The index contains only one word of each
/// first value, which makes most comparisons fast. It is filled when a request first uses it, and updated after each
/// change.
struct OrderedIndex {
  struct Entry {
    /// The word of the first key.
    let word: UInt64
    let handle: Handle
    /// Whether the first value exists.
    let isPresent: Bool
  }

  /// A place between entries.
  typealias Place = (chunk: Int, offset: Int)

  /// The entity that declares the index.
  let entity: String
  let keys: [IndexKey]
  /// The numbers of the covered entities.
  private let orders: ClosedRange<Int32>
  private let slots: SlotTable
  private(set) var isFilled = false
  private(set) var chunks = ContiguousArray<ContiguousArray<Entry>>()
  /// The number of entries in each chunk, stored contiguously to be added quickly.
  private(set) var counts = ContiguousArray<Int>()

  private static let chunkLimit = 512

  /// Creates the index. Its keys end before the first property that cannot be a key. Returns `nil` if this is the first
  /// property of the index.
  init?(
    _ properties: [String], of entity: String, _ tree: EntityTree,
    _ slots: SlotTable
  ) {
    var keys: [IndexKey] = []
    for property in properties {
      guard let key = IndexKey(property, of: entity, tree) else { break }
      keys.append(key)
    }
    if keys.isEmpty { return nil }
    self.entity = entity
    self.keys = keys
    orders = tree.orders(of: entity)
    self.slots = slots
  }

  /// Returns whether the index contains the objects of an entity.
  func covers(_ shape: EntityShape) -> Bool {
    orders.contains(shape.order)
  }

  /// Returns whether the index contains all objects of an entity and its sub-entities.
  func covers(_ branch: ClosedRange<Int32>) -> Bool {
    orders.contains(branch.lowerBound) && orders.contains(branch.upperBound)
  }

  /// Returns whether the index contains exactly these objects.
  func isOf(_ branch: ClosedRange<Int32>) -> Bool { orders == branch }

  mutating func removeAll() {
    (chunks, counts) = ([], [])
    isFilled = false
  }

  /// Fills the index with objects already sorted by the keys.
  mutating func fill(_ sorted: some Sequence<Handle>) {
    removeAll()
    isFilled = true
    var chunk = ContiguousArray<Entry>()
    for handle in sorted {
      guard let object = slots.anyObject(handle), covers(object.shape) else { continue }
      chunk.append(entry(of: object))
      if chunk.count == Self.chunkLimit / 2 {
        chunks.append(chunk)
        chunk = []
      }
    }
    if !chunk.isEmpty { chunks.append(chunk) }
    counts = ContiguousArray(chunks.map(\.count))
  }

  // MARK: Changing

  /// Adds an object with its current values.
  mutating func insert(_ object: ManagedObject) {
    guard isFilled else { return }
    let entry = entry(of: object)
    guard !chunks.isEmpty else {
      chunks.append([entry])
      counts.append(1)
      return
    }
    var place = place { order(of: $0, to: entry, object) != .ascending }
    if place.chunk == chunks.count { place = (chunks.count - 1, chunks[chunks.count - 1].count) }
    chunks[place.chunk].insert(entry, at: place.offset)
    counts[place.chunk] += 1
    guard counts[place.chunk] > Self.chunkLimit else { return }
    let half = counts[place.chunk] / 2
    let rest = ContiguousArray(chunks[place.chunk][half...])
    chunks[place.chunk].removeSubrange(half...)
    counts[place.chunk] = half
    chunks.insert(rest, at: place.chunk + 1)
    counts.insert(rest.count, at: place.chunk + 1)
  }

  /// Removes an object. The object must still have the values with which it was added.
  mutating func remove(_ object: ManagedObject) {
    guard isFilled else { return }
    let entry = entry(of: object)
    let place = place { order(of: $0, to: entry, object) != .ascending }
    guard place.chunk < chunks.count, chunks[place.chunk][place.offset].handle == entry.handle
    else { return assertionFailure("The object must be there.") }
    chunks[place.chunk].remove(at: place.offset)
    counts[place.chunk] -= 1
    if counts[place.chunk] == 0 {
      chunks.remove(at: place.chunk)
      counts.remove(at: place.chunk)
    }
  }

  private func entry(of object: ManagedObject) -> Entry {
    let word = keys[0].word(of: object)
    return Entry(word: word ?? 0, handle: object.row.handle, isPresent: word != nil)
  }

  // MARK: Order

  /// Returns the first place whose entry satisfies a condition. The condition must also be true for all following
  /// entries.
  func place(_ isPast: (Entry) -> Bool) -> Place {
    let chunk = chunks.partitioningIndex { isPast($0[$0.count - 1]) }
    return chunk < chunks.count
      ? (chunk, chunks[chunk].partitioningIndex(where: isPast)) : (chunk, 0)
  }

  func object(of entry: Entry) -> ManagedObject? { slots.anyObject(entry.handle) }

  private func order(of entry: Entry, to other: Entry, _ object: ManagedObject) -> ValueOrder {
    let order = order(of: entry, to: other, object, by: keys.count)
    if order != .same { return order }
    return entry.handle == other.handle
      ? .same : entry.handle < other.handle ? .ascending : .descending
  }

  /// Returns the order of two entries by the first keys alone.
  func order(
    of entry: Entry, to other: Entry, _ object: @autoclosure () -> ManagedObject?, by count: Int
  ) -> ValueOrder {
    if entry.isPresent != other.isPresent { return other.isPresent ? .ascending : .descending }
    if entry.word != other.word { return entry.word < other.word ? .ascending : .descending }
    // The word of a number is its whole value.
    guard count > 1 || keys[0].kind == .string, let mine = self.object(of: entry),
      let theirs = object()
    else { return .same }
    let first = keys[0].restOrder(of: mine, to: theirs)
    if first != .same { return first }
    for key in keys[..<count].dropFirst() {
      let order = key.order(of: mine, to: theirs)
      if order != .same { return order }
    }
    return .same
  }

  /// Whether no chunk is empty and all entries are in order; for tests.
  var isConsistent: Bool {
    let entries = chunks.joined()
    return chunks.allSatisfy { !$0.isEmpty } && counts.elementsEqual(chunks.map(\.count))
      && zip(entries, entries.dropFirst()).allSatisfy { left, right in
        object(of: right).map { order(of: left, to: right, $0) } == .ascending
      }
  }
}
