import ArmatureModel

/// Numbers for combinations of values, in the order in which they first come.
///
/// A combination is found value by value: each leads from the number of those before it to another one, so
/// that no list of values is made.
struct RowGroups {
  private struct Step: Hashable {
    let before: Int
    let value: AttributeValue
  }

  private var steps: [[Step: Int]]
  private var counts: [Int]

  /// - Parameter columnCount: How many values a combination has.
  init(columnCount: Int) {
    steps = Array(repeating: [:], count: columnCount)
    counts = Array(repeating: 0, count: columnCount)
  }

  /// How many combinations there are.
  var count: Int { counts.last ?? 1 }

  /// The number of the combinations that go on from one, up to a column, with a value.
  mutating func number(after before: Int, _ value: AttributeValue, in column: Int) -> Int {
    let step = Step(before: before, value: value)
    if let number = steps[column][step] { return number }
    let number = counts[column]
    steps[column][step] = number
    counts[column] += 1
    return number
  }
}
