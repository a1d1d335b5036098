import ArmatureModel

/// The values that a batch sets, checked against the model.
struct BatchValues {
  private let values: [(property: String, expression: FetchExpression)]
  /// The values, if all of them are constant.
  let constants: [String: AttributeValue]?

  /// - Throws: ``FetchRequestError`` or ``ManagedObjectError`` if the entity cannot have the values.
  init(_ batch: BatchUpdate, _ runtime: ModelRuntime) throws {
    let name = batch.request.entity
    guard let entity = runtime.tree.entity(named: name) else {
      throw FetchRequestError(entity: name, issues: [])
    }
    values = batch.values.map { ($0.key, $0.value.folded) }.sorted { $0.property < $1.property }
    var issues: [String] = []
    var constants: [String: AttributeValue]? = [:]
    for (property, expression) in values {
      guard let description = entity.property(named: property) else {
        throw ManagedObjectError.unknownKey(
          entity: name, key: property,
          suggestion: nearMiss(property, in: entity.properties.map(\.name)))
      }
      if let reason = description.reasonAgainstSetting {
        issues.append(
          "The value of \(property): The property must be stored in the row, but \(reason).")
      }
      if case .constant(let value) = expression {
        constants?[property] = value
        continue
      }
      constants = nil
      issues += FetchColumn(property, expression).issues(entity, runtime.tree).map {
        "The value of \(property): \($0)"
      }
    }
    if !issues.isEmpty { throw FetchRequestError(entity: name, issues: issues) }
    self.constants = try constants.map { try Self.converted($0, name, runtime) }
  }

  /// Returns the constants as the attributes store them.
  private static func converted(
    _ constants: [String: AttributeValue], _ entity: String, _ runtime: ModelRuntime
  ) throws -> [String: AttributeValue] {
    let position = runtime.index(of: entity) ?? 0
    let draft = runtime.runtime(at: position)._withUnsafeGuaranteedRef { $0.makeDraft() }
    var converted = constants
    for (property, value) in constants {
      guard draft.runtime.property(named: property)?.isLink == false else { continue }
      try draft.setValue(value, forKey: property)
      converted[property] = try draft.primitiveValue(forKey: property)
    }
    return converted
  }

  /// Sets the values of some objects. Computes all values before it sets the first.
  func set(of objects: [ManagedObject], in context: ManagedObjectContext) throws {
    for case (_, .constant(.object(let id))) in values { _ = try context.existingObject(with: id) }
    let date = EvaluationDate(context.graph)
    let computed = objects.map { object in
      let evaluator = PredicateEvaluator(object: object, date: date)
      return values.map { evaluator.value(of: $0.expression) }
    }
    try context.graph.throwStoreError()
    for (object, results) in zip(objects, computed) {
      for (value, result) in zip(values, results) {
        try object.setValue(result, forKey: value.property)
      }
    }
  }
}

extension FetchExpression {
  /// The expression with a list of constants turned into one constant.
  fileprivate var folded: FetchExpression {
    guard case .list(let parts) = self else { return self }
    let values = parts.compactMap { if case .constant(let value) = $0 { value } else { nil } }
    return values.count == parts.count ? .constant(.list(values)) : self
  }
}

extension PropertyDescription {
  /// The reason why a batch cannot set the property, as the end of a sentence; `nil` if it can.
  fileprivate var reasonAgainstSetting: String? {
    switch self {
    case .attribute(let attribute) where attribute.derivation != nil: "is derived"
    case .relationship(let relationship) where relationship.isToMany:
      "is a to-many relationship: set the other side of it"
    case .fetched: "is a fetched property"
    default: isTransient ? "is transient" : nil
    }
  }
}
