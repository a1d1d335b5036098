extension ManagedObjectContext {
  /// What does not hold between the parts of the context that must agree, a sentence each.
  ///
  /// For laws and fuzzers, which import it as `@_spi(Invariants)`; there is nothing that a user could do.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  @_spi(Invariants) public func checkInvariants() -> [String] { GraphInvariants(graph).check() }
}
