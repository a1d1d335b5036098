package import Armature

/// A statement that is ready to run, and the row that it stands at.
package protocol SQLCursor: AnyObject {
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

  /// The kind of the value in a column, which counts from 0.
  func kind(at column: Int) -> SQLValueKind
  func integer(at column: Int) -> Int64
  func real(at column: Int) -> Double
  /// The bytes of a text or of data, until the next step.
  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result
  /// Gives a row the values in some columns.
  ///
  /// - Parameter decode: Called with each property whose column holds a value of another kind.
  func give(_ columns: [SQLQuickColumn], to rows: StoreRows, otherwise decode: (Int) -> Void)
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

  /// The text in a column; `nil` for anything else.
  func text(at column: Int) -> String? {
    guard kind(at: column) == .text else { return nil }
    return withBytes(at: column) { String(validating: $0, as: UTF8.self) }
  }
}
