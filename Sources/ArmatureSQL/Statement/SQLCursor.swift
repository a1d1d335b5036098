/// A statement that is ready to run, and the row that it stands at.
package protocol SQLCursor: SQLRow {
  /// Gives a place its value; places count from 0.
  func bind(_ value: SQLValue, at place: Int)
  func bind(_ number: Int64, at place: Int)
  func bind(_ number: Double, at place: Int)
  /// Binds a text by its UTF-8 bytes, which need not stay where they are.
  func bind(utf8 bytes: UnsafeBufferPointer<UInt8>, at place: Int)
  /// Gives some keys to the first places: an array to one place in a database that has arrays, else a key to each, the
  /// last one again and again.
  func bind(keys: some Collection<Int64>, placeCount: Int)
  /// Removes the values of all places.
  func clear()
  /// Goes to the next row; false behind the last one.
  func step() throws -> Bool
  /// Makes the statement ready for another run, before which all places get values again.
  func reset()

  /// How many rows the last run has changed, for a statement that changes rows.
  var changeCount: Int { get }
}

extension SQLCursor {
  package func bind(keys: some Collection<Int64>, placeCount: Int) {
    var (place, last) = (0, Int64(0))
    for key in keys {
      bind(key, at: place)
      (place, last) = (place + 1, key)
    }
    for place in place..<max(place, placeCount) { bind(last, at: place) }
  }

  package func bind(_ text: String, at place: Int) {
    var text = text
    text.withUTF8 { bind(utf8: $0, at: place) }
  }
}
