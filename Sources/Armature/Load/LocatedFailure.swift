import ArmatureModel

/// A failure with its place in a text, and the record that it is about.
struct LocatedFailure {
  var failure: ValidationFailure
  /// The position of the record; `nil` if there is none, or it was taken back.
  var record: Int?
  let place: LoadPlace
  /// Whether the failure can make the object invalid; false for a refused value, which is absent now.
  var isAboutObject = true

  /// Why an object is invalid.
  enum Ground {
    /// For its own values.
    case itself
    /// For its relations to other objects.
    case others
  }

  /// Why the failure makes the object invalid; `nil` if it does not.
  func ground(in model: ManagedObjectModel) -> Ground? {
    guard isAboutObject, failure.severity == .error, record != nil else { return nil }
    func isRelationship(_ path: [String]) -> Bool {
      path.first.flatMap { model[failure.entity]?.property(named: $0)?.asRelationship } != nil
    }
    func ground(_ requirement: ValidationRule.Requirement) -> Ground {
      let isAboutOthers =
        switch requirement {
        case .predicate(_, let predicate): predicate.paths.contains { isRelationship($0) }
        // A closure over an object may look anywhere.
        case .custom: failure.keyPath.isEmpty || isRelationship(failure.keyPath)
        default: !requirement.isAboutOneValue || isRelationship(failure.keyPath)
        }
      return isAboutOthers ? .others : .itself
    }
    switch failure.kind {
    case .rule(let requirement, _, _, _): return ground(requirement)
    case .missingValue: return ground(.required)
    case .unboundRule, .missingIdentity: return .itself
    case .duplicateIdentity, .danglingReference, .threw, .changedDuringValidation: return .others
    default: return nil
    }
  }
}
