extension TextPattern {
  /// The Unicode scalars, divided into classes. They are the fewest classes that the sets of a pattern need.
  struct Alphabet {
    /// The first scalar of each interval, ascending from 0.
    private(set) var starts: [UInt32] = []
    /// The class of each interval; class 0 is in no set.
    private(set) var classes: [UInt16] = []
    /// The number of classes.
    private(set) var count = 1
    /// Whether each set contains each class. Each set has a row of `count` entries.
    private var memberships: [Bool] = []

    init(_ sets: [ScalarSet]) throws(SyntaxError) {
      var bounds: [UInt32] = [0]
      for set in sets {
        for range in set.ranges {
          bounds.append(range.lowerBound)
          bounds.append(range.upperBound + 1)
        }
      }
      bounds.sort()
      for bound in bounds where bound <= ScalarSet.maximum && bound != starts.last {
        starts.append(bound)
      }
      guard sets.count * starts.count <= Limit.memberships else { throw SyntaxError(.tooLarge) }
      let members = sets.map(intervals(in:))
      number(divide(by: members))
      memberships = Array(repeating: false, count: sets.count * count)
      for (set, intervals) in members.enumerated() {
        for interval in intervals { memberships[set * count + Int(classes[interval])] = true }
      }
    }

    /// Returns true if a set contains the scalars of a class.
    func isMember(_ scalarClass: Int, ofSet set: Int) -> Bool {
      memberships[set &* count &+ scalarClass]
    }
  }
}

extension TextPattern.Alphabet {
  /// Returns the intervals that make up a set.
  private func intervals(in set: TextPattern.ScalarSet) -> [Int] {
    var intervals: [Int] = []
    for range in set.ranges {
      var interval = self.interval(of: range.lowerBound)
      while interval < starts.count && starts[interval] <= range.upperBound {
        intervals.append(interval)
        interval += 1
      }
    }
    return intervals
  }

  private func interval(of scalar: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns a part number for each interval. Intervals in the same sets have equal numbers. Intervals in no set have
  /// the number 0.
  private func divide(by sets: [[Int]]) -> [Int] {
    var parts = Array(repeating: 0, count: starts.count)
    var partCount = 1
    var renamed: [Int: Int] = [:]
    for intervals in sets {
      // Intervals in this set move to new parts, one for each old part.
      renamed.removeAll(keepingCapacity: true)
      for interval in intervals {
        if let new = renamed[parts[interval]] {
          parts[interval] = new
        } else {
          renamed[parts[interval]] = partCount
          parts[interval] = partCount
          partCount += 1
        }
      }
    }
    return parts
  }

  /// Numbers the classes in the order of their first interval, so that the numbers of ASCII classes fit in a byte.
  private mutating func number(_ parts: [Int]) {
    var numbers = [0: UInt16(0)]
    for part in parts {
      if let number = numbers[part] {
        classes.append(number)
      } else {
        classes.append(UInt16(count))
        numbers[part] = UInt16(count)
        count += 1
      }
    }
  }
}

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
