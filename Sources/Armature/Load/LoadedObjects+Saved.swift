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
    let graph = context.graph
    guard hasSaved(position), let store = graph.store,
      let attribute = graph.model.entities[position].identifyingAttributes.first
    else { return }
    let values = identities.filter { !$0.isNull && attribute.admits($0) }
    for start in stride(from: 0, to: values.count, by: Self.batchSize) {
      let batch = values[start..<min(start + Self.batchSize, values.count)]
      var request = FetchRequest(
        graph.model.entities[position].name,
        where: .comparison(
          .keyPath([attribute.name]), .in, .list(batch.map(FetchExpression.constant))))
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
