/// How large the benchmarks of the graph are.
struct Sizes {
  /// A tenth of everything, for a look.
  var isQuick = false
  /// The largest inputs as well, which take minutes.
  var isFull = false

  /// A count as it is to be used in this run.
  func callAsFunction(_ count: Int) -> Int { isQuick ? count / 10 : count }
}
