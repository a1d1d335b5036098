import ArmatureModel

/// Assigns a number to each combination of values, in the order of the first occurrence.
///
/// A combination is found one value at a time. The number of the previous values and the next value together determine
/// the next number, so no array of values is needed.
struct RowGroups {
  private struct Step: Hashable {
    let before: Int
    let value: AttributeValue
  }

  private var steps: [[Step: Int]]
  private var counts: [Int]

  /// - Parameter columnCount: The number of values in a combination.
  init(columnCount: Int) {
    steps = Array(repeating: [:], count: columnCount)
    counts = Array(repeating: 0, count: columnCount)
  }

  /// The number of combinations.
  var count: Int { counts.last ?? 1 }

  /// Returns the number of the combination that continues another one with a value in a column.
  mutating func number(after before: Int, _ value: AttributeValue, in column: Int) -> Int {
    let step = Step(before: before, value: value)
    if let number = steps[column][step] { return number }
    let number = counts[column]
    steps[column][step] = number
    counts[column] += 1
    return number
  }
}
