import ArmatureModel

/// The objects that failures say are not valid.
struct LoadVerdicts {
  /// Those that are not by themselves.
  var own: Set<ObjectIdentifier> = []
  /// Those that are not because of what there is beside them, or is not.
  private(set) var others: Set<ObjectIdentifier> = []
  /// Those that any error speaks of.
  private(set) var reported: Set<ObjectIdentifier> = []

  mutating func add(_ located: LoadSession.LocatedFailure) {
    guard located.failure.severity == .error, let object = located.object else { return }
    let id = ObjectIdentifier(object)
    reported.insert(id)
    switch located.verdict {
    case .own: own.insert(id)
    case .others: others.insert(id)
    case nil: break
    }
  }

  /// Those to leave out now.
  var rejected: Set<ObjectIdentifier> { own.isEmpty ? others : own }

  /// Whether a failure may be gone once others are left out.
  func mustWait(_ located: LoadSession.LocatedFailure) -> Bool {
    guard !own.isEmpty, located.failure.severity == .error, let object = located.object else {
      return false
    }
    return located.verdict == .others && !own.contains(ObjectIdentifier(object))
  }
}

extension LoadSession.LocatedFailure {
  /// What a failure says of the validity of its object.
  enum Verdict {
    /// It is not valid by itself.
    case own
    /// It is not valid beside the other objects.
    case others
  }

  /// `nil` where it is about a value only, which is absent now.
  var verdict: Verdict? {
    guard mayBeVerdict else { return nil }
    switch failure.kind {
    case .rule(let requirement, _, _, _): return isAboutOthers(requirement) ? .others : .own
    case .missingValue: return isAboutOthers(.required) ? .others : .own
    case .unboundRule: return .own
    case .duplicateIdentity, .danglingReference, .threw, .changedDuringValidation: return .others
    default: return nil
    }
  }

  private func isAboutOthers(_ requirement: ValidationRule.Requirement) -> Bool {
    switch requirement {
    case .unique, .count: true
    case .predicate(_, let predicate): predicate.paths.contains { isAboutOthers($0) }
    // A closure over an object may look anywhere.
    case .custom: failure.keyPath.isEmpty || isAboutOthers(failure.keyPath)
    case .required, .length, .range, .pattern, .membership: isAboutOthers(failure.keyPath)
    }
  }

  private func isAboutOthers(_ path: [String]) -> Bool {
    path.first.flatMap { object?.runtime.slot(named: $0)?.property.asRelationship } != nil
  }
}
