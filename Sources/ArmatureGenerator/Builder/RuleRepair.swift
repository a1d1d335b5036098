import Armature

/// Changes values and links of an object and its neighbours until no rule is broken, or only a given one. The search is
/// bounded.
///
/// Each step makes a few edits that solve a broken rule, or a random edit of a value that the rule reads. Edits stay if
/// they do not increase the distance to the goal, counting the failures of affected objects as well.
struct RuleRepair {
  let builder: GraphBuilder
  /// The rule to break; `nil` to satisfy all.
  let target: RuleTarget?
  private let note: (ValidationReport) -> Void

  /// Creates a search.
  ///
  /// - Parameter note: Receives each intermediate report.
  init(
    _ builder: GraphBuilder, target: RuleTarget? = nil,
    note: @escaping (ValidationReport) -> Void = { _ in }
  ) {
    self.builder = builder
    self.target = target
    self.note = note
  }

  /// Returns the distance of a report from the goal.
  func cost(of report: ValidationReport) -> Int {
    guard let target else { return report.count }
    let hits = report.count { target.failure.matches(ExpectedFailure($0)) }
    return report.count - hits + abs(hits - 1)
  }

  /// Runs the search; returns the remaining failures.
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
      builder.effort += builder.dependencies.weight(of: object)
      let edits = try self.edits(for: problem, object)
      if try edits.isEmpty || !edits.allSatisfy({ try $0.isAllowed(builder) }) { continue }
      let readers = builder.dependencies.readers(of: edits).filter {
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

  /// Returns whether to keep edits that solve `gain` failures here and cause `loss` failures elsewhere.
  private func accepts(_ gain: Int, _ loss: Int, _ step: Int) -> Bool {
    switch step {
    // At first, failures must not move to other objects, which would pass them on in turn.
    case ..<(Self.stepsBeforeSplit / 2): gain >= 0 && (loss <= 0 || gain > loss)
    // At the end, failures may move to several objects, such as the ones below this object in a tree.
    case (4 * Self.stepsBeforeSplit)...: gain >= loss || target == nil && gain > 0 && loss <= 8
    default: gain >= loss
    }
  }

  private var tries: Int {
    if target != nil { return ValueSampler.tries / 4 }
    return builder.depth == 0 ? ValueSampler.tries : ValueSampler.tries / 8
  }

  /// Returns the number of failures of some objects.
  func failures(of objects: [ManagedObject]) -> Int {
    objects.reduce(0) { count, object in
      builder.effort += builder.dependencies.weight(of: object)
      return builder.isFine(object) ? count : count + object.validate().count
    }
  }

  /// Returns edits that solve a problem, or one random edit.
  private func edits(for problem: Problem, _ object: ManagedObject) throws -> [Edit] {
    if target == nil, !builder.random.oneIn(4) {
      let found = try solution(of: problem, object)
      if !found.isEmpty { return found }
    }
    // The first variables belong to the object itself; changing other objects may break their rules.
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

  /// Returns a change of a variable; `nil` if no change is possible.
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

/// Distributes a collection that is too large for a rule over several objects.
extension RuleRepair {
  /// The number of steps after which a collection may be split.
  static let stepsBeforeSplit = 32
  /// The minimum number of members that an object keeps, and the maximum number that a new object receives.
  private static let sizes = (least: 4, most: 16)

  /// Moves members of the collections that a broken rule reads to new objects like the owner. Returns false if no
  /// member could be moved.
  func split(_ object: ManagedObject, _ report: ValidationReport) throws -> Bool {
    var hasMoved = false
    for problem in problems(in: report, object) {
      for path in problem.predicate?.paths ?? [] {
        var holder = object
        for name in path {
          guard let step = builder.plan(of: holder).relationship(named: name) else { break }
          if step.description.isToMany {
            if try split(holder, step, object) { hasMoved = true }
            break
          }
          guard let next = builder.related(holder, step.description).first else { break }
          holder = next
        }
      }
    }
    return hasMoved
  }

  private func split(
    _ holder: ManagedObject, _ relationship: EntityPlan.RelationshipPlan, _ object: ManagedObject
  ) throws -> Bool {
    guard let inverse = relationship.inverse, !inverse.isToMany else { return false }
    var members = builder.related(holder, relationship.description).filter(builder.isOwn)
    if members.count <= Self.sizes.least { return false }
    func move(_ member: ManagedObject, to other: ManagedObject?) throws {
      guard let back = builder.plan(of: member).relationship(named: inverse.name) else { return }
      _ = try Edit.link(member, back, other).apply(builder)
    }
    var moved: [ManagedObject] = []
    while members.count > Self.sizes.least, !builder.isFine(object) {
      let half = members.suffix(members.count / 2)
      members.removeLast(half.count)
      for member in half where member !== object { try move(member, to: nil) }
      moved += half.filter { $0 !== object }
    }
    var open: (holder: ManagedObject, count: Int)?
    for member in moved {
      if let (other, count) = open, count < Self.sizes.most {
        try move(member, to: other)
        if failures(of: [other, member]) == 0 {
          open = (other, count + 1)
          continue
        }
      }
      guard let other = try builder.spare(holder.entity.name) else {
        try move(member, to: holder)
        continue
      }
      try move(member, to: other)
      open = (other, 1)
    }
    return !moved.isEmpty
  }
}
