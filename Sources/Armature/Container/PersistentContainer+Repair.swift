import ArmatureModel

extension PersistentContainer {
  /// Corrects derived values that differ from the values computed from the rest of the store.
  ///
  /// ```swift
  /// for failure in try container.repairDerivedValues() { print(failure) }
  /// ```
  /// Wrong values occur if rows were changed without this library, or if the model now computes them differently.
  /// Each batch of objects is one save, which calls the hooks of the objects and is visible to other contexts.
  /// Changes by others in the meantime are read again. An object that breaks a rule is skipped:
  /// ``verify(includingRules:)`` reports the rule and the wrong value. Nothing is repaired while a value is
  /// unreadable.
  ///
  /// - Returns: The values that were wrong and are now repaired.
  /// - Throws: The errors of ``verify(includingRules:)`` and of saves; earlier batches stay repaired.
  /// - Complexity: O(*n*) in the number of rows and links.
  @discardableResult public func repairDerivedValues() throws -> ValidationReport {
    var verifier = try StoreVerifier(self)
    _ = try verifier.report()
    let wrong = try derivedReport(verifier)
    var left: Set<Int64> = []
    let runtime = ModelRuntime.of(model)
    let all = wrong.compactMap(\.objectID)
    for (position, ids) in all.grouped(byEntity: { runtime.index(of: $0.entityName) }) {
      let keys = Set(ids.map(\.key)).sorted()
      for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
        left.formUnion(try repair(keys[start...].prefix(Self.batchSize), of: position))
      }
    }
    return ValidationReport(wrong.filter { $0.objectID.map { !left.contains($0.key) } ?? false })
  }

  /// Saves the correct values of some objects of one entity.
  ///
  /// - Returns: The keys of the objects that break a rule and are skipped.
  private func repair(_ keys: ArraySlice<Int64>, of position: Int) throws -> [Int64] {
    do {
      try repair(keys, of: position, rounds: Self.repairRounds)
      return []
    } catch is ValidationReport {
      // One invalid object does not prevent the repair of the others.
      if keys.count == 1 { return Array(keys) }
      let middle = keys.startIndex + keys.count / 2
      return try repair(keys[..<middle], of: position) + repair(keys[middle...], of: position)
    }
  }

  private func repair(_ keys: ArraySlice<Int64>, of position: Int, rounds: Int) throws {
    for round in 1... {
      let context = makeContext()
      guard let values = DerivedValues(context), try values.correct(keys, of: position) else {
        return
      }
      do {
        return try context.save()
      } catch let error as MergeConflicts {
        // Others have changed the objects, so the values are computed again.
        if round == rounds { throw error }
      }
    }
  }

  /// How often the repair tries again after a save by others.
  private static let repairRounds = 1_000
}
