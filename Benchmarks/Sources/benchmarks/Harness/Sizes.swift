/// The sizes of the graph benchmarks.
struct Sizes {
  /// Whether all sizes are divided by ten, for a quick look.
  var isQuick = false
  /// Whether the largest inputs are included, which take minutes.
  var isFull = false

  /// Returns a count adapted to this run.
  func callAsFunction(_ count: Int) -> Int { isQuick ? count / 10 : count }
}
