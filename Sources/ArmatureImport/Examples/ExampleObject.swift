import ArmatureModel

/// The common properties of the objects in one place.
final class ExampleObject {
  /// A key, and the values that it has.
  struct Member {
    let key: String
    let shape = ExampleShape()
    /// The number of the last object with the key.
    fileprivate(set) var last: Int
  }

  /// A key that is compared by its bytes.
  private struct Key: Hashable {
    let text: String
    static func == (left: Key, right: Key) -> Bool { left.text.hasSameBytes(as: right.text) }
    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
  }

  /// The number of objects.
  private(set) var count = 0
  /// The keys, in order of appearance. It is empty if there are too many.
  private(set) var members: [Member] = []
  /// True if the objects have too many different keys to be properties.
  private(set) var isWide = false
  private var places: [Key: Int] = [:]
  /// The place after the last key: usually the next one follows.
  private var next = 0

  /// The maximum number of different keys.
  static let mostKeys = 500

  /// Begins another object.
  func begin() {
    count += 1
    next = 0
  }

  /// Returns the shape for the values of a key. It is `nil` if the objects have too many keys.
  ///
  /// - Parameter isRepeated: Receives whether the object has the key already.
  func member(_ key: UnsafeBufferPointer<UInt8>, isRepeated: inout Bool) -> ExampleShape? {
    if isWide { return nil }
    if next < members.count, members[next].key.utf8.elementsEqual(key) {
      return take(next, &isRepeated)
    }
    let text = String(decoding: key, as: UTF8.self)
    if let place = places[Key(text: text)] { return take(place, &isRepeated) }
    if members.count == Self.mostKeys {
      isWide = true
      (members, places) = ([], [:])
      return nil
    }
    places[Key(text: text)] = members.count
    members.append(Member(key: text, last: count))
    next = members.count
    return members[next - 1].shape
  }

  private func take(_ place: Int, _ isRepeated: inout Bool) -> ExampleShape {
    isRepeated = members[place].last == count
    members[place].last = count
    next = place + 1
    return members[place].shape
  }
}
