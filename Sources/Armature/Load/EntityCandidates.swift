import ArmatureModel

/// The entities that a record of an abstract entity may belong to if it does not tell its entity.
final class EntityCandidates {
  /// An entity, with the facts that decide.
  struct Candidate {
    let plan: RecordPlan
    /// The members whose keys each record must have.
    let required: [RecordPlan.Member]
    /// The possible values of members that have few, by their keys.
    let choices: [String: [AttributeValue]]
    private let members: [KeyStrategy.Key: RecordPlan.Member]

    init(_ plan: RecordPlan) {
      self.plan = plan
      required = plan.members.filter {
        $0.isReadable && $0.attribute?.isOptional == false && $0.attribute?.defaultValue == nil
          && !$0.isMapKey
      }
      let readable = plan.members.filter(\.isReadable)
      members = Dictionary(
        readable.map { (KeyStrategy.Key($0.key), $0) }, uniquingKeysWith: { first, _ in first })
      choices = Dictionary(
        readable.compactMap { member in
          member.attribute?.choices.map { (member.key, $0) }
        }, uniquingKeysWith: { first, _ in first })
    }

    func member(withKey key: String) -> RecordPlan.Member? { members[KeyStrategy.Key(key)] }
  }

  let candidates: [Candidate]
  /// The keys for which each candidate has a list of possible values.
  private let tellingKeys: Set<String>
  /// The keys for which any candidate has such a list.
  private let keysWithChoices: Set<String>

  init(_ plans: [RecordPlan]) {
    candidates = plans.map(Candidate.init)
    keysWithChoices = candidates.reduce(into: []) { $0.formUnion($1.choices.keys) }
    let candidates = candidates
    tellingKeys = keysWithChoices.filter { key in
      candidates.allSatisfy { $0.choices[key] != nil }
    }
  }

  /// Whether the value of a key helps to decide.
  func hasChoices(_ key: String) -> Bool { keysWithChoices.contains(key) }

  /// Returns the only candidate that a value allows, if each candidate lists the possible values of the key.
  func only(_ key: String, _ value: AttributeValue) -> Candidate? {
    guard tellingKeys.contains(key) else { return nil }
    let found = candidates.filter { $0.choices[key]?.hasEqual(to: value) ?? false }
    return found.count == 1 ? found[0] : nil
  }
}

extension [AttributeValue] {
  /// Returns whether the list has an equal value. Numbers of different types may be equal.
  fileprivate func hasEqual(to value: AttributeValue) -> Bool {
    contains { $0.compare(value) == .same }
  }
}

extension AttributeDescription {
  /// The possible values, if a rule without a condition lists them.
  fileprivate var choices: [AttributeValue]? {
    if case .enumeration(_, _, let cases?) = type { return cases }
    for rule in rules where rule.condition == nil && rule.severity == .error {
      switch rule.requirement {
      case .membership(let values): return values
      case .schema(let schema):
        if let constant = schema["const"] { return [constant.plainValue] }
        if let values = schema["enum"]?.arrayValue { return values.map(\.plainValue) }
      default: break
      }
    }
    return nil
  }
}

extension EntityCandidates {
  /// A key of a record, with the kind of its value.
  struct Member {
    let key: String
    /// The kind of the value; `nil` for a value of the right kind.
    let token: JSONToken?
    /// The value, if it may decide.
    let value: AttributeValue?
  }

  /// The way in which a record is compared with the candidates.
  struct Rules {
    /// Whether a record must have all required keys. An update needs only the keys that it changes.
    var needsRequired = true
    /// Whether the kinds of values decide.
    var comparesKinds = true
    /// Returns whether an unknown key is no failure.
    let passesOver: (String, RecordPlan) -> Bool
  }

  /// Returns the plan of the entity that a record fits, or the failures of each entity. Returns neither if the record
  /// does not tell which of several it is.
  ///
  /// A record fits an entity if it has all required keys and only known ones, and if each value is of its type and among
  /// the possible values. If it fits several, the one with the most of its keys counts. Something in the record must
  /// speak for the entity: a value among the possible ones, or a key that not all candidates have. If a record fits none,
  /// but its values are possible in only one, its failures are those of this entity.
  func fitting(
    _ members: [Member], _ rules: Rules
  ) -> (plan: RecordPlan?, refused: [ValidationFailure.Candidate]) {
    if candidates.count == 1 { return (candidates[0].plan, []) }
    let trials = candidates.map { Trial($0, members, rules) }
    let fits = trials.filter { $0.count == 0 }
    if let best = fits.map(\.knownCount).max() {
      let found = fits.filter { $0.knownCount == best }
      return (
        found.count == 1 && speaks(members, for: found[0]) ? found[0].candidate.plan : nil, []
      )
    }
    let meant = trials.filter { $0.agrees && !$0.contradicts }
    if meant.count == 1 { return (meant[0].candidate.plan, []) }
    let refused = trials.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }
    return (
      nil,
      refused.map {
        ValidationFailure.Candidate(
          entity: $0.element.candidate.plan.name, failures: $0.element.failures,
          count: $0.element.count)
      }
    )
  }

  private func speaks(_ members: [Member], for trial: Trial) -> Bool {
    trial.agrees
      || members.contains { member in
        trial.candidate.member(withKey: member.key) != nil
          && candidates.contains { $0.member(withKey: member.key) == nil }
      }
  }

  /// The comparison of a record with an entity.
  private struct Trial {
    let candidate: Candidate
    /// The first failures.
    private(set) var failures: [ValidationFailure] = []
    /// The number of all failures.
    private(set) var count = 0
    /// The most failures to keep: data decides about their number.
    private static let mostFailures = 20
    /// The number of keys that the entity has.
    private(set) var knownCount = 0
    /// Whether a value is not among the possible ones, or is among them.
    private(set) var (contradicts, agrees) = (false, false)

    init(_ candidate: Candidate, _ members: [Member], _ rules: Rules) {
      self.candidate = candidate
      if rules.needsRequired {
        let nulls = Dictionary(
          members.lazy.map { (KeyStrategy.Key($0.key), $0.token == .null) },
          uniquingKeysWith: { $0 && $1 })
        for member in candidate.required {
          // JSON's null is a value of an attribute with any JSON value.
          if let isNull = nulls[KeyStrategy.Key(member.key)],
            !isNull || member.attribute?.type.storage == .json
          {
            continue
          }
          fail(.missingValue(key: member.keyToName), [member.name])
        }
      }
      for member in members { compare(member, rules) }
    }

    private mutating func compare(_ member: Member, _ rules: Rules) {
      guard let property = candidate.member(withKey: member.key) else {
        if !rules.passesOver(member.key, candidate.plan) {
          fail(.unknownKey(suggestion: nil), [member.key.shortenedName])
        }
        return
      }
      knownCount += 1
      if let choices = candidate.choices[member.key], let value = member.value {
        let isPossible = choices.hasEqual(to: value)
        (contradicts, agrees) = (contradicts || !isPossible, agrees || isPossible)
        if !isPossible { fail(.rule(.membership(choices)), [property.name], value) }
      } else if rules.comparesKinds, let token = member.token,
        let kind = property.mismatch(with: token)
      {
        fail(kind, [property.name])
      }
    }

    private mutating func fail(
      _ kind: ValidationFailure.Kind, _ keyPath: [String], _ value: AttributeValue = .null
    ) {
      count += 1
      if count > Self.mostFailures { return }
      failures.append(
        ValidationFailure(entity: candidate.plan.name, keyPath: keyPath, kind, value: value))
    }
  }
}

extension RecordPlan.Member {
  /// Returns the failure of a value whose kind the property cannot have.
  fileprivate func mismatch(with token: JSONToken) -> ValidationFailure.Kind? {
    guard token != .null else { return nil }
    guard let attribute else {
      guard let destination = relationship?.destination, !isToMany, token == .array else {
        return nil
      }
      return .wrongStructure(expected: .record(entity: destination), found: token.name)
    }
    let fits: Bool =
      switch attribute.type.storage {
      case .json: true
      case .bool: token == .true || token == .false
      case .list: token == .array
      case .composite: token == .object
      case .string: token == .string
      // Numbers and dates may be written as text.
      default: token == .string || token == .number
      }
    return fits ? nil : .wrongType(expected: attribute.type, found: token.name)
  }
}
