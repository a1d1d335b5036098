import ArmatureModel

/// Validates one object: with its compiled program first, then rule by rule if the program finds a failure.
struct ObjectValidator {
  private let object: ManagedObject
  private let program: ValidationProgram
  /// The properties of a related object that were already reported.
  private let refused: (ManagedObject) -> Set<String>

  /// - Parameter refused: The properties of a related object that were already reported. Rules that read them are
  ///   skipped.
  init(_ object: ManagedObject, refused: @escaping (ManagedObject) -> Set<String> = { _ in [] }) {
    self.object = object
    self.refused = refused
    program = object.runtime.program
  }

  /// Returns all failures of the object, in the order of properties, followed by rules over several properties.
  ///
  /// - Parameter refused: Properties that were already reported; rules about them are skipped. Each closure runs once.
  func failures(excluding refused: Set<String> = []) -> [ValidationFailure] {
    let isValid =
      program.hasClosures ? program.isValidApartFromClosures(object) : program.isValid(object)
    if isValid && !program.hasClosures { return [] }
    if object.hasDroppedValues { return [object.changedDuringValidation] }
    // The next save deletes it.
    if object.hasLostOwner { return [] }
    var failures: [ValidationFailure] = []
    if isValid {
      for position in 0..<program.checks.count
      where program.isClosure(position) && !reads(position, anyOf: refused) {
        failures += self.failures(of: position)
        if object.hasDroppedValues { return [object.changedDuringValidation] }
      }
      return failures
    }
    var next = 0
    for property in program.properties {
      let isRejected = refused.contains(property.name)
      if program.isRequired(property) && !object.hasValue(property.place) {
        let lost = dangling(property)
        if lost.isEmpty && !isRejected { failures.append(missing(property)) }
        failures += lost
      }
      while next < program.checks.count, program.sources[next].property?.name == property.name {
        if !isRejected, !reads(next, anyOf: refused) { failures += self.failures(of: next) }
        next += 1
      }
    }
    for position in next..<max(next, program.checks.count) where !reads(position, anyOf: refused) {
      failures += self.failures(of: position)
      // The closure of a rule has deleted the object or reset its context, so its values no longer exist.
      if object.hasDroppedValues { return [object.changedDuringValidation] }
    }
    return failures
  }

  /// Returns the failures of the rules that only read the value of a property.
  func failures(ofValue name: String) -> [ValidationFailure] {
    guard let property = object.runtime.property(named: name) else { return [] }
    if program.isRequired(property), !object.hasValue(property.place) { return [missing(property)] }
    return (0..<program.checks.count).flatMap { position in
      program.sources[position].property?.name == name && isAboutOneValue(position)
        ? failures(of: position) : []
    }
  }

  /// Returns the other failures that known values decide: missing values, and rules about several values.
  ///
  /// - Parameters:
  ///   - absent: The attributes without a value in the data.
  ///   - refused: Properties that were already reported.
  ///   - isKnown: Returns whether all values at a path are known.
  func failures(
    without absent: Set<String>, excluding refused: Set<String>, where isKnown: ([String]) -> Bool
  ) -> [ValidationFailure] {
    let lacking = program.properties.filter {
      absent.contains($0.name) && !refused.contains($0.name) && program.isRequired($0)
        && !object.hasValue($0.place)
    }
    return lacking.map(missing)
      + (0..<program.checks.count).flatMap { position in
        let name = program.sources[position].property?.name ?? ""
        return program.isDecided(position, where: isKnown)
          && (absent.contains(name) || !isAboutOneValue(position))
          && !refused.contains(name) && !reads(position, anyOf: refused)
          ? failures(of: position) : []
      }
  }

  private func isAboutOneValue(_ position: Int) -> Bool {
    guard let name = program.sources[position].property?.name else { return false }
    return program.isDecided(position) { $0.first == name }
  }

  private func reads(_ position: Int, anyOf refused: Set<String>) -> Bool {
    program.sources[position].reads.contains { refused.contains($0.name) }
  }

  private func failures(of position: Int) -> [ValidationFailure] {
    let source = program.sources[position]
    // A rule never runs on missing values, which are reported as missing, or not derived yet.
    let isComplete = source.reads.allSatisfy {
      object.hasValue($0.place) || !program.isRequired($0) && !$0.isRequiredWhenDerived
    }
    guard isComplete, let checks = program.checks.baseAddress else { return [] }
    if program.isClosure(position) {
      guard program.applies(checks + position, object),
        let failure = failure(ofClosure: source.rule), !readsMissing(source)
      else { return [] }
      return [failure]
    }
    guard !program.holds(checks + position, object), !readsMissing(source) else { return [] }
    if program.checks[position].operation == .owner { return [failure(ofOwners: source.rule)] }
    guard let property = source.property else {
      guard case .document(_, _, let others) = source.rule.requirement, source.rule.message == nil
      else { return [failure(ofObjectRule: source.rule)] }
      return failures(of: source.rule, others)
    }
    let value = object.currentValue(property)
    if source.isComposite, case .composite(let elements)? = property.description.asAttribute?.type {
      return elements.failures(in: value).map { element in
        failure(
          element.kind, element.rule, element.path.keyPath(from: property.name), element.value)
      }
    }
    if property.kind == .objects {
      let count = object.memberCount(property.place)
      return [
        failure(.rule(source.rule.requirement, actual: count), source.rule, [property.name], .null)
      ]
    }
    return source.rule.failures(for: value).map { part in
      failure(part.kind, part.rule, part.path.keyPath(from: property.name), part.value)
    }
  }

  /// Returns a failure for each part of the object, as a document, that the schema of a rule rejects.
  private func failures(of rule: ValidationRule, _ others: String?) -> [ValidationFailure] {
    let document = DocumentValue(others: others).value(of: object)
    return (rule.schema?.failures(in: document) ?? []).map { part in
      failure(.schema(part.requirement), rule, keyPath(of: part, others), part.value.plainValue)
    }
  }

  /// Returns the path to a part of the object as a document, which starts with the name of a property.
  private func keyPath(of part: JSONSchemaFailure, _ others: String?) -> [String] {
    guard let first = part.path.first else { return [] }
    let key = PathElement(first).name
    if let property = object.runtime.properties.first(where: { $0.description.key == key }) {
      return [property.name + first.dropFirst(key.count)] + part.path.dropFirst()
    }
    return (others.map { [$0] } ?? []) + part.path
  }

  /// Returns whether a rule reads a required value of a related object, or element of a composite, that is missing or
  /// was rejected. The failure is then reported there.
  private func readsMissing(_ source: ValidationProgram.Source) -> Bool {
    source.paths.contains { $0.count > 1 && isMissing($0[...], in: object) }
  }

  private func isMissing(_ path: ArraySlice<String>, in object: ManagedObject) -> Bool {
    guard let name = path.first, let property = object.runtime.property(named: name),
      object.isFilled()
    else { return false }
    if object !== self.object, refused(object).contains(name) { return true }
    if !object.hasValue(property.place) { return object.runtime.program.isRequired(property) }
    if property.isLink {
      return object.related(property.place).contains { isMissing(path.dropFirst(), in: $0) }
    }
    guard case .composite(let elements)? = property.description.asAttribute?.type else {
      return false
    }
    return elements.lackRequired(path.dropFirst(), in: object.row.value(property.place))
  }

  private func failure(ofObjectRule rule: ValidationRule) -> ValidationFailure {
    failure(.rule(rule.requirement, details: details(of: rule)), rule, [], .null)
  }

  /// Runs the closure of a rule and returns its failure; `nil` if the rule holds.
  private func failure(ofClosure rule: ValidationRule) -> ValidationFailure? {
    guard case .custom(let name, _) = rule.requirement else { return nil }
    guard let check = rule.check else { return failure(.unboundRule(name: name), rule, [], .null) }
    do {
      return try check.holds(for: object) ? nil : failure(ofObjectRule: rule)
    } catch RuleCheck.Misuse.changesItsObject {
      // This is a programming error, regardless of the rule's severity and message.
      let rule = ValidationRule(rule.requirement, site: rule.site)
      return failure(.changedDuringValidation, rule, [], .null)
    } catch {
      return failure(.threw(name: name, error: "\(error)"), rule, [], .null)
    }
  }

  /// Returns the values in a rule's condition.
  private func details(of rule: ValidationRule) -> [ValidationFailure.Detail] {
    switch rule.requirement {
    case .predicate(_, let predicate):
      predicate.paths.map { path in
        let name = path.joined(separator: ".")
        let result = PredicateEvaluator(object: object).result(of: .keyPath(FetchPath(path)))
        // A single value would be mistaken for all of them.
        let count = result.present.count
        if count > 1 { return ValidationFailure.Detail("\(name).@count", .int(Int64(count))) }
        return object.failureDetail(name, result.first)
      }
    case .custom(_, let properties):
      properties.map { object.failureDetail($0, object[$0] ?? .null) }
    default: []
    }
  }

  private func failure(ofOwners rule: ValidationRule) -> ValidationFailure {
    let relationships = object.runtime.owners.compactMap(\.description.asRelationship).map {
      "\($0.destination).\($0.inverse ?? "")"
    }
    let owners = object.currentOwners.map(\.failureObject)
    return failure(.wrongOwner(relationships: relationships, owners: owners), rule, [], .null)
  }

  private func missing(_ property: StoredProperty) -> ValidationFailure {
    failure(
      .rule(.required), ValidationRule(.required, site: property.description.site), [property.name],
      .null)
  }

  /// Returns failures for deleted objects at the end of a relationship without a value.
  private func dangling(_ property: StoredProperty) -> [ValidationFailure] {
    guard property.isLink else { return [] }
    guard let graph = object.graph else { return [] }
    return object.lost(property.place).compactMap { graph.failureObject($0) }.map { lost in
      failure(
        .danglingReference(lost),
        ValidationRule(.required, site: property.description.site), [property.name], .null)
    }
  }

  private func failure(
    _ kind: ValidationFailure.Kind, _ rule: ValidationRule, _ keyPath: [String],
    _ value: AttributeValue
  ) -> ValidationFailure {
    ValidationFailure(
      entity: object.runtime.entity.name, objectID: object.knownID,
      label: object.label, keyPath: keyPath, object.completing(kind, rule, keyPath, value),
      severity: rule.severity, value: value,
      ruleSite: rule.site, customMessage: rule.message)
  }
}

extension [AttributeDescription] {
  /// Returns whether a path leads to a missing required element of a composite.
  fileprivate func lackRequired(_ path: ArraySlice<String>, in value: AttributeValue) -> Bool {
    guard let name = path.first, case .composite(let values) = value,
      let element = first(where: { $0.name == name })
    else { return false }
    let found = values[name] ?? .null
    if found.isNull { return !element.isOptional }
    guard case .composite(let nested) = element.type else { return false }
    return nested.lackRequired(path.dropFirst(), in: found)
  }
}

extension ValidationRule {
  /// Returns the failures of a value that breaks the rule. A schema has one for each part that it rejects.
  func failures(for value: AttributeValue) -> [ElementFailure] {
    guard message == nil, let json = value.jsonValue, let schema else {
      return [ElementFailure(path: [], kind: kind(for: value), rule: self, value: value)]
    }
    return schema.failures(in: json).map { part in
      ElementFailure(
        path: part.path, kind: .schema(part.requirement), rule: self, value: part.value.plainValue)
    }
  }

  /// Returns the kind of failure for a value that breaks the rule.
  package func kind(for value: AttributeValue) -> ValidationFailure.Kind {
    switch requirement {
    case .custom(let name, _):
      guard check != nil else { return .unboundRule(name: name) }
      do {
        _ = try holds(for: value)
      } catch {
        return .threw(name: name, error: "\(error)")
      }
      return .rule(requirement)
    case .length: return .rule(requirement, actual: value.length)
    default: return .rule(requirement)
    }
  }
}

extension [AttributeDescription] {
  /// Returns the failures of the elements of a composite value, including nested ones.
  func failures(in composite: AttributeValue) -> [ElementFailure] {
    guard case .composite(let values) = composite else { return [] }
    return flatMap { element -> [ElementFailure] in
      let value = values[element.name] ?? .null
      if value.isNull {
        if element.isOptional { return [] }
        let rule = ValidationRule(.required, site: element.site)
        return [
          ElementFailure(path: [element.name], kind: .rule(.required), rule: rule, value: value)
        ]
      }
      let broken = element.rules.filter { !((try? $0.holds(for: value)) ?? false) }
      var failures = broken.flatMap { $0.failures(for: value) }.map { $0.inside(element.name) }
      if case .composite(let nested) = element.type {
        failures += nested.failures(in: value).map { $0.inside(element.name) }
      }
      return failures
    }
  }

  /// Returns the failures of the elements of a composite that was read with failures.
  ///
  /// - Parameter faults: The paths of elements that were already reported. Failures at, within or around these paths
  ///   are not reported again.
  func failures(in composite: AttributeValue, besides faults: [[String]]) -> [ElementFailure] {
    failures(in: composite).filter { failure in
      !faults.contains { $0.starts(with: failure.path) || failure.path.starts(with: $0) }
    }
  }
}
