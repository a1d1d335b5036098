import ArmatureModel

extension SortColumn {
  /// Creates the words from the first bytes that differ between the strings.
  mutating func setWords(_ texts: some SortTexts, _ rest: Rest) {
    let made: (prefix: Int, isExact: Bool)
    if let isPresent {
      let positions = (0..<UInt32(words.count)).filter { isPresent[Int($0)] }
      made = setWords(of: positions, in: texts, from: 0)
    } else {
      made = setWords(of: 0..<UInt32(words.count), in: texts, from: 0)
    }
    prefix = made.prefix
    if !made.isExact { self.rest = rest }
  }

  /// Creates new sort words for strings whose previous words are equal, from the next bytes in which the strings
  /// differ.
  ///
  /// - Parameter start: The number of bytes that the strings are known to have in common.
  /// - Returns: The number of bytes that the strings have in common, and whether strings with the same new word are
  ///   equal. The result is `nil` for keys that are not strings.
  mutating func setWords(
    of positions: some Collection<UInt32>, from start: Int
  ) -> (prefix: Int, isExact: Bool)? {
    switch rest {
    case .texts(let texts): setWords(of: positions, in: texts, from: start)
    case .folded(let texts): setWords(of: positions, in: texts, from: start)
    case .none, .values: nil
    }
  }

  private mutating func setWords(
    of positions: some Collection<UInt32>, in texts: some SortTexts, from start: Int
  ) -> (prefix: Int, isExact: Bool) {
    let prefix = Self.commonPrefix(positions, texts, from: start)
    var longest = 0
    for position in positions {
      longest = max(longest, texts.withBytes(at: Int(position)) { $0.count } - prefix)
    }
    // The word has room for the length of short strings, and so distinguishes them all.
    let isShort = longest < 8
    for position in positions {
      words[Int(position)] = texts.withBytes(at: Int(position)) { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[prefix...])
        let word = rest.firstWord
        return isShort ? word | UInt64(rest.count) : word
      }
    }
    return (prefix, isShort)
  }

  /// Returns the number of bytes that some strings have in common at the start.
  private static func commonPrefix(
    _ positions: some Collection<UInt32>, _ texts: some SortTexts, from start: Int
  ) -> Int {
    guard let first = positions.first else { return start }
    return texts.withBytes(at: Int(first)) { model in
      var count = model.count
      for position in positions.dropFirst() where count > start {
        texts.withBytes(at: Int(position)) { bytes in
          var same = start
          let end = min(count, bytes.count)
          while same < end, bytes[same] == model[same] { same += 1 }
          count = same
        }
      }
      return count
    }
  }
}
