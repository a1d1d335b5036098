import ArmatureModel

extension ManagedObject {
  final func fetchObjects(of property: FetchedPropertyDescription) throws -> [ManagedObject] {
    try checkContext(for: property.name)
    guard let context = managedObjectContext, isFilled() else { return [] }
    let evaluator = PredicateEvaluator(object: self)
    let predicate = property.predicate.map { expression, _ in
      switch expression {
      case .variable("FETCH_SOURCE"): return .constant(.object(self.objectID))
      case .variable("FETCHED_PROPERTY"): return .constant(.string(property.name))
      case .properties(let names, of: .variable("FETCH_SOURCE")):
        // The value is the same for all objects: read once, it may be looked up in an index.
        if case .one(let value) = evaluator.result(of: .keyPath(FetchPath(names))), !value.isNull {
          return .constant(value)
        }
        return nil
      default: return nil
      }
    }
    return try context.fetch(
      FetchRequest(
        property.destination, where: predicate, orderedBy: property.orderedBy, limit: property.limit
      ))
  }
}
