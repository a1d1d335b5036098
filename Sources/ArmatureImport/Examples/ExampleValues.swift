import ArmatureModel

/// The different values of a key, as far as they could identify objects: whole numbers and short texts.
///
/// Only a hash of 64 bits is kept for each value. A collision among a million values has a probability of 1 in 30
/// million, and usually only prevents a guess.
struct ExampleValues {
  private var hashes: Set<UInt64> = []
  /// True if no value was added twice.
  private(set) var areDifferent = true
  /// True if all values so far are whole numbers or short texts.
  private(set) var areComplete = true

  /// The maximum length of a text in bytes. Longer texts are contents, not identifiers.
  private static let longestText = 64

  /// The number of different values.
  var count: Int { hashes.count }

  /// Adds a whole number.
  mutating func add(_ number: Int64) {
    var hasher = Hasher()
    hasher.combine(number)
    add(hasher)
  }

  /// Adds a text.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    if text.count > Self.longestText { return close() }
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    // A text and a number never have the same bytes.
    hasher.combine(UInt8(0xFF))
    add(hasher)
  }

  /// Notes a value that cannot identify anything, and forgets all values.
  mutating func close() {
    areComplete = false
    areDifferent = false
    hashes = []
  }

  /// Returns whether the values include all of some other values.
  func contain(_ others: ExampleValues) -> Bool {
    areComplete && others.areComplete && hashes.isSuperset(of: others.hashes)
  }

  private mutating func add(_ hasher: Hasher) {
    guard areComplete else { return }
    if !hashes.insert(UInt64(bitPattern: Int64(hasher.finalize()))).inserted {
      areDifferent = false
    }
  }
}
