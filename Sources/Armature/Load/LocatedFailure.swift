import ArmatureModel

/// A failure with its place in a text and its record.
struct LocatedFailure {
  var failure: ValidationFailure
  /// The position of the record; `nil` without a record, or after it was taken back.
  var record: Int?
  let place: LoadPlace
  /// True if the failure can make the object invalid. False for a rejected value, which is missing now.
  var isAboutObject = true

  /// The cause of an object's invalidity.
  enum Ground {
    /// Its own values.
    case itself
    /// Its relations to other objects.
    case others
  }

  /// Returns the cause of the object's invalidity; `nil` if the failure does not make it invalid.
  func ground(in model: ManagedObjectModel) -> Ground? {
    guard isAboutObject, failure.severity == .error, record != nil else { return nil }
    func isRelationship(_ path: [String]) -> Bool {
      path.first.flatMap { model[failure.entity]?.property(named: $0)?.asRelationship } != nil
    }
    func ground(_ requirement: ValidationRule.Requirement) -> Ground {
      let isAboutOthers =
        switch requirement {
        case .predicate(_, let predicate): predicate.paths.contains { isRelationship($0) }
        // A closure over an object may read any object.
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
