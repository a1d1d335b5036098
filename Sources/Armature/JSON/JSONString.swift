/// The content of a JSON string as UTF-8, valid until its cursor moves on.
package struct JSONString {
  /// The bytes without quotation marks and with all escapes resolved; always valid UTF-8.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// True when every byte is below 0x80.
  package let isASCII: Bool
}
