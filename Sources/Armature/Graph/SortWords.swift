/// Words in whose order numbers and texts are.
extension Int64 {
  var sortWord: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
}

extension Double {
  /// The same for both zeros; NaN comes last.
  var sortWord: UInt64 {
    if isNaN { return .max }
    let bits = (self + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}

extension UnsafePointer<String> {
  /// The UTF-8 bytes of the text, without a copy of it where it is kept as such.
  @inline(__always) func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = pointee.utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = pointee
    return text.withUTF8(body)
  }
}

extension UnsafeRawBufferPointer {
  /// The first eight bytes as a number in whose order bytes are; zeros stand for missing ones.
  var firstWord: UInt64 {
    guard let start = baseAddress else { return 0 }
    if count >= 8 { return UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)) }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(self[index]) << UInt64(56 - 8 * index) }
    return word
  }
}
