import ArmatureModel

/// Saved objects that records update or refer to.
extension LoadedObjects {
  /// True if the context has a store, which may have such objects.
  var hasStore: Bool { context.graph.store != nil }

  /// Looks up the saved objects with some identities.
  ///
  /// If the store fails, ``checkStore()`` throws its error.
  ///
  /// - Parameter trustsPending: True to skip the store for identities of unsaved objects.
  func find(
    _ identities: [AttributeValue], ofEntityAt position: Int, trustsPending: Bool = true
  ) {
    guard let number = context.graph.indexes.identity(ofEntityAt: position) else { return }
    find(identities.map { [$0] }, of: number, trustsPending: trustsPending)
  }

  /// Looks up the saved objects with the same unique values as records.
  ///
  /// If the store fails, ``checkStore()`` throws its error.
  func findRivals() {
    let graph = context.graph
    guard hasStore else { return }
    for (number, constraint) in graph.model.constraints.enumerated() {
      guard let position = context.runtime.index(of: constraint.entity),
        // They were found with the references.
        graph.indexes.identity(ofEntityAt: position) != number
      else { continue }
      let values = records.compactMap { record -> [AttributeValue]? in
        guard let object = graph.slots.object(record.handle),
          constraint.orders.contains(object.shape.order)
        else { return nil }
        return constraint.properties.map { object[$0] ?? .null }
      }
      find(values, of: number, trustsPending: false)
    }
  }

  private func find(_ values: [[AttributeValue]], of number: Int, trustsPending: Bool) {
    if values.isEmpty { return }
    do {
      try resolver.find(values, of: number, trustsPending: trustsPending, mayBeFirst: true)
    } catch {
      context.graph.source.lastError = error
    }
  }

  /// Looks up the saved object with the identity of a record, together with the objects of later records.
  ///
  /// If the store fails, ``checkStore()`` throws its error.
  func findFormer(_ identity: ScopedIdentity) {
    guard hasStore, !asked.contains(identity),
      let number = context.graph.indexes.identity(ofEntityAt: identity.scope)
    else { return }
    do {
      guard try resolver.mustAsk(for: [identity.key.value], of: number) else { return }
    } catch {
      context.graph.source.lastError = error
      return
    }
    // In the order of the records, in which stores most often have them.
    let unknown = ([identity] + (lookAhead.take()?() ?? [])).filter { asked.insert($0).inserted }
    for (scope, identities) in unknown.grouped(by: \.scope) {
      find(identities.map(\.key.value), ofEntityAt: scope)
    }
  }
}
