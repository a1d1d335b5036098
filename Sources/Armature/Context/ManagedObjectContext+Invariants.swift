extension ManagedObjectContext {
  /// Checks the internal data of the context, and returns a sentence for each contradiction that it finds.
  ///
  /// This method is for property tests and fuzzers, which import it as `@_spi(Invariants)`. You don't need it in an
  /// app, because you cannot do anything about a contradiction. If the context has the same state as the store, the
  /// method also compares unchanged objects and loaded lists with the store.
  ///
  /// - Parameter isUpToDate: True if the context has read or merged everything that is saved. The method then also
  ///   checks that each live list shows the result of a fetch, and that both sides of each link agree. If the context
  ///   has no store, links are always checked.
  /// - Complexity: O(*n*) in the number of objects.
  @_spi(Invariants) public func checkInvariants(isUpToDate: Bool = false) -> [String] {
    let broken = GraphInvariants(graph).check()
    let agreement = GraphAgreement(graph)
    do {
      guard isUpToDate || graph.store == nil else {
        return try isCertified ? broken + agreement.outdatedObjects() : broken
      }
      let lists = try liveLists.compactMap {
        try $0.isOfChild ? nil : $0.list?.differenceFromFetch()
      }
      return try broken + agreement.oneSidedLinks() + agreement.outdatedObjects() + lists
    } catch {
      return broken + ["The store throws \(error)."]
    }
  }

  /// True if a save would assume that everything in the context has the store's present state.
  private var isCertified: Bool {
    get throws {
      // Hooks may write to an object while it is read; this does not count as a change.
      guard !runtime.hasCustomClasses, let store = graph.store,
        let token = store.certificate.token
      else { return false }
      return try store.reader().state() == token
    }
  }
}
