extension TextPattern {
  /// A deterministic automaton: one lookup per scalar tells the next state.
  ///
  /// A state is the offset of its row. Row 0 is dead, rows from `accepting` on accept. Column 0
  /// belongs to the scalars that no set contains and is dead in every row; the bytes beyond ASCII
  /// are in it too, so that the loop over ASCII tests one condition per byte.
  final class TransitionTable: @unchecked Sendable {
    // Proof of Sendable: the memory is written in `init` only, before a second reference exists,
    // and freed in `deinit`, after the last one is gone. All properties are `let`.
    private let cells: UnsafeMutablePointer<UInt16>
    private let classOfByte: UnsafeMutablePointer<UInt8>
    private let start: Int
    private let accepting: Int
    private let classes: ScalarClasses

    /// Makes the table of states, of which the one with index 0 is dead.
    ///
    /// - Parameters:
    ///   - rows: The next state for each state and class; at most `Limit.cells` entries.
    ///   - accepting: Whether each state accepts.
    init(rows: [Int32], accepting isAccepting: [Bool], start: Int, alphabet: Alphabet) {
      let width = alphabet.count
      // Accepting states go last, so that one comparison tells them.
      let order =
        isAccepting.indices.filter { !isAccepting[$0] }
        + isAccepting.indices.filter { isAccepting[$0] }
      var offsets = Array(repeating: 0, count: order.count)
      for (position, state) in order.enumerated() { offsets[state] = position * width }

      cells = .allocate(capacity: rows.count)
      for (cell, next) in rows.enumerated() {
        let (state, column) = cell.quotientAndRemainder(dividingBy: width)
        cells.advanced(by: offsets[state] + column).initialize(to: UInt16(offsets[Int(next)]))
      }
      classes = ScalarClasses(alphabet)
      classOfByte = .allocate(capacity: 256)
      classOfByte.initialize(repeating: 0, count: 256)
      for (interval, first) in alphabet.starts.enumerated() where first < 0x80 {
        let next = interval + 1 < alphabet.starts.count ? alphabet.starts[interval + 1] : 0x80
        for byte in first..<min(next, 0x80) {
          classOfByte[Int(byte)] = UInt8(alphabet.classes[interval])
        }
      }
      self.start = offsets[start]
      self.accepting = isAccepting.count { !$0 } * width
    }

    deinit {
      // Integers need no deinitialization.
      cells.deallocate()
      classOfByte.deallocate()
    }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      var row = start
      guard var position = bytes.baseAddress else { return row >= accepting }
      let end = position + bytes.count
      while position < end {
        let byte = position.pointee
        // The column does not wait for the row: only one load per byte depends on the one before.
        let column = cells + Int(classOfByte[Int(byte)])
        let next = Int(column[row])
        if next != 0 {
          row = next
          position += 1
          continue
        }
        guard byte >= 0x80, let scalar = UTF8Scalar(at: position, before: end) else { return false }
        row = Int(cells[row + classes[scalar]])
        if row == 0 { return false }
        position += scalar.length
      }
      return row >= accepting
    }
  }
}
