/// Words that sort in the order of numbers and texts.
extension Int64 {
  var sortWord: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
}

extension Double {
  /// Equal for both zeros; NaN comes last.
  var sortWord: UInt64 {
    if isNaN { return .max }
    let bits = (self + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}

extension UnsafePointer<String> {
  /// Calls a closure with the UTF-8 bytes of the text. The text is not copied if it is stored as UTF-8.
  @inline(__always) func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = pointee.utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = pointee
    return text.withUTF8(body)
  }
}

extension UnsafeRawBufferPointer {
  /// The first eight bytes as a number that is sorted in the same order. Missing bytes are zeros.
  var firstWord: UInt64 {
    guard let start = baseAddress else { return 0 }
    if count >= 8 { return UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)) }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(self[index]) << UInt64(56 - 8 * index) }
    return word
  }
}
