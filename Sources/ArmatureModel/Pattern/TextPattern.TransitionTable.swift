extension TextPattern {
  /// A deterministic automaton: one lookup per two bytes of ASCII tells the next state.
  ///
  /// Each lookup waits for the one before, so that their number is the time of a match: by pairs,
  /// an e-mail address takes two thirds of the time that it takes byte by byte.
  ///
  /// A state is the offset of its row. Row 0 is dead, rows from `accepting` on accept. A row has a
  /// cell for each class followed by each class or by nothing, which comes last; where that would
  /// not stay in the first cache, by nothing only. Class 0 belongs to the scalars that no set
  /// contains and is dead in every row; the bytes beyond ASCII are in it too, so that the loop over
  /// ASCII tests one condition per pair.
  ///
  /// Cells of 16 bits stay in the caches twice as long, and are enough for nearly every pattern; a
  /// list of thousands of words needs 32.
  final class TransitionTable<Cell: FixedWidthInteger & Sendable>: @unchecked Sendable {
    // Proof of Sendable: the memory is written in `init` only, before a second reference exists,
    // and freed in `deinit`, after the last one is gone. All properties are `let`.
    private let cells: UnsafeMutablePointer<Cell>
    private let columns: UnsafeMutablePointer<Columns>
    private let start: Int
    private let accepting: Int
    private let classes: ScalarClasses
    /// The number of cells of a class: what can follow it.
    private let followers: Int

    /// Where a byte is in a row, as the first of a pair and as the second.
    private struct Columns {
      var first: UInt16 = 0
      var second: UInt16 = 0
    }

    /// The cells of a table of pairs, at most: 32 kB.
    private static var pairLimit: Int { 16_384 }

    /// Makes the table of the rows of states, whose offsets must fit a cell.
    init(_ states: SubsetConstruction.Rows, _ alphabet: Alphabet) {
      let (rows, isAccepting) = (states.next, states.accepting)
      let width = alphabet.count
      let hasPairs = isAccepting.count * width * (width + 1) <= Self.pairLimit
      let followers = hasPairs ? width + 1 : 1
      let stride = width * followers
      // Accepting states go last, so that one comparison tells them.
      let order =
        isAccepting.indices.filter { !isAccepting[$0] }
        + isAccepting.indices.filter { isAccepting[$0] }
      var offsets = Array(repeating: 0, count: order.count)
      for (position, state) in order.enumerated() { offsets[state] = position * stride }

      cells = .allocate(capacity: order.count * stride)
      for state in order {
        for first in 0..<width {
          let next = Int(rows[state * width + first])
          let cell = cells + offsets[state] + first * followers
          for second in 0..<(followers - 1) {
            let last = Int(rows[next * width + second])
            (cell + second).initialize(to: Cell(offsets[last]))
          }
          (cell + followers - 1).initialize(to: Cell(offsets[next]))
        }
      }
      classes = ScalarClasses(alphabet)
      columns = .allocate(capacity: 256)
      columns.initialize(repeating: Columns(), count: 256)
      for (interval, first) in alphabet.starts.enumerated() where first < 0x80 {
        let next = interval + 1 < alphabet.starts.count ? alphabet.starts[interval + 1] : 0x80
        let number = Int(alphabet.classes[interval])
        for byte in first..<min(next, 0x80) {
          columns[Int(byte)] = Columns(
            first: UInt16(number * followers), second: UInt16(hasPairs ? number : 0))
        }
      }
      start = offsets[states.start]
      self.followers = followers
      accepting = isAccepting.count { !$0 } * stride
    }

    deinit {
      // Integers need no deinitialization.
      cells.deallocate()
      columns.deallocate()
    }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      var row = start
      guard var position = bytes.baseAddress else { return row >= accepting }
      let end = position + bytes.count
      let alone = cells + (followers - 1)
      let lastPair = followers > 1 ? end - 1 : position
      while true {
        while position < lastPair {
          // The columns do not wait for the row: only one load depends on the one before.
          let column = Int(columns[Int(position[0])].first) + Int(columns[Int(position[1])].second)
          let next = Int((cells + column)[row])
          if next == 0 { break }
          row = next
          position += 2
        }
        if position == end { return row >= accepting }
        let byte = position.pointee
        let next = Int((alone + Int(columns[Int(byte)].first))[row])
        if next != 0 {
          row = next
          position += 1
          continue
        }
        guard byte >= 0x80, let scalar = UTF8Scalar(at: position, before: end) else { return false }
        row = Int(alone[row + Int(classes[scalar]) * followers])
        if row == 0 { return false }
        position += scalar.length
      }
    }
  }
}
