import ArmatureModel

extension ManagedObject {
  /// Returns the kind of a failure, completed with the values of the properties that the message of its rule names.
  final func completing(
    _ kind: ValidationFailure.Kind, _ rule: ValidationRule?, _ keyPath: [String],
    _ value: AttributeValue
  ) -> ValidationFailure.Kind {
    guard let message = rule?.message,
      case .rule(let requirement, let actual, var details, let others) = kind
    else { return kind }
    for name in MessageSegment.names(in: message)
    where !details.contains(where: { $0.name == name }) {
      let path = name.split(separator: ".").map(String.init)
      if path.count > 1 {
        let found = PredicateEvaluator(object: self).result(of: .keyPath(FetchPath(path)))
        details.append(failureDetail(name, found.first))
        continue
      }
      guard let property = runtime.property(named: name) else { continue }
      // The value may not be set yet.
      let isOwn = keyPath == [name] && !value.isNull
      details.append(
        isOwn
          ? ValidationFailure.Detail(name, value) : failureDetail(name, currentValue(property)))
    }
    return .rule(requirement, actual: actual, details: details, others: others)
  }
}
