/// The parameter arrays of libpq: an address, a length and a format for each value.
enum PostgreSQLParameters {
  typealias Texts = UnsafePointer<PostgreSQLLibrary.Text?>
  typealias Numbers = UnsafePointer<Int32>

  /// Calls a body with the values in a buffer, each preceded by its length.
  ///
  /// The addresses are valid during the call. The buffer must not be changed meanwhile.
  ///
  /// - Parameter starts: The start positions of the values; −1 for null.
  static func withPointers(
    _ buffer: ByteBuffer, _ starts: some Collection<Int>,
    _ body: (Texts?, Numbers?, Numbers?) -> Int32
  ) -> Int32 {
    let count = starts.count
    return withUnsafeTemporaryAllocation(of: PostgreSQLLibrary.Text?.self, capacity: count) {
      values in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
        for (place, start) in starts.enumerated() {
          let length = start < 0 ? -1 : buffer.number(at: start)
          let value: PostgreSQLLibrary.Text? =
            length < 0
            ? nil
            : UnsafeRawPointer(buffer.start + start + 4).assumingMemoryBound(to: CChar.self)
          values.initializeElement(at: place, to: value)
          numbers.initializeElement(at: place, to: max(0, length))
          numbers.initializeElement(at: count + place, to: PostgreSQLCode.binary)
        }
        return body(
          values.baseAddress.map { Texts($0) }, numbers.baseAddress.map { Numbers($0) },
          numbers.baseAddress.map { Numbers($0 + count) })
      }
    }
  }
}
