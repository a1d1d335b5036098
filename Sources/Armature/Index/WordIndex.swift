import ArmatureModel

/// The objects of a context by the words of their texts.
///
/// It is filled when a search first uses it, and updated after each change. It has only texts of the objects themselves;
/// an index with texts of related objects is not kept in memory, and searches read these texts.
struct WordIndex {
  /// The entity that declares the index.
  let entity: String
  let properties: [String]
  let tokenizer: FullTextTokenizer
  /// The positions of the texts in the entities that the index covers.
  private let positions: [Int]
  /// The numbers of the covered entities.
  private let orders: ClosedRange<Int32>
  private(set) var isFilled = false
  /// The number of objects, and the number of words in their texts.
  private(set) var count = 0
  private(set) var wordCount = 0
  /// The objects with each word, in the order of their handles.
  private var holders: [Word: ContiguousArray<Handle>] = [:]
  /// The words in the order of their bytes. They are kept after the first search for the start of a word.
  private var sorted: ContiguousArray<Word>?
  private var reader: TokenReader

  /// Returns `nil` for an index of other kinds, and for one with texts of related objects.
  init?(_ index: IndexDescription, of entity: String, _ tree: EntityTree) {
    guard index.isFullText else { return nil }
    var positions: [Int] = []
    for element in index.elements {
      guard let position = tree.position(of: element.property, in: entity),
        tree.entity(named: entity)?.property(named: element.property)?.storageKind == .string
      else { return nil }
      positions.append(position)
    }
    (self.entity, self.positions) = (entity, positions)
    (properties, tokenizer) = (index.elements.map(\.property), index.tokenizer)
    orders = tree.orders(of: entity)
    reader = TokenReader(tokenizer)
  }

  func covers(_ shape: EntityShape) -> Bool { orders.contains(shape.order) }

  /// Returns whether the index contains all objects of an entity and its sub-entities.
  func covers(_ branch: ClosedRange<Int32>) -> Bool {
    orders.contains(branch.lowerBound) && orders.contains(branch.upperBound)
  }

  mutating func removeAll() {
    (holders, sorted, count, wordCount, isFilled) = ([:], nil, 0, 0, false)
  }

  /// Fills the index with objects in the order of their handles.
  mutating func fill(_ objects: some Sequence<ManagedObject>) {
    removeAll()
    isFilled = true
    for object in objects where covers(object.shape) { insert(object) }
  }

  // MARK: Changing

  /// Adds an object with its current texts.
  mutating func insert(_ object: ManagedObject) {
    guard isFilled else { return }
    count += 1
    let handle = object.row.handle
    forEachWord(of: object) { index, word in
      index.wordCount += 1
      index.add(handle, to: word)
    }
  }

  /// Removes an object. The object must still have the texts with which it was added.
  mutating func remove(_ object: ManagedObject) {
    guard isFilled else { return }
    count -= 1
    let handle = object.row.handle
    forEachWord(of: object) { index, word in
      index.wordCount -= 1
      index.remove(handle, from: word)
    }
  }

  private mutating func add(_ handle: Handle, to word: Word) {
    let isNew = Self.add(handle, &holders[word, default: []])
    if isNew, let place = sorted?.partitioningIndex(where: { !($0 < word) }) {
      sorted?.insert(word, at: place)
    }
  }

  /// - Returns: Whether it is the first one.
  private static func add(_ handle: Handle, _ handles: inout ContiguousArray<Handle>) -> Bool {
    guard let last = handles.last else {
      handles.append(handle)
      return true
    }
    if last < handle {
      handles.append(handle)
    } else {
      let place = handles.partitioningIndex { !($0 < handle) }
      if handles[place] != handle { handles.insert(handle, at: place) }
    }
    return false
  }

  private mutating func remove(_ handle: Handle, from word: Word) {
    // The list is changed in place. A word that occurs twice is already gone.
    let isLast = Self.remove(handle, &holders[word, default: []])
    if isLast {
      holders[word] = nil
      if let place = sorted?.partitioningIndex(where: { !($0 < word) }) {
        sorted?.remove(at: place)
      }
    }
  }

  /// - Returns: Whether no object is left.
  private static func remove(_ handle: Handle, _ handles: inout ContiguousArray<Handle>) -> Bool {
    let place = handles.partitioningIndex { !($0 < handle) }
    if place < handles.count, handles[place] == handle { handles.remove(at: place) }
    return handles.isEmpty
  }

  private mutating func forEachWord(
    of object: ManagedObject, _ visit: (inout WordIndex, Word) -> Void
  ) {
    // The reader keeps its memory, which a copy would share and then replace.
    var reader = TokenReader(tokenizer)
    swap(&reader, &self.reader)
    for position in positions {
      let place = object.shape.places[position]
      guard object.row.isPresent(place) else { continue }
      UnsafePointer(object.row.memory(place, as: String.self)).withBytes { text in
        reader.forEachToken(of: text) { token, _ in
          visit(&self, Word(token))
          return true
        }
      }
    }
    swap(&reader, &self.reader)
  }

  // MARK: Finding

  /// Returns the objects that may satisfy a query, in the order of their handles: those with all words of a phrase.
  /// Returns `nil` if the query can be satisfied without any of its words.
  mutating func candidates(_ query: SearchQuery) -> ContiguousArray<Handle>? {
    query.root.map { candidates($0, query) } ?? []
  }

  private mutating func candidates(
    _ node: SearchQuery.Node, _ query: SearchQuery
  ) -> ContiguousArray<Handle>? {
    switch node {
    case .phrase(let phrase): return holders(of: query.phrases[phrase])
    case .and(let parts):
      var found: ContiguousArray<Handle>?
      for part in parts {
        guard let other = candidates(part, query) else { continue }
        found = found.map { $0.intersection(other) } ?? other
      }
      return found
    case .or(let parts):
      var found = ContiguousArray<Handle>()
      for part in parts {
        guard let other = candidates(part, query) else { return nil }
        found += other
      }
      return found.sortedUnique
    case .not: return nil
    }
  }

  /// Returns the objects that have all words of a phrase, in any places.
  mutating func holders(of phrase: SearchQuery.Phrase) -> ContiguousArray<Handle> {
    var found: ContiguousArray<Handle>?
    for (position, token) in phrase.tokens.enumerated() {
      let word = Word(token)
      let isStart = phrase.isPrefix && position == phrase.tokens.count - 1
      let other = isStart ? holders(ofWordsFrom: word) : holders[word] ?? []
      found = found.map { $0.intersection(other) } ?? other
    }
    return found ?? []
  }

  private mutating func holders(ofWordsFrom start: Word) -> ContiguousArray<Handle> {
    var found = ContiguousArray<Handle>()
    for word in words(from: start) { found += holders[word] ?? [] }
    return found.sortedUnique
  }

  /// Returns the words that start with some text, in the order of their bytes.
  private mutating func words(from start: Word) -> ArraySlice<Word> {
    if sorted == nil { sorted = ContiguousArray(holders.keys.sorted()) }
    guard let sorted else { return [] }
    let first = sorted.partitioningIndex { !($0 < start) }
    let end = sorted[first...].partitioningIndex { !$0.hasPrefix(start) }
    return ArraySlice(sorted[first..<end])
  }

  /// Returns the words that start with some text, with the number of objects that have each.
  mutating func words(startingWith start: [UInt8]) -> [(word: String, count: Int)] {
    words(from: Word(start)).map { ($0.text, holders[$0]?.count ?? 0) }
  }
}

/// A word, which is compared by its bytes.
private struct Word: Hashable, Comparable {
  let text: String

  init(_ bytes: some Collection<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

  static func == (left: Word, right: Word) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  static func < (left: Word, right: Word) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  func hasPrefix(_ start: Word) -> Bool { text.utf8.starts(with: start.text.utf8) }

  func hash(into hasher: inout Hasher) {
    if text.utf8.withContiguousStorageIfAvailable({
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }) == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

extension ContiguousArray<Handle> {
  /// The handles in both lists, which are sorted. The shorter list decides about the time.
  fileprivate func intersection(_ other: ContiguousArray<Handle>) -> ContiguousArray<Handle> {
    let (few, many) = count < other.count ? (self, other) : (other, self)
    var found = ContiguousArray<Handle>()
    var start = 0
    for handle in few {
      // Steps of doubling width, since the lists can differ much in length.
      var step = 1
      while start + step < many.count, many[start + step] < handle { step *= 2 }
      let end = Swift.min(start + step + 1, many.count)
      start = many[start..<end].partitioningIndex { !($0 < handle) }
      if start < many.count, many[start] == handle { found.append(handle) }
    }
    return found
  }
}
