import Armature

/// Searches for an object that breaks exactly one rule, starting from valid objects.
final class CounterexampleSearch {
  private let builder: GraphBuilder
  private let context: ManagedObjectContext
  private var report = ValidationReport()
  /// The other failures that accompanied the rule's failure so far.
  private var companions = FailureCompanions()

  /// The result of a search.
  enum Outcome {
    case found(ManagedObject)
    /// The search found no object that breaks the rule.
    case never(ValidationReport)
    /// Every object found that breaks the rule breaks other rules as well.
    case onlyWith(FailureCompanions, ValidationReport)

    var report: ValidationReport {
      switch self {
      case .found: ValidationReport()
      case .never(let report), .onlyWith(_, let report): report
      }
    }
  }

  init(_ generator: ObjectGenerator, _ context: ManagedObjectContext) {
    self.context = context
    builder = GraphBuilder(generator.plans, context)
  }

  /// - Throws: ``GenerationError`` if no valid object is found.
  func run(_ target: RuleTarget) throws -> Outcome {
    for _ in 0..<8 {
      let object = try builder.makeValid(target.entity)
      try apply(target, to: object)
      let repair = RuleRepair(builder, target: target) { [self] in
        companions.note($0, of: target.failure)
      }
      report = try repair.repair(object)
      if repair.cost(of: report) == 0 { return .found(object) }
    }
    return companions.isEmpty ? .never(report) : .onlyWith(companions, report)
  }

  /// Breaks the rule if a single step can do so.
  private func apply(_ target: RuleTarget, to object: ManagedObject) throws {
    let plan = builder.plan(of: object)
    switch target.means {
    case .absent(let name):
      // The rule's condition may be false; the search makes it true.
      try object.setValue(nil, forKey: name)
    case .value(let path, let rule, let instead):
      guard let attribute = plan.attribute(named: path[0]),
        let value = brokenValue(attribute.description, path[...], rule, instead, object[path[0]])
      else { return }
      builder.set(attribute, of: object, to: value)
    case .count(let name, let count):
      guard let relationship = plan.relationship(named: name) else { return }
      var members = Array(builder.related(object, relationship.description).prefix(count))
      while members.count < count {
        members.append(try builder.makeValid(relationship.description.destination))
      }
      try object.setValue(members, forKey: name)
    case .same(let names):
      let other = try builder.makeValid(target.entity)
      // Missing values are never equal: if the other object has no value, both get one.
      for name in names {
        if let relationship = plan.relationship(named: name)?.description {
          let end =
            try builder.related(other, relationship).first
            ?? builder.makeValid(relationship.destination)
          for object in [other, object] { try object.setValue(end, forKey: name) }
        } else if let attribute = plan.attribute(named: name) {
          var value = other[name] ?? .null
          if value.isNull {
            let rules = attribute.description.rules
            value = ValueSampler(attribute.description, rules: rules).sample(&builder.random)
            builder.set(attribute, of: other, to: value)
          }
          builder.set(attribute, of: object, to: value)
        }
      }
    case .rule: break
    }
  }

  /// Returns a value that breaks a rule and, if possible, satisfies the attribute's other rules; `nil` if none is
  /// found.
  private func brokenValue(
    _ attribute: AttributeDescription, _ path: ArraySlice<String>, _ rule: ValidationRule,
    _ instead: ValidationRule.Requirement?, _ current: AttributeValue?
  ) -> AttributeValue? {
    if path.count > 1 {
      guard case .composite(let elements) = attribute.type,
        let element = elements.first(where: { $0.name == path[path.startIndex + 1] })
      else { return nil }
      var whole = current ?? .null
      if whole.isNull {
        whole = ValueSampler(attribute, rules: attribute.rules).sample(&builder.random)
      }
      guard case .composite(var values) = whole,
        let value = brokenValue(element, path.dropFirst(), rule, instead, values[element.name])
      else { return nil }
      values[element.name] = value
      return .composite(values)
    }
    let others = attribute.rules.filter { $0 != rule }
    // If the other rules exclude such a value, a value that breaks some of them shows that they imply the rule.
    return brokenValue(attribute, rule, instead, current, keeping: others)
      ?? brokenValue(attribute, rule, instead, current, keeping: [])
  }

  private func brokenValue(
    _ attribute: AttributeDescription, _ rule: ValidationRule,
    _ instead: ValidationRule.Requirement?, _ current: AttributeValue?,
    keeping others: [ValidationRule]
  ) -> AttributeValue? {
    let sampler = ValueSampler(
      attribute, rules: others + (instead.map { [ValidationRule($0)] } ?? []))
    for attempt in 0..<ValueSampler.tries {
      var value = sampler.sample(&builder.random, tries: 8)
      // Nearly valid values find more than completely invalid ones.
      if attempt % 2 == 0, case .string(let text)? = current, instead == nil {
        value = .string(builder.random.mutated(text))
      }
      if attribute.admits(value, by: others), !attribute.admits(value, by: [rule]) { return value }
    }
    return nil
  }
}

extension SplitMix64 {
  /// Returns a text with one character removed, added or replaced.
  fileprivate mutating func mutated(_ text: String) -> String {
    var characters = Array(text)
    let position = below(characters.count + 1)
    let other: [Character] = ["a", "0", " ", "-", "Z", "é"]
    switch below(3) {
    case 0 where position < characters.count: characters.remove(at: position)
    case 1 where position < characters.count: characters[position] = other[below(other.count)]
    default: characters.insert(other[below(other.count)], at: position)
    }
    return String(characters)
  }
}

/// The other failures of each object that broke a rule.
struct FailureCompanions {
  /// The other failures of each object, without supersets of other sets.
  private var sets: [Set<ExpectedFailure>] = []

  /// The maximum number of failures that can imply a rule together. Beyond it, the search has probably missed an object
  /// that breaks only the rule.
  private static let limit = 4

  /// Whether no object broke the rule.
  var isEmpty: Bool { sets.isEmpty }

  /// Adds the other failures of an object that broke a rule.
  ///
  /// Warnings count only if the rule is a warning, because they do not prevent saving.
  mutating func note(_ report: ValidationReport, of rule: ExpectedFailure) {
    guard let broken = report.first(where: { rule.matches(ExpectedFailure($0)) }) else { return }
    let others = Set(
      report.filter { $0.severity == .error || broken.severity == .warning }
        .map { ExpectedFailure($0) }.filter { !rule.matches($0) })
    if sets.contains(where: others.isSuperset) { return }
    sets.removeAll { $0.isSuperset(of: others) }
    sets.append(others)
  }

  /// The failures common to all objects.
  var common: [ExpectedFailure] {
    guard let first = sets.first else { return [] }
    return sorted(sets.reduce(first) { $0.intersection($1) })
  }

  /// A few failures such that each object had at least one of them; `nil` if no such set is found.
  var oneOfEach: [ExpectedFailure]? {
    if sets.isEmpty || sets.contains([]) { return nil }
    var found: [ExpectedFailure] = []
    var rest = sets
    while !rest.isEmpty {
      // The most frequent failure; of several, the first by its text.
      let candidates = sorted(rest.reduce(into: []) { $0.formUnion($1) })
      let counts = candidates.map { candidate in rest.count { $0.contains(candidate) } }
      guard found.count < Self.limit, let most = counts.max(),
        let place = counts.firstIndex(of: most)
      else { return nil }
      found.append(candidates[place])
      rest.removeAll { $0.contains(candidates[place]) }
    }
    return sorted(Set(found))
  }

  private func sorted(_ failures: Set<ExpectedFailure>) -> [ExpectedFailure] {
    failures.sorted { "\($0)" < "\($1)" }
  }
}
