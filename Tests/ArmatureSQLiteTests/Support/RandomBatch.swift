import Armature
import ArmatureModel
import TestSupport

/// A random batch on the entities of a random model, as a batch and as equivalent object operations.
struct RandomBatch: CustomStringConvertible {
  let request: FetchRequest
  /// The values to set; `nil` for a deletion.
  let values: [String: FetchExpression]?

  init(_ model: ManagedObjectModel, _ random: inout some RandomNumberGenerator) {
    let entity = random.pick(model.entities)
    var request = FetchRequest(entity.name, where: Self.condition(entity, &random))
    request.includesSubentities = !random.oneIn(5)
    if random.oneIn(6) {
      request.orderedBy = [.descending("n")]
      request.limit = random.below(4)
    }
    self.request = request
    values = random.oneIn(2) ? nil : Self.values(entity, &random)
  }

  private static func condition(
    _ entity: EntityDescription, _ random: inout some RandomNumberGenerator
  ) -> FetchPredicate {
    let object = DynamicQuery()
    var conditions: [FetchPredicate] = [
      .constant(true), object.n > random.below(4), object.n == nil, object.t == "b",
      object.n != random.below(4) && object.t != nil, object.t.length > 0 || object.n < 2,
    ]
    for relationship in entity.relationships where !relationship.isTransient {
      let link = object[relationship.name]
      conditions += relationship.isToMany ? [link.count > 0] : [link == nil, link.n > 1]
    }
    return random.pick(conditions)
  }

  private static func values(
    _ entity: EntityDescription, _ random: inout some RandomNumberGenerator
  ) -> [String: FetchExpression] {
    let number: FetchExpression = .constant(.int(Int64(random.below(6))))
    var choices: [[String: FetchExpression]] = [
      ["n": number], ["t": random.pick(["a", "b"])], ["n": .constant(.null)],
      ["n": number, "t": .constant(.null)],
      ["n": .arithmetic(.keyPath(["n"]), .add, 1)],
    ]
    for relationship in entity.relationships where !relationship.isToMany {
      choices.append([relationship.name: .constant(.null)])
      choices.append(["n": .keyPath([relationship.name, "n"])])
    }
    return random.pick(choices)
  }

  // MARK: Doing it

  /// Executes the batch.
  ///
  /// - Returns: A description of the result.
  func execute(in context: ManagedObjectContext) -> String {
    told {
      if let values { return try context.execute(BatchUpdate(request, set: values)).count }
      return try context.execute(BatchDelete(request)).count
    }
  }

  /// Does the same with objects, which defines the batch's meaning.
  func executeByObjects(in context: ManagedObjectContext) -> String {
    told {
      let objects = try context.fetch(request)
      var found = objects
      if let values {
        // Values are computed from the previous ones.
        let computed = try objects.map { object in
          try values.mapValues { try self.computed($0, object) }
        }
        for (object, values) in zip(objects, computed) {
          for (name, value) in values { try object.setValue(value, forKey: name) }
        }
        found = objects.filter(\.hasPersistentChangedValues)
      } else {
        for object in objects { try context.delete(object) }
      }
      try context.save()
      return found.count
    }
  }

  private func computed(
    _ value: FetchExpression, _ object: ManagedObject
  ) throws -> AttributeValue {
    switch value {
    case .constant(let value): return value
    case .keyPath(let path):
      return try object.value(forKeyPath: path.names.joined(separator: "."))
    default:
      let number = try object.value(forKey: "n", as: Int.self)
      return number.map { .int(Int64($0 + 1)) } ?? .null
    }
  }

  private func told(_ body: () throws -> Int) -> String {
    do {
      return "changes \(try body())"
    } catch let report as ValidationReport {
      return "refused: \(Set(report.errors.map { "\($0.code)" }).sorted())"
    } catch {
      return "failed: \(error)"
    }
  }

  var description: String {
    let page = request.limit.map { " limit \($0)" } ?? ""
    let entity = request.entity + (request.includesSubentities ? "" : " alone")
    return
      "\(values.map { "set \($0) of" } ?? "delete") \(entity) where \(request.predicate)\(page)"
  }
}
