import ArmatureModel

/// The keys for new objects, which a store assigns in blocks.
struct KeyBlocks {
  private let store: CheckedStore?
  /// The key of the next object.
  var next: Int64 = 1
  private var end: Int64 = .max
  /// The first key of the current block.
  private var start: Int64 = 1
  /// The used blocks.
  private var used: [Range<Int64>] = []

  init(_ store: CheckedStore?) {
    self.store = store
    if store != nil { (next, end, start) = (0, 0, 0) }
  }

  /// Whether the next key must be requested from the store.
  @inline(__always) var isUsedUp: Bool { next == end }

  /// Returns the next key.
  @inline(__always) mutating func take() -> Int64 {
    defer { next += 1 }
    return next
  }

  /// Requests the next block of keys from the store. Each block has twice the size of the previous one, up to 65,536
  /// keys.
  ///
  /// - Throws: The error of the store. An error is also thrown if the store returns keys of existing objects.
  @inline(never) mutating func takeBlock(isKnown: (Int64) -> Bool) throws {
    guard let store else { return }
    let keys = try store.reserveKeys(min(64 << min(used.count, 10), 65_536))
    if let known = keys.first(where: isKnown) {
      throw PersistentStoreError.wrongAnswer(
        function: "reserveKeys(_:)", must: "give keys that no object has", but: "gives \(known)")
    }
    if start < end { used.append(start..<end) }
    (next, start, end) = (keys.lowerBound, keys.lowerBound, keys.upperBound)
  }

  /// Reserves keys for the objects of a child context.
  mutating func reserve(_ count: Int) throws -> Range<Int64> {
    if let store { return try store.reserveKeys(count) }
    defer { next += Int64(count) }
    return next..<next + Int64(count)
  }

  /// A position in the sequence of keys.
  struct Mark {
    fileprivate let blocks: Int
    fileprivate let next: Int64
  }

  var mark: Mark { Mark(blocks: used.count, next: next) }

  /// Returns the keys assigned since a position.
  func keys(since mark: Mark) -> [Range<Int64>] {
    guard mark.blocks < used.count else { return [max(mark.next, start)..<next] }
    var keys = Array(used[mark.blocks...])
    // If the first block begins after the position, none existed yet.
    keys[0] = max(mark.next, keys[0].lowerBound)..<keys[0].upperBound
    return keys + [start..<next]
  }
}
