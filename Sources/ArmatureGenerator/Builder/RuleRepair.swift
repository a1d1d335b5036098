import Armature

/// Changes values and links of an object and those near it until it breaks no rule, or only a given
/// one, by a search within a bound.
///
/// Each step makes a few edits that solve a broken rule, or a random edit of something that the rule
/// reads. Edits stay if they lead no further from the goal; the failures of other objects whose rules
/// read the changes count, too.
struct RuleRepair {
  let builder: GraphBuilder
  /// The rule that is to be broken; `nil` for none.
  let target: RuleTarget?
  private let note: (ValidationReport) -> Void

  /// Makes a search.
  ///
  /// - Parameter note: Called with each report on the way.
  init(
    _ builder: GraphBuilder, target: RuleTarget? = nil,
    note: @escaping (ValidationReport) -> Void = { _ in }
  ) {
    self.builder = builder
    self.target = target
    self.note = note
  }

  /// How far a report is from the wanted one.
  func cost(of report: ValidationReport) -> Int {
    guard let target else { return report.count }
    let hits = report.count { target.failure.matches(ExpectedFailure($0)) }
    return report.count - hits + abs(hits - 1)
  }

  /// Searches, and returns the failures that are left.
  @discardableResult func repair(_ object: ManagedObject) throws -> ValidationReport {
    var report = object.validate()
    var known: [Problem]?
    note(report)
    for step in 0..<tries {
      if cost(of: report) == 0 || builder.effort > GraphBuilder.mostEffort { break }
      if step == Self.stepsBeforeSplit, target == nil, try split(object, report) {
        report = object.validate()
        known = nil
        continue
      }
      let problems = known ?? self.problems(in: report, object)
      known = problems
      guard let problem = builder.random.element(of: problems) else { break }
      builder.effort += builder.reach.weight(of: object)
      let edits = try self.edits(for: problem, object)
      if try edits.isEmpty || !edits.allSatisfy({ try $0.isAllowed(builder) }) { continue }
      let readers = builder.reach.readers(of: edits).filter {
        $0 !== object && builder.isSettled($0)
      }
      let before = failures(of: readers)
      var undo: [Edit] = []
      for edit in edits { undo = try edit.apply(builder) + undo }
      let after = object.validate()
      note(after)
      let (gain, loss) = (cost(of: report) - cost(of: after), failures(of: readers) - before)
      if accepts(gain, loss, step) {
        report = after
        known = nil
      } else {
        for edit in undo { _ = try edit.apply(builder) }
      }
    }
    return report
  }

  /// Whether edits stay that mend `gain` failures here and break `loss` elsewhere.
  private func accepts(_ gain: Int, _ loss: Int, _ step: Int) -> Bool {
    switch step {
    // At first, no failure is passed on to another object, which would pass it on in turn.
    case ..<(Self.stepsBeforeSplit / 2): gain >= 0 && (loss <= 0 || gain > loss)
    // In the end, failures may be passed on to several objects, such as those below this one in a tree.
    case (4 * Self.stepsBeforeSplit)...: gain >= loss || target == nil && gain > 0 && loss <= 8
    default: gain >= loss
    }
  }

  private var tries: Int {
    if target != nil { return ValueSampler.tries / 4 }
    return builder.depth == 0 ? ValueSampler.tries : ValueSampler.tries / 8
  }

  /// The number of failures of some objects.
  func failures(of objects: [ManagedObject]) -> Int {
    objects.reduce(0) { count, object in
      builder.effort += builder.reach.weight(of: object)
      return builder.isFine(object) ? count : count + object.validate().count
    }
  }

  /// Edits that solve a problem, or one edit by chance.
  private func edits(for problem: Problem, _ object: ManagedObject) throws -> [Edit] {
    if target == nil, !builder.random.oneIn(4) {
      let found = try solution(of: problem, object)
      if !found.isEmpty { return found }
    }
    // The first variables are the object's own: changing other objects may break the rules of those.
    let count = problem.variables.count
    if count == 0 { return [] }
    let choice = min(builder.random.below(count), builder.random.below(count))
    return try change(problem.variables[choice], problem).map { [$0] } ?? []
  }

  private func solution(of problem: Problem, _ object: ManagedObject) throws -> [Edit] {
    let solver = RuleSolver(builder: builder)
    if let condition = problem.condition, builder.random.oneIn(8) {
      return try solver.edits(condition, false, [object])
    }
    if let predicate = problem.predicate { return try solver.edits(predicate, true, [object]) }
    guard let relationship = problem.counted else { return [] }
    let count = builder.related(object, relationship.description).count
    let members = FetchExpression.keyPath(FetchPath([relationship.name]))
    if count < relationship.counts.least {
      return try solver.grow(
        members, by: UInt(min(relationship.counts.least - count, RuleSolver.mostEdits)), [object])
    }
    guard count > relationship.counts.most else { return [] }
    return try solver.shrink(
      members, by: UInt(min(count - relationship.counts.most, RuleSolver.mostEdits)), [object])
  }

  /// A change of a variable; `nil` if there is nothing to change it to.
  private func change(_ variable: Problem.Variable, _ problem: Problem) throws -> Edit? {
    switch variable {
    case .link(let object, let relationship):
      let isOwn = relationship.isOfOwnKind && builder.random.oneIn(3)
      let found =
        isOwn ? object : try RuleSolver(builder: builder).another(for: object, relationship)
      return found.map { .link(object, relationship, $0) }
    case .attribute(let owner, let attribute):
      let value = candidate(for: attribute, of: owner, problem.hints)
      return value == owner[attribute.name] ?? .null ? nil : .set(owner, attribute, value)
    }
  }

  private func candidate(
    for attribute: EntityPlan.AttributePlan, of owner: ManagedObject, _ hints: [AttributeValue]
  ) -> AttributeValue {
    if !attribute.isRequired, builder.random.oneIn(8) { return .null }
    if !builder.random.oneIn(3), let hint = builder.random.element(of: hints),
      let value = hint.converted(to: attribute.description.type),
      target != nil || attribute.usual.keepsRules(value)
    {
      return value
    }
    return builder.value(
      for: attribute, builder.plan(of: owner), isStrict: !builder.random.oneIn(4), tries: 8)
  }
}
