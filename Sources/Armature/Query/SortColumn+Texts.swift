import ArmatureModel

extension SortColumn {
  /// Makes the words of the first bytes in which not all texts agree.
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

  /// Makes the words of some texts anew, of the next bytes in which not all of them agree.
  ///
  /// - Parameter start: How many bytes they are known to have in common.
  /// - Returns: How many they have in common, and whether texts of one word are the same; `nil` for
  ///   keys that are no texts.
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
    // The length of short texts has room in the word, which then tells all of them apart.
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

  /// How many bytes some texts begin with in common.
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
