import ArmatureModel

/// A step function over the integers. It contains the height of the items that were placed at each number, or -1.
struct Skyline {
  /// The numbers where the height changes, in ascending order. Each has the height from there on.
  private var steps = [(from: Int.min, height: -1)]
  /// The greatest height.
  private(set) var top = -1

  /// Returns the maximum height within bounds, both included.
  func top(from low: Int, to high: Int) -> Int {
    var index = step(at: low)
    var top = steps[index].height
    while index + 1 < steps.count, steps[index + 1].from <= high {
      index += 1
      top = max(top, steps[index].height)
    }
    return top
  }

  /// Raises the numbers within bounds to a height. The height must not be below the current height of any of them.
  ///
  /// - Complexity: O(*n*) in the number of steps, because later steps move.
  mutating func raise(from low: Int, to high: Int, to height: Int) {
    let (first, last) = (step(at: low), step(at: high))
    var raised = [(from: low, height: height)]
    if last + 1 == steps.count || steps[last + 1].from > high + 1 {
      raised.append((high + 1, steps[last].height))
    }
    let kept = steps[first].from < low ? first + 1 : first
    steps.replaceSubrange(kept..<last + 1, with: raised)
    top = max(top, height)
  }

  /// Returns the last step that starts at or before a number.
  private func step(at number: Int) -> Int {
    steps.partitioningIndex { $0.from > number } - 1
  }
}
