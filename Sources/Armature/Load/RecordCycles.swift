/// The records that refer to each other in cycles.
///
/// For example, a rule may forbid that a person is their own superior. This rule fails for all persons in a cycle, and
/// also for all persons below them. Only the records in the cycle are wrong.
struct RecordCycles {
  private var targets: [Int: [Int]]
  private var sources: [Int: [Int]] = [:]
  /// The records in a cycle, or between two cycles.
  private(set) var records: Set<Int>

  /// - Parameters:
  ///   - records: The records to look at.
  ///   - targets: For each of them, the records among them that it refers to.
  init(among records: Set<Int>, _ targets: [Int: [Int]]) {
    self.records = records
    self.targets = targets
    for (record, ends) in targets {
      for end in ends { sources[end, default: []].append(record) }
    }
    peel()
  }

  /// Removes records that have no references among the others, in either direction, until each has both.
  private mutating func peel() {
    var (ways, uses) = (targets.mapValues(\.count), sources.mapValues(\.count))
    var loose = records.filter { ways[$0] == nil || uses[$0] == nil }.sorted()
    while let record = loose.popLast() {
      guard records.remove(record) != nil else { continue }
      for end in targets[record] ?? [] {
        uses[end, default: 0] -= 1
        if uses[end] == 0 { loose.append(end) }
      }
      for source in sources[record] ?? [] {
        ways[source, default: 0] -= 1
        if ways[source] == 0 { loose.append(source) }
      }
    }
  }
}
