/// What a load brought into a context.
public struct LoadResult {
  private let context: ManagedObjectContext
  /// The keys of the objects, and of those that hooks made; keys are never given out again.
  private let keys: Range<Int64>
  /// How many objects were made.
  public let count: Int
  /// The warnings; with ``LoadOptions/OnFailure/keepValid`` the errors, too.
  public let report: ValidationReport
  /// How many records of each entity were left out, nested ones included.
  public let leftOut: [String: Int]

  init(
    context: ManagedObjectContext, made: (keys: Range<Int64>, count: Int), report: ValidationReport,
    leftOut: [String: Int] = [:]
  ) {
    self.context = context
    (keys, count) = made
    self.report = report
    self.leftOut = leftOut
  }

  /// The objects, in the order in which their records start, as far as they are still there.
  ///
  /// - Complexity: O(*n*).
  public var objects: [ManagedObject] {
    keys.compactMap { context.graph.handle(forKey: $0).flatMap(context.graph.object) }
  }

  /// How many objects there are of each entity.
  ///
  /// - Complexity: O(*n*).
  public var counts: [String: Int] {
    objects.reduce(into: [:]) { $0[$1.runtime.entity.name, default: 0] += 1 }
  }
}

extension LoadResult: CustomStringConvertible {
  /// What was made, what was left out, and how many mistakes there were, in a line.
  public var description: String {
    func list(_ counts: [String: Int]) -> String {
      counts.isEmpty
        ? "none" : counts.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: ", ")
    }
    var parts = ["objects: \(list(counts))"]
    if !leftOut.isEmpty { parts.append("left out: \(list(leftOut))") }
    if !report.errors.isEmpty { parts.append("errors: \(report.errors.count)") }
    if !report.warnings.isEmpty { parts.append("warnings: \(report.warnings.count)") }
    return parts.joined(separator: "; ")
  }
}
