extension TextPattern {
  /// A table that returns the class of any scalar.
  ///
  /// The first byte of a scalar limits the intervals in which the scalar can be. In most cases, a single interval
  /// remains. A binary search finds the interval among the remaining ones.
  final class ScalarClasses: @unchecked Sendable {
    // `@unchecked Sendable`: the memory is written only in `init`, before a second reference exists, and freed in
    // `deinit`, after the last reference is released. All properties are `let`.
    private let starts: UnsafeMutablePointer<UInt32>
    private let classes: UnsafeMutablePointer<UInt16>
    /// For each first byte, the interval of the smallest scalar that begins with it. An additional entry ends the last
    /// interval.
    private let firstIntervals: UnsafeMutablePointer<UInt32>

    init(_ alphabet: Alphabet) {
      let count = alphabet.starts.count
      starts = .allocate(capacity: count)
      classes = .allocate(capacity: count)
      for interval in 0..<count {
        starts.advanced(by: interval).initialize(to: alphabet.starts[interval])
        classes.advanced(by: interval).initialize(to: alphabet.classes[interval])
      }
      firstIntervals = .allocate(capacity: 257)
      var interval = 0
      for byte in 0...256 {
        let smallest = UTF8Scalar.smallest(from: byte)
        while interval + 1 < count && alphabet.starts[interval + 1] <= smallest { interval += 1 }
        firstIntervals.advanced(by: byte).initialize(to: UInt32(interval))
      }
    }

    deinit {
      // Integers need no deinitialization.
      starts.deallocate()
      classes.deallocate()
      firstIntervals.deallocate()
    }

    subscript(scalar: UTF8Scalar) -> Int {
      var low = Int(firstIntervals[scalar.firstByte])
      var high = Int(firstIntervals[scalar.firstByte + 1])
      while low < high {
        let middle = (low &+ high &+ 1) / 2
        if starts[middle] <= scalar.value { low = middle } else { high = middle - 1 }
      }
      return Int(classes[low])
    }
  }
}
