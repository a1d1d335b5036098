/// A prepared statement with its current row.
package protocol SQLCursor: SQLRow {
  /// Binds a value to a parameter, counted from 0.
  func bind(_ value: SQLValue, at place: Int)
  func bind(_ number: Int64, at place: Int)
  func bind(_ number: Double, at place: Int)
  /// Binds a text by its UTF-8 bytes, which are copied.
  func bind(utf8 bytes: UnsafeBufferPointer<UInt8>, at place: Int)
  /// Binds keys to the first parameters. In a database with arrays, the keys are bound as one array. Otherwise each key
  /// has its own parameter, and the last key is repeated for the remaining parameters.
  func bind(keys: some Collection<Int64>, placeCount: Int)
  /// Clears all parameters.
  func clear()
  /// Advances to the next row; returns false after the last one.
  func step() throws -> Bool
  /// Resets the statement for another run. All parameters must be bound again.
  func reset()

  /// The number of rows that the last run has changed.
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
