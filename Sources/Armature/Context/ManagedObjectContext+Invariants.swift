extension ManagedObjectContext {
  /// What does not hold between the parts of the context that must agree, a sentence each.
  ///
  /// For laws and fuzzers, which import it as `@_spi(Invariants)`; there is nothing that a user could do.
  ///
  /// Where everything that the context has read is of the state that the store has, objects without changes and loaded
  /// lists must be as the store has them, which is asked for them.
  ///
  /// - Parameter isUpToDate: Whether the context has read or merged all that is saved: then both sides of each link
  ///   agree, too, and lists that follow show what a fetch finds. Without a store, links are always checked.
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

  /// Whether a save would take everything that the context has read for the state of the store.
  private var isCertified: Bool {
    get throws {
      // Hooks may write to an object that is read, which counts as no change.
      guard !runtime.hasCustomClasses, let store = graph.store,
        let token = store.certificate.token
      else { return false }
      return try store.reader().state() == token
    }
  }
}
