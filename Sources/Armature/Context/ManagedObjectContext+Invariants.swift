extension ManagedObjectContext {
  /// Checks the internal data of the context, and returns a sentence for each contradiction.
  ///
  /// Property tests and fuzzers import this method as `@_spi(Invariants)`. It is of no use in an app, because you
  /// cannot act on the result. If the context has the same state as the store, unchanged objects and loaded lists are
  /// compared with the store, too.
  ///
  /// - Parameter isUpToDate: True if the context has read or merged everything that is saved. In this case, the method
  ///   also checks that both sides of each link agree, and that each live list shows the result of a fetch. Without a
  ///   store, links are always checked.
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
