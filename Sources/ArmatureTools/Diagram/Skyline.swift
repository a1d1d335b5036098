// For `partitioningIndex`, which is no part of the public API.
import Armature

/// How high what was put on a line of numbers is at each of them; -1 where there is nothing.
struct Skyline {
  /// Where the height changes, in ascending order, and what it is from there on.
  private var steps = [(from: Int.min, height: -1)]
  /// The greatest height.
  private(set) var top = -1

  /// The greatest height within bounds, both included.
  func top(from low: Int, to high: Int) -> Int {
    var index = step(at: low)
    var top = steps[index].height
    while index + 1 < steps.count, steps[index + 1].from <= high {
      index += 1
      top = max(top, steps[index].height)
    }
    return top
  }

  /// Gives all numbers within bounds a height, which is at least what they have.
  ///
  /// - Complexity: O(*n*) in the number of steps, for moving those behind.
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

  /// The last step that begins at a number or before.
  private func step(at number: Int) -> Int {
    steps.partitioningIndex { $0.from > number } - 1
  }
}
