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
