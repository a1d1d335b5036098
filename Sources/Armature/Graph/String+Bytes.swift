extension String {
  /// The text of bytes of UTF-8; `nil` if they are none.
  ///
  /// `String(validating:as:)` does the same, and looks up the metadata of generic types at each call, which takes
  /// as long as all the rest for a short text.
  init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    if UTF8Check.firstFault(in: bytes) != nil { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
