import ArmatureModel

/// Saved objects that the context has not looked at yet.
extension LoadedObjects {
  /// How many identities the store is asked for at once.
  private static let batchSize = 1_000

  /// Whether there is a store, which may have such objects.
  var hasStore: Bool { context.graph.store != nil }

  /// Has the context take up the saved objects of an entity with some identities.
  ///
  /// If the store fails, ``checkStore()`` throws its error.
  func takeUpSaved(_ identities: [AttributeValue], ofEntityAt position: Int) {
    guard let attribute = context.graph.model.entities[position].identifyingAttributes.first else {
      return
    }
    takeUpSaved(identities.map { [$0] }, of: [.attribute(attribute)], ofEntityAt: position)
  }

  /// Has the context take up the saved objects that may agree with those of records in what is unique.
  ///
  /// If the store fails, ``checkStore()`` throws its error.
  func takeUpRivals() {
    let graph = context.graph
    guard hasStore else { return }
    for (number, constraint) in graph.model.constraints.enumerated() {
      guard let position = context.runtime.index(of: constraint.entity),
        // They were taken up with the references.
        graph.indexes.identity(ofEntityAt: position) != number
      else { continue }
      let properties = constraint.properties.compactMap {
        graph.model.entities[position].property(named: $0)
      }
      let values = records.compactMap { record -> [AttributeValue]? in
        guard let object = graph.slots.pointee.object(record.handle),
          constraint.orders.contains(object.shape.pointee.order)
        else { return nil }
        return properties.map { object[$0.name] ?? .null }
      }
      takeUpSaved(values, of: properties, ofEntityAt: position)
    }
  }

  /// Has the context take up the saved objects of an entity that may have the same values as others in some properties,
  /// all of which must be there.
  private func takeUpSaved(
    _ values: [[AttributeValue]], of properties: [PropertyDescription], ofEntityAt position: Int
  ) {
    let graph = context.graph
    guard !values.isEmpty, hasSaved(position), let store = graph.store else { return }
    let values = values.filter { zip(properties, $0).allSatisfy(isSavable) }
    for start in stride(from: 0, to: values.count, by: Self.batchSize) {
      let batch = values[start..<min(start + Self.batchSize, values.count)]
      // More than those that agree in all; the indexes tell which do.
      let conditions = properties.enumerated().map { place, property in
        FetchPredicate.comparison(
          .keyPath([property.name]), .in,
          .list(batch.map { .constant($0[place]) }))
      }
      var request = FetchRequest(
        graph.model.entities[position].name,
        where: conditions.count == 1 ? conditions[0] : .and(conditions))
      request.includesPendingChanges = false
      do {
        let reader = try store.reader()
        _ = try graph.reading(from: reader) {
          try StoreFetch(FetchRun(request, graph), reader).handles()
        }
      } catch {
        graph.source.lastError = error
        return
      }
    }
  }

  /// Whether a saved object may have a value in a property.
  private func isSavable(_ property: PropertyDescription, _ value: AttributeValue) -> Bool {
    switch (property, value) {
    case (_, .null): false
    case (.attribute(let attribute), _): attribute.admits(value)
    case (.relationship, .object(let id)): !id.isTemporary
    default: false
    }
  }

  /// Whether the store has objects of an entity, or of one that inherits from it.
  private func hasSaved(_ position: Int) -> Bool {
    guard let store = context.graph.store else { return false }
    if let known = savedEntities[position] { return known }
    var hasSaved = false
    do {
      var request = FetchRequest(context.graph.model.entities[position].name, limit: 1)
      request.includesPendingChanges = false
      let run = try FetchRun(request, context.graph)
      hasSaved = try StoreFetch(run, store.reader()).count() > 0
    } catch {
      context.graph.source.lastError = error
    }
    savedEntities[position] = hasSaved
    return hasSaved
  }
}
