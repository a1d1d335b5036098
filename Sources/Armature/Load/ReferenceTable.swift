import ArmatureModel

/// The identities that references contain, without duplicates.
///
/// Most data refer to the same objects many times. A repeated reference needs no second text, and no second search for
/// its object. Because the standard library seeds its hashes in each process, data cannot cause collisions on purpose.
struct ReferenceTable {
  /// The identity in a reference, as plain data: comparing strings would count references.
  private struct Reference {
    /// The position of the destination entity of the relationship.
    let destination: Int
    let place: Place
  }

  /// The location of the identity.
  private enum Place {
    /// In `bytes`.
    case text(start: Int, count: Int)
    /// In `values`.
    case value(Int)
  }

  private var references: ContiguousArray<Reference> = []
  private var bytes: ContiguousArray<UInt8> = []
  private var values: ContiguousArray<IdentityKey> = []
  private var table = HashTable()

  func deallocate() { table.deallocate() }

  var count: Int { references.count }

  /// Returns the position of the entity that a reference leads to.
  func destination(of position: Int) -> Int { references[position].destination }

  /// Returns the identity in a reference.
  func key(at position: Int) -> IdentityKey {
    switch references[position].place {
    case .text(let start, let count):
      .text(String(decoding: bytes[start..<(start + count)], as: UTF8.self))
    case .value(let value): values[value]
    }
  }

  /// Returns the position of the reference to an object by a string.
  mutating func position(of text: UnsafeBufferPointer<UInt8>, _ destination: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(destination)
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    let known = find(hash, destination) { place in
      guard case .text(let start, text.count) = place else { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        text.indices.allSatisfy { text[$0] == bytes[start + $0] }
      }
    }
    if let known { return known }
    bytes.append(contentsOf: text)
    return append(hash, destination, .text(start: bytes.count - text.count, count: text.count))
  }

  /// Returns the position of the reference to an object by any other value.
  mutating func position(of key: IdentityKey, _ destination: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(destination)
    hasher.combine(key)
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    let known = find(hash, destination) { place in
      guard case .value(let position) = place else { return false }
      return values[position] == key
    }
    if let known { return known }
    values.append(key)
    return append(hash, destination, .value(values.count - 1))
  }

  @inline(__always) private func find(
    _ hash: UInt32, _ destination: Int, _ isSame: (Place) -> Bool
  ) -> Int? {
    let place = table.find(hash) { number in
      let reference = references[Int(number) - 1]
      return reference.destination == destination && isSame(reference.place)
    }
    return place.map { Int(table[$0]) - 1 }
  }

  private mutating func append(_ hash: UInt32, _ destination: Int, _ place: Place) -> Int {
    references.append(Reference(destination: destination, place: place))
    table.insert(UInt32(truncatingIfNeeded: references.count), hash)
    return references.count - 1
  }

  mutating func removeAll() {
    references.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    table.removeAll()
  }
}
