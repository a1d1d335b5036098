extension TextPattern {
  /// A deterministic automaton that reads two ASCII bytes with each table look-up.
  ///
  /// Each look-up has to wait for the previous one, so the number of look-ups determines the time of a match. By
  /// reading pairs of bytes, the automaton matches an e-mail address in two thirds of the time that single bytes take.
  ///
  /// A state is the offset of its row. Row 0 is dead, which means that no continuation can match. The rows from
  /// `accepting` on are accepting.
  ///
  /// A row has a cell for each pair of classes, followed by a cell for each class that is the last one of a text. If
  /// such a table would not fit in the first-level cache, a row has only the cells for single classes.
  ///
  /// Class 0 is dead in all rows. It contains the scalars that are in no set and all bytes that are not ASCII, so the
  /// loop over ASCII bytes tests only one condition for each pair.
  ///
  /// Cells of 16 bits use half of the cache, and are sufficient for nearly all patterns. A list of thousands of words
  /// needs 32 bits.
  final class TransitionTable<Cell: FixedWidthInteger & Sendable>: @unchecked Sendable {
    // `@unchecked Sendable`: the memory is written only in `init`, before a second reference exists, and freed in
    // `deinit`, after the last reference is released. All properties are `let`.
    private let cells: UnsafeMutablePointer<Cell>
    private let columns: UnsafeMutablePointer<Columns>
    private let start: Int
    private let accepting: Int
    private let classes: ScalarClasses
    /// The number of cells for each class, one for each possible successor.
    private let followers: Int

    /// The offset that a byte has in a row, as the first byte and as the second byte of a pair.
    private struct Columns {
      var first: UInt16 = 0
      var second: UInt16 = 0
    }

    /// The maximum number of cells in a table of pairs: 32 kB.
    private static var pairLimit: Int { 16_384 }

    /// Creates the table from the rows of states. The offsets of the rows must fit in a cell.
    init(_ states: SubsetConstruction.Rows, _ alphabet: Alphabet) {
      let (rows, isAccepting) = (states.next, states.accepting)
      let width = alphabet.count
      let hasPairs = isAccepting.count * width * (width + 1) <= Self.pairLimit
      let followers = hasPairs ? width + 1 : 1
      let stride = width * followers
      // Accepting states come last, so that one comparison identifies them.
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
          // The columns do not depend on the row, so each load depends only on the previous one.
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
