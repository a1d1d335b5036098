import ArmatureModel

extension PersistentContainer {
  /// Puts derived values right that are not what is computed from the rest of the store.
  ///
  /// ```swift
  /// for failure in try container.repairDerivedValues() { print(failure) }
  /// ```
  /// Wrong values are those of a store whose rows somebody has changed past the library, or whose model computes
  /// them in another way now. Each batch of objects is one save, which other contexts hear of, and which calls the hooks
  /// of their classes. What others change meanwhile is read again. An object that breaks a rule stays as it is:
  /// ``verify(includingRules:)`` tells the rule, and the wrong value. Nothing is repaired while some value cannot be
  /// read.
  ///
  /// - Returns: The values that were wrong, and are right now.
  /// - Throws: What ``verify(includingRules:)`` and saves throw; the batches before stay repaired.
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

  /// Saves the right values of some objects of one entity.
  ///
  /// - Returns: The keys of those that break a rule, and stay as they are.
  private func repair(_ keys: ArraySlice<Int64>, of position: Int) throws -> [Int64] {
    do {
      try repair(keys, of: position, rounds: Self.repairRounds)
      return []
    } catch is ValidationReport {
      // One object that must not be saved is no reason to leave the others as they are.
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
        // Others have changed what is to be saved: it is computed of that.
        if round == rounds { throw error }
      }
    }
  }

  /// How often others may save first.
  private static let repairRounds = 1_000
}
