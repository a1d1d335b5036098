extension String {
  /// Returns whether two texts have the same bytes. `==` also considers canonically equivalent texts equal.
  package func hasSameBytes(as other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }

  /// Hashes the UTF-8 bytes.
  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
