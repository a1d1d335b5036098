package import ArmatureModel

extension AttributeDescription {
  /// A failure of a value, of an element of a composite, or of a part of a JSON value.
  package struct Finding {
    /// The names of the elements that lead to the value; empty for the value itself.
    package var path: [String] = []
    package let kind: ValidationFailure.Kind
    /// The broken rule; `nil` for a wrong type or a missing value.
    package var rule: ValidationRule?
    package let value: AttributeValue
  }

  /// Validates a value by type and rules and returns it in the attribute's type.
  ///
  /// - Parameter readsText: True to read text as a value of another type.
  package func validate(
    _ value: AttributeValue, readsText: Bool = false
  ) -> (value: AttributeValue, findings: [Finding]) {
    if value.isNull {
      let isMissing = !isOptional && derivation == nil
      return (value, isMissing ? [Finding(kind: .rule(.required), value: value)] : [])
    }
    if case .composite(let elements) = type.storage, case .composite(let values) = value {
      return validate(values, elements, readsText: readsText)
    }
    var value = value
    if readsText, case .string(let text) = value, type.storage != .string {
      switch TextReader(.texts).value(of: text, as: type) {
      case .value(let read): value = read
      case .failure(let kind, let found): return (value, [Finding(kind: kind, value: found)])
      }
    }
    guard let converted = value.converted(to: type) else {
      // The failure of a list is about a value in it.
      if case .list(let element) = type.storage, case .list(let values) = value,
        let other = values.first(where: { $0.converted(to: element) == nil })
      {
        let kind = ValidationFailure.Kind.wrongType(expected: element, found: other.swiftTypeName)
        return (value, [Finding(kind: kind, value: other)])
      }
      let isKind = type.storage == value.naturalType?.storage
      let kind: ValidationFailure.Kind =
        isKind ? .notRepresentable(type) : .wrongType(expected: type, found: value.swiftTypeName)
      return (value, [Finding(kind: kind, value: value)])
    }
    return validate(converted)
  }

  /// Validates the elements of a composite, each by its own type and rules.
  private func validate(
    _ values: [String: AttributeValue], _ elements: [AttributeDescription], readsText: Bool
  ) -> (value: AttributeValue, findings: [Finding]) {
    var kept: [String: AttributeValue] = [:]
    var findings: [Finding] = []
    for element in elements {
      let validated = element.validate(values[element.name] ?? .null, readsText: readsText)
      if !validated.value.isNull { kept[element.name] = validated.value }
      findings += validated.findings.map { finding in
        var finding = finding
        finding.path = finding.path.keyPath(from: element.name)
        return finding
      }
    }
    let names = elements.map(\.name)
    for (name, value) in values.sorted(by: { $0.key < $1.key })
    where elements.element(named: name) == nil {
      findings.append(
        Finding(
          path: [name], kind: .unknownKey(suggestion: nearMiss(name, in: names)), value: value))
    }
    guard findings.allSatisfy({ $0.rule?.severity == .warning }) else {
      return (.composite(values), findings)
    }
    let whole = validate(.composite(kept))
    return (whole.value, findings + whole.findings)
  }

  /// Validates a value of the stored type by the Swift type and the rules.
  private func validate(_ value: AttributeValue) -> (value: AttributeValue, findings: [Finding]) {
    guard admits(value) else {
      return (value, [Finding(kind: .notRepresentable(type), value: value)])
    }
    let broken = rules.filter { !((try? $0.holds(for: value)) ?? false) }
    return (
      value,
      broken.flatMap { $0.failures(for: value) }.map {
        Finding(path: $0.path, kind: $0.kind, rule: $0.rule, value: $0.value)
      }
    )
  }
}
