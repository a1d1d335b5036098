extension ManagedObjectContext {
  /// What does not hold between the parts of the context that must agree, a sentence each.
  ///
  /// For laws and fuzzers, which import it as `@_spi(Invariants)`; there is nothing that a user could do.
  ///
  /// - Parameter isUpToDate: Whether the context has read or merged all that is saved: then both sides of each link
  ///   agree, objects without changes are as the store has them, and lists that follow show what a fetch finds. The
  ///   store is asked for all that. Without a store, links are always checked.
  /// - Complexity: O(*n*) in the number of objects.
  @_spi(Invariants) public func checkInvariants(isUpToDate: Bool = false) -> [String] {
    let broken = GraphInvariants(graph).check()
    guard isUpToDate || graph.store == nil else { return broken }
    let agreement = GraphAgreement(graph)
    do {
      let lists = try liveLists.compactMap { try $0.list?.differenceFromFetch() }
      return try broken + agreement.oneSidedLinks() + agreement.outdatedObjects() + lists
    } catch {
      return broken + ["The store throws \(error)."]
    }
  }
}
