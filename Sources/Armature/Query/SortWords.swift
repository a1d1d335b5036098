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

extension SortColumn {
  /// Makes a word of the first bytes of each text in which not all texts agree.
  mutating func setTexts(_ texts: [UnsafePointer<String>?]) {
    let prefix = Self.commonPrefix(texts)
    var longest = 0
    for text in texts {
      if let text { longest = max(longest, text.pointee.utf8.count - prefix) }
    }
    // The length of short texts has room in the word, which then tells all of them apart.
    let isShort = longest < 8
    for (position, text) in texts.enumerated() {
      guard let text else { continue }
      words[position] = text.withBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[prefix...])
        let word = rest.firstWord
        return isShort ? word | UInt64(rest.count) : word
      }
    }
    if !isShort { self.rest = .texts(texts) }
  }

  /// How many bytes all texts begin with in common.
  private static func commonPrefix(_ texts: [UnsafePointer<String>?]) -> Int {
    guard let first = texts.lazy.compactMap(\.self).first else { return 0 }
    return first.withBytes { model in
      var count = model.count
      for text in texts where count > 0 {
        text?.withBytes { bytes in
          var same = 0
          let end = min(count, bytes.count)
          while same < end, bytes[same] == model[same] { same += 1 }
          count = same
        }
      }
      return count
    }
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
  fileprivate var firstWord: UInt64 {
    guard let start = baseAddress else { return 0 }
    if count >= 8 { return UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)) }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(self[index]) << UInt64(56 - 8 * index) }
    return word
  }
}
