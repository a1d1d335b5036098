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
  let layout: WordCounts
  private(set) var isFilled = false
  /// The number of objects, and the number of words in their texts.
  private(set) var count = 0
  private(set) var wordCount = 0
  /// The objects with each word, in the order of their handles.
  private var holders: [Word: ContiguousArray<WordHolder>] = [:]
  /// The number of words in the texts of each object, by its handle.
  private var lengths: ContiguousArray<UInt32> = []
  /// The words in the order of their bytes. They are kept after the first search for the start of a word.
  private var sorted: ContiguousArray<Word>?
  private var reader: TokenReader

  /// Returns `nil` for an index of other kinds, for one with texts of related objects, and for one with more texts than
  /// a holder of a word can count.
  init?(_ index: IndexDescription, of entity: String, _ tree: EntityTree) {
    guard index.isFullText, let layout = WordCounts(textCount: index.elements.count) else {
      return nil
    }
    var positions: [Int] = []
    for element in index.elements {
      guard let position = tree.position(of: element.property, in: entity),
        tree.entity(named: entity)?.property(named: element.property)?.storageKind == .string
      else { return nil }
      positions.append(position)
    }
    (self.entity, self.positions, self.layout) = (entity, positions, layout)
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
    (holders, lengths, sorted, count, wordCount, isFilled) = ([:], [], nil, 0, 0, false)
  }

  /// Fills the index with objects in the order of their handles.
  mutating func fill(_ objects: some Sequence<ManagedObject>) {
    removeAll()
    isFilled = true
    for object in objects where covers(object.shape) { insert(object) }
    // The lists have grown by doubling. Most texts will not change, so the memory for growth would stay unused.
    for word in holders.values.indices {
      holders.values[word] = holders.values[word].withUnsafeBufferPointer { ContiguousArray($0) }
    }
  }

  // MARK: Changing

  /// Adds an object with its current texts.
  mutating func insert(_ object: ManagedObject) {
    guard isFilled else { return }
    count += 1
    let handle = object.row.handle
    var length = 0
    forEachWord(of: object) { index, word, text in
      length += 1
      index.add(handle, to: word, in: text)
    }
    wordCount += length
    let place = Int(handle.rawValue)
    if place >= lengths.count {
      lengths.append(contentsOf: repeatElement(0, count: place + 1 - lengths.count))
    }
    lengths[place] = UInt32(clamping: length)
  }

  /// Removes an object. The object must still have the texts with which it was added.
  mutating func remove(_ object: ManagedObject) {
    guard isFilled else { return }
    count -= 1
    let handle = object.row.handle
    forEachWord(of: object) { index, word, _ in
      index.wordCount -= 1
      index.remove(handle, from: word)
    }
  }

  private mutating func add(_ handle: Handle, to word: Word, in text: Int) {
    let isNew = Self.add(handle, &holders[word, default: []], text, layout)
    if isNew, let place = sorted?.partitioningIndex(where: { !($0 < word) }) {
      sorted?.insert(word, at: place)
    }
  }

  /// - Returns: Whether it is the first one.
  private static func add(
    _ handle: Handle, _ holders: inout ContiguousArray<WordHolder>, _ text: Int,
    _ layout: WordCounts
  ) -> Bool {
    let isNew = holders.isEmpty
    var place = holders.count
    if let last = holders.last, !(last.handle < handle) {
      place = holders.partitioningIndex { !($0.handle < handle) }
    }
    if place == holders.count || holders[place].handle != handle {
      holders.insert(WordHolder(handle: handle), at: place)
    }
    layout.increment(&holders[place].counts, text)
    return isNew
  }

  private mutating func remove(_ handle: Handle, from word: Word) {
    // A word that occurs twice may already be gone.
    guard let known = holders.index(forKey: word) else { return }
    let isLast = Self.remove(handle, &holders.values[known])
    if isLast {
      holders.remove(at: known)
      if let place = sorted?.partitioningIndex(where: { !($0 < word) }) {
        sorted?.remove(at: place)
      }
    }
  }

  /// - Returns: Whether no object is left.
  private static func remove(_ handle: Handle, _ holders: inout ContiguousArray<WordHolder>) -> Bool
  {
    let place = holders.partitioningIndex { !($0.handle < handle) }
    if place < holders.count, holders[place].handle == handle { holders.remove(at: place) }
    return holders.isEmpty
  }

  private mutating func forEachWord(
    of object: ManagedObject, _ visit: (inout WordIndex, Word, _ text: Int) -> Void
  ) {
    // The reader keeps its memory, which a copy would share and then replace.
    var reader = TokenReader(tokenizer)
    swap(&reader, &self.reader)
    for (number, position) in positions.enumerated() {
      let place = object.shape.places[position]
      guard object.row.isPresent(place) else { continue }
      UnsafePointer(object.row.memory(place, as: String.self)).withBytes { text in
        reader.forEachToken(of: text) { token, _ in
          visit(&self, Word(token), number)
          return true
        }
      }
    }
    swap(&reader, &self.reader)
  }

  // MARK: Finding

  /// Returns the number of words in the texts of an object.
  func length(of handle: Handle) -> Int {
    let place = Int(handle.rawValue)
    return place < lengths.count ? Int(lengths[place]) : 0
  }

  /// Returns the objects that have all words of a phrase, in any places, in the order of their handles.
  ///
  /// The counts are those of the phrase only if it is a single word, or the start of one.
  mutating func holders(of phrase: SearchQuery.Phrase) -> ContiguousArray<WordHolder> {
    var found: ContiguousArray<WordHolder>?
    for (position, token) in phrase.tokens.enumerated() {
      let word = Word(token)
      let isStart = phrase.isPrefix && position == phrase.tokens.count - 1
      let other = isStart ? holders(ofWordsFrom: word) : holders[word] ?? []
      found = found.map { $0.intersection(other) } ?? other
    }
    guard var found else { return [] }
    if let mask = layout.mask(of: phrase.properties) { found.removeAll { $0.counts & mask == 0 } }
    return found
  }

  private mutating func holders(ofWordsFrom start: Word) -> ContiguousArray<WordHolder> {
    var found = ContiguousArray<WordHolder>()
    let words = words(from: start)
    for word in words { found += holders[word] ?? [] }
    return words.count > 1 ? found.merged(layout) : found
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

extension WordIndex {
  /// Objects that have the words of a condition.
  typealias Matches = (
    holders: ContiguousArray<WordHolder>,
    /// Whether all of them satisfy the condition. Otherwise, they may satisfy it.
    areExact: Bool
  )

  /// Returns the objects that may satisfy a query, in the order of their handles. Returns `nil` if the query can be
  /// satisfied without any of its words.
  mutating func matches(_ query: SearchQuery) -> Matches? {
    query.root.map { matches($0, query) } ?? ([], areExact: true)
  }

  private mutating func matches(_ node: SearchQuery.Node, _ query: SearchQuery) -> Matches? {
    switch node {
    case .phrase(let phrase):
      let phrase = query.phrases[phrase]
      return (holders(of: phrase), areExact: phrase.tokens.count == 1)
    case .and(let parts):
      var (found, areExact) = (ContiguousArray<WordHolder>?.none, true)
      var excluded: [ContiguousArray<WordHolder>] = []
      for part in parts {
        if case .not(let part) = part, let other = matches(part, query), other.areExact {
          excluded.append(other.holders)
        } else if let other = matches(part, query) {
          found = found.map { $0.intersection(other.holders) } ?? other.holders
          areExact = areExact && other.areExact
        } else {
          areExact = false
        }
      }
      return found.map { (excluded.reduce($0) { $0.subtracting($1) }, areExact) }
    case .or(let parts):
      var (found, areExact) = (ContiguousArray<WordHolder>(), true)
      for part in parts {
        guard let other = matches(part, query) else { return nil }
        found += other.holders
        areExact = areExact && other.areExact
      }
      return (found.merged(layout), areExact)
    case .not: return nil
    }
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
